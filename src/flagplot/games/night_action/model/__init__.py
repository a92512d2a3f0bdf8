"""What is looked up in a state of Night Action: fleets, sight, helm, guns, torpedoes, and what a seat knows."""
