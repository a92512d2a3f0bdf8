"""Write the golden games anew: `python -m tests.playthroughs.rewrite`."""

from tests.playthroughs.account import HERE, account, golden_games, path_of


def main() -> None:
    """Replace every account."""
    for old in HERE.glob("*.txt"):
        old.unlink()
    for golden in golden_games():
        path_of(*golden).write_text(account(*golden), encoding="utf-8")
        print(path_of(*golden).name)


if __name__ == "__main__":
    main()
