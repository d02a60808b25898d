"""Where the utility of a head is largest on the unit sphere, and which component that is."""
