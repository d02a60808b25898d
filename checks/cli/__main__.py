"""``python -m checks.cli``: the command where it is not installed."""

from checks.cli import main

if __name__ == "__main__":
    main()
