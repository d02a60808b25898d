"""What does gradient flow of a whole network learn?"""
