"""What holds where the covariances commute."""
