"""`conurb play`, as people use it: at a terminal, from a file, with mistakes, interrupted and resumed."""

import json
from pathlib import Path

import pytest

from conurb import games
from conurb.kernel import record
from conurb.kernel.play import verify
from tests.cli.support import GAME, Done, at_terminal, conurb, fault, program

QUICK = ("--players", "3", "--bots", "random", "--seed", "7", "--seat", "1")
DECISIONS = 21  # of one seat: seven turns of choosing, the left and the right city


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def play(file: Path, *answers: str, more: tuple[str, ...] = QUICK) -> Done:
    return conurb("play", *more, "--save", file, given="".join(f"{answer}\n" for answer in answers))


def moves(file: Path) -> list[str]:
    """The moves of the person at seat 1."""
    return [entry.text for entry in record.loads(file.read_text()).entries if entry.seat == 1]


def check_finished(file: Path) -> None:
    kept = record.loads(file.read_text())
    assert kept.result is not None
    assert verify(games.get(GAME), kept) == []


def test_a_whole_game_from_a_file(file: Path) -> None:
    done = play(file, *["1"] * DECISIONS)
    assert done.status == 0
    assert done.err == ""
    check_finished(file)
    assert len(moves(file)) == DECISIONS
    assert "decided by" in done.out
    assert f"The record is kept in {file}" in done.out.replace("\n", " ")
    assert done.out.count("Which two tiles do you keep?") == 7


def test_a_whole_game_at_a_terminal(file: Path) -> None:
    with at_terminal("play", *QUICK, "--save", file) as keyboard:
        for number in range(DECISIONS):
            keyboard.wait_for("\n> ")
            keyboard.type("1" if number % 2 else "2" if number < 20 else "1")
        keyboard.wait_for("Look at it again with: conurb replay")
        assert keyboard.status() == 0
    check_finished(file)
    assert "\x1b[" in keyboard.screen, "colour at a terminal"


def test_it_asks_for_the_number_of_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONURB_GAMES", str(tmp_path))
    done = conurb("play", "--bots", "random", given="9\nmany\n\n")
    assert done.out.startswith("How many players, 2, 3, 4, 5, 6 or 7? [4] 9\nNot 9: this game is for 2, 3, 4,")
    assert "Not many:" in done.out
    (kept,) = tmp_path.glob("between-two-cities-*.json")
    assert record.loads(kept.read_text()).players == 4
    assert f"conurb play --resume {kept}" in done.out


def test_no_answer_begins_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONURB_GAMES", str(tmp_path))
    assert "No game was begun." in conurb("play").out
    assert list(tmp_path.iterdir()) == []


# --- choosing


@pytest.mark.parametrize("answer", ["19", "choose O13 S11", "CHOOSE s11 o13", "o13 s11", "S11, O13"])
def test_a_choice_by_number_by_move_or_by_words(file: Path, answer: str) -> None:
    play(file, answer)
    assert moves(file) == ["choose O13 S11"]


def test_enter_takes_the_only_choice(file: Path) -> None:
    """The first tile of a city lies on d4 (BTC-4.2); in a game of seat 0 both cities are empty."""
    done = conurb("play", *QUICK[:-1], "0", "--save", file, given="1\n1\n\n")
    assert done.status == 0
    mine = [entry.text for entry in record.loads(file.read_text()).entries if entry.seat == 0]
    assert [move.split()[-1] for move in mine[1:3]] == ["d4", "d4"]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "type a number from 1 to 21, a move, or help"),
        ("0", "the choices are 1 to 21, not 0"),
        ("22", "the choices are 1 to 21, not 22"),
        ("s11", "s11 fits 6 choices: choose D03 S11,"),
        ("nonsense", "cannot read 'nonsense': expected 'choose' and two tiles"),
        ("choose S11 S12", "S12 is not in the hand"),
        ("choose S11 S11", "choose two different tiles"),
        ("left S11 d4", "tiles are placed after everybody has chosen"),
        ("undo", "nothing of yours can be taken back now"),
        ("rules 5.99", "there is no rule"),
        ("log 0", "expected a number of lines from 1, such as log 5, not 0"),
        ("log many", "expected a number of lines from 1, such as log 5, not many"),
        ("save README.md", "README.md exists already; name another file"),
        ("save nowhere/game.json", "nowhere/game.json: cannot be written: no such file or directory"),
    ],
)
def test_wrong_input_explains_itself_and_asks_again(file: Path, answer: str, reason: str) -> None:
    done = play(file, answer, "o13 s11")
    assert done.status == 0
    assert f"Not done: {reason}" in done.out.replace("\n", " ")
    assert moves(file) == ["choose O13 S11"]


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CONURB_GAMES", str(tmp_path / "file" / "games"))
    assert "give a file with --save" in fault("play", *QUICK)


