"""How Sea Control shows itself: names, chart, what a seat sees, and how an option looks."""
