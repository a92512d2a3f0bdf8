"""The tables at which matches are played: who sits there, what each is shown, and what people agree on."""
