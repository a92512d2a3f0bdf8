"""What games share: places on a chart, ways along links, targets, pieces by place, and checks. It knows no game."""
