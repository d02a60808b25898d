"""How a claim looks: formulas in LaTeX, broken into lines, prose with formulas in it, notebook
display.
"""