def test_an_illegal_place_names_the_rule(file: Path) -> None:
    done = play(file, "o13 s11", "left S11 a1")
    assert "Not done: the first tile of a city lies on d4" in done.out
    assert moves(file) == ["choose O13 S11"]


def test_undo_takes_back_until_the_placement_is_complete(file: Path) -> None:
    """BTC-3.5: a choice is final; the left city may be taken back until the right one is done."""
    done = play(file, "o13 s11", "left S11 d4", "undo", "left O13 d4", "right S11 d3", "undo")
    assert done.status == 0
    assert moves(file) == ["choose O13 S11", "left O13 d4", "right S11 d3"]
    assert done.out.count("Not done: nothing of yours can be taken back now.") == 1
    assert [line for line in done.out.splitlines() if line.startswith("Ada placed")] == [
        "Ada placed a shop in Belfry on d4. +2",
        "Ada placed an office in Belfry on d4. +1",
        "Ada placed a shop in Harbour on d3. +2",
    ]


# --- the other commands


def test_commands(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    done = play(file, "help", "o13 s11", "log", "log 1", "sheet", "rules", "rules park group", "save", f"save {copy}")
    assert done.status == 0
    for command in ("help", "show", "undo", "log", "sheet", "rules", "save", "quit"):
        assert f"\n{command} " in done.out
    after_log = done.out.split("> log\n")[1]
    assert after_log.splitlines()[:3] == [
        "Noor chose two tiles.",
        "Bela chose two tiles.",
        "Ada chose two tiles: office and shop.",
    ]
    assert len(done.out.split("> log 1\n")[1].split("> ")[0].splitlines()) == 1
    assert "Shops  Factories" in done.out.split("> sheet\n")[1]
    assert done.out.split("> rules\n")[1].startswith("BTC-3.8 PLACE")
    assert done.out.split("> rules park group\n")[1].startswith("BTC-5.16")
    assert copy.read_text() == file.read_text()


def test_save_overwrites_only_what_is_this_game(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("dear")
    play(Path("other.json"), "o13 s11")
    other = Path("other.json").read_text()
    done = play(file, "save copy.json", "o13 s11", "save ./copy.json", "save game.json", "save letter.txt")
    assert done.out.count("A copy is in") == 3
    assert "Not done: letter.txt exists already" in done.out
    assert Path("copy.json").read_text() == file.read_text()
    done = conurb("play", "--resume", file, given="save game.json\nsave other.json\n")
    assert "A copy is in game.json" in done.out
    assert "Not done: other.json exists already; name another file." in done.out
    done = conurb("play", "--resume", file, given=f"save {'x' * 300}\n")
    assert "cannot be written: file name too long" in done.out.replace("\n", " ")
    assert (Path("letter.txt").read_text(), Path("other.json").read_text()) == ("dear", other)


def test_show_draws_the_table_again(file: Path) -> None:
    table = play(file, "show").out.split("> show\n")[1].split("\n> ")[0]
    assert table in play(file.with_name("other.json")).out


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_quit_says_how_to_go_on(file: Path, word: str) -> None:
    done = play(file, word)
    assert done.status == 0
    assert done.out.endswith(f"Go on with: conurb play --resume {file}\n")


# --- leaving and resuming


def test_ctrl_c_leaves_a_file_that_goes_on(file: Path) -> None:
    with at_terminal("play", *QUICK, "--save", file) as keyboard:
        keyboard.wait_for("\n> ")
        keyboard.type("o13 s11")
        keyboard.wait_for("\n> ")
        keyboard.type("left S11 d4")
        keyboard.wait_for("\n> ")
        keyboard.press_ctrl_c()
        assert keyboard.status() == 130
    assert f"Go on with: conurb play --resume {file}" in keyboard.rest
    assert "Traceback" not in keyboard.screen
    assert moves(file) == ["choose O13 S11", "left S11 d4"]

    with at_terminal("play", "--resume", file) as keyboard:
        shown = keyboard.wait_for("\n> ")
        assert "Seat 0: Noor, bot (random)" in shown
        assert "Where does the office go?" in shown
        keyboard.type("undo")  # taking back survives the interruption
        assert "Which tile goes into Belfry" in keyboard.wait_for("\n> ")
        keyboard.press_ctrl_d()
        assert keyboard.status() == 0
    assert moves(file) == ["choose O13 S11"]

    done = conurb("play", "--resume", file, given="1\n" * (DECISIONS - 1))
    assert done.status == 0
    check_finished(file)


def test_the_interrupted_game_is_the_same_game(file: Path) -> None:
    """Bots decide by the seed and what they see, whether the program was restarted or not."""
    whole, parts = file, file.with_name("parts.json")
    play(whole, *["1"] * DECISIONS)
    play(parts, *["1"] * 5)
    for _ in range(DECISIONS - 5):
        assert conurb("play", "--resume", parts, given="1\n").status == 0
    assert parts.read_text() == whole.read_text()


def test_end_of_input_leaves_a_file_that_goes_on(file: Path) -> None:
    done = program("play", *QUICK, "--save", file, given="o13 s11\n")
    assert done.status == 0
    assert done.err == ""
    assert f"Go on with: conurb play --resume {file}" in done.out
    assert moves(file) == ["choose O13 S11"]


def test_resume_without_a_file_takes_the_latest_unfinished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONURB_GAMES", str(tmp_path))
    assert "there is no unfinished game" in fault("play", "--resume")
    play(tmp_path / "finished.json", *["1"] * DECISIONS)
    assert "there is no unfinished game" in fault("play", "--resume")
    play(tmp_path / "open.json", "o13 s11")
    (tmp_path / "notes.json").write_text("[]")
    assert f"Every move is kept in {tmp_path / 'open.json'}" in conurb("play", "--resume").out


def test_a_finished_game_shows_its_end(file: Path) -> None:
    play(file, *["1"] * DECISIONS)
    before = file.read_text()
    done = conurb("play", "--resume", file)
    assert done.status == 0
    assert "The cities are built." in done.out
    assert file.read_text() == before


def test_a_kept_game_is_not_overwritten(file: Path) -> None:
    play(file, "o13 s11")
    before = file.read_text()
    assert "exists already" in fault("play", *QUICK, "--save", file)
    assert file.read_text() == before


def test_files_that_cannot_be_resumed(file: Path) -> None:
    file.write_text("{")
    assert "not a record" in fault("play", "--resume", file)
    play(file.with_name("good.json"), "o13 s11")
    kept = json.loads(file.with_name("good.json").read_text())
    kept["actions"][2]["move"] = "choose O13 O14"
    file.write_text(json.dumps(kept))
    assert "action 3 (choose O13 O14)" in fault("play", "--resume", file)


# --- who plays


def test_seats_bots_and_names(file: Path) -> None:
    more = ("--players", "4", "--bots", "random,greedy", "--seat", "2", "--names", "Mira,Ivo", "--seed", "1")
    done = play(file, more=more)
    assert [line.strip() for line in done.out.splitlines() if line.startswith("  Seat")] == [
        "Seat 0: Ivo, bot (random)",
        "Seat 1: Ada, bot (greedy)",
        "Seat 2: Mira, at this keyboard",
        "Seat 3: Noor, bot (greedy)",
    ]
    levels = {entry.seat: entry.by for entry in record.loads(file.read_text()).entries}
    assert levels == {0: "bot:random", 1: "bot:greedy", 3: "bot:greedy"}


def test_by_lot_everybody_may_sit_anywhere(tmp_path: Path) -> None:
    """BTC-2.2: seating is drawn by lot unless it is fixed."""
    seats = set()
    for seed in range(8):
        done = play(tmp_path / f"{seed}.json", more=("--players", "3", "--bots", "random", "--seed", str(seed)))
        seats |= {line.split(":")[0] for line in done.out.splitlines() if line.endswith("Ada, at this keyboard")}
    assert seats == {"  Seat 0", "  Seat 1", "  Seat 2"}


def test_several_people_at_one_keyboard(file: Path) -> None:
    """The keyboard is handed over, and nobody sees another's hand (BTC-7.2)."""
    more = ("--players", "3", "--hotseat", "--bots", "random", "--names", "Ada,Noor", "--seed", "7")
    seating = ("--option", "seating=[0,1,2]")
    done = play(file, "21", "", "21", "", "1", "1", more=(*more, *seating))
    assert done.out.count("The keyboard goes to Noor. Enter shows the table.") == 2
    assert done.out.count("The keyboard goes to Ada. Enter shows the table.") == 1
    after = done.out.split("The keyboard goes to Noor")[1]
    assert "Ada chose two tiles." in after
    assert [entry.seat for entry in record.loads(file.read_text()).entries if not entry.by] == [0, 1, 0, 0]


def test_options_reach_the_game(file: Path) -> None:
    play(file, more=(*QUICK, "--option", "place_order=free"))
    assert record.loads(file.read_text()).options["place_order"] == "free"


def test_another_data_pack_is_needed_again_to_resume(file: Path, tmp_path: Path) -> None:
    text = (
        (games.get(GAME).folder / "data.toml")
        .read_text()
        .replace("office_beside_tavern = 1", "office_beside_tavern = 2")
    )
    pack = tmp_path / "box.toml"
    pack.write_text(text)
    play(file, "1", more=(*QUICK, "--data", str(pack)))
    assert "another data pack; give that pack with --data" in fault("play", "--resume", file)
    assert conurb("play", "--resume", file, "--data", pack).status == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--players", "8"), "2, 3, 4, 5, 6 or 7 players, not 8"),
        (("--players", "3", "--seat", "3"), "seats are 0 to 2, not 3"),
        (("--players", "3", "--bots", "gredy"), "did you mean greedy?"),
        (("--players", "3", "--bots", "random,random,random"), "beside you 2 play"),
        (("--players", "3", "--hotseat", "--bots", "random,random,random"), "no place for people"),
        (("--players", "3", "--option", "placeorder=free"), "did you mean place_order?"),
        (("--players", "3", "--option", "free"), "expected NAME=VALUE"),
        (("--players", "3", "--seat", "1", "--option", "seating=[0,1,2]"), "both say where you sit"),
        (("--players", "3", "--seed", "-1"), "--seed: expected a whole number from 0"),
        (("--players", "3", "--data", "none.toml"), "none.toml: cannot be read: no such file"),
    ],
)
def test_a_game_that_cannot_begin_leaves_nothing(
    arguments: tuple[str, ...], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONURB_GAMES", str(tmp_path))
    assert named in fault("play", *arguments)
    assert list(tmp_path.iterdir()) == []
