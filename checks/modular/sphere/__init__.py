"""Where is the utility largest, and what are its other critical points?"""
