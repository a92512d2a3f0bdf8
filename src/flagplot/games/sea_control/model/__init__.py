"""What rules, view and captains look up in a state: blocks, routes, positions, and the worlds a seat can imagine."""
