"""Are identities between sums over Z/p true, for every p and by brute force?"""
