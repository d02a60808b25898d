"""Which groups of neurons attain their bound, and how few suffice?"""
