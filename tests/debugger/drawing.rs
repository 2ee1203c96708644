//! Drawing: brushes, cell costs, areas that are moved, rotated and pasted, and resizing. Every edit can be undone byte
//! for byte, and references to cells move along.

use gridscope::debugger::document::paint::Spans;
use gridscope::debugger::session::command::{Area, Brush, MirrorAxis, Mode, SessionCommand as S, Sides, Tool};
use gridscope::debugger::{Document, Session};
use gridscope::trace::scene::{Actor, ActorKind, AdditionalRun, Room, Scene, ScriptLine, Slide};
use gridscope::trace::{Cell, Dir, Rng, Size, Tile, Verb, Weight};
use support::{files::write, scene};

fn at(x: u16, y: u16) -> Cell {
    Cell::new(x, y)
}

fn bytes(session: &Session) -> String {
    write(session.scene(), "scene.json").0
}

fn drawing(picture: &str) -> Session {
    let mut session = gridscope::session(scene(picture));
    session.apply(&S::SetMode(Mode::Edit));
    session
}

fn stroke(session: &mut Session, cells: &[Cell]) {
    session.apply(&S::StrokeBegin(cells[0]));
    for &cell in &cells[1..] {
        session.apply(&S::StrokeTo(cell));
    }
    session.apply(&S::StrokeEnd);
}

fn picture(session: &Session) -> Vec<String> {
    let rows = session.scene().tiles.rows();
    rows.map(|row| row.iter().map(|tile| tile.info().glyph).collect()).collect()
}

fn select(session: &mut Session, a: Cell, b: Cell) {
    session.apply(&S::SetTool(Tool::Select));
    stroke(session, &[a, b]);
    assert_eq!(session.opened().selection, Some(Area::between(a, b)));
}

/// Returns a scene with every kind of reference to a cell.
fn full() -> Scene {
    let mut scene = scene("G.......\n.#+.....\n.,.%....\n...X....\n........\n........");
    let mut guard = Actor::new(ActorKind::Guard, at(6, 1));
    guard.set_goal(Some(at(3, 3)));
    guard.set_route(vec![at(6, 1), at(6, 4), at(1, 4)]);
    guard.set_facing(Some(Dir::W));
    scene.actors.push(guard);
    scene.script.push(ScriptLine { turn: 2, verb: Verb::Open, at: at(2, 1), to: None, tile: None });
    scene.rooms.push(Room { name: "hall".into(), from: at(1, 1), to: at(3, 3) });
    scene.notes = "The door at (2,1), its [guard](https://example.org/a(2,1)) at (6, 1), a pair (7,70).".into();
    scene.run.slides.push(Slide { at: 0, note: "Look at (3,2).".into(), ..Slide::default() });
    scene.run.beside.push(AdditionalRun { start: Some(at(1, 4)), ..AdditionalRun::default() });
    scene.run.question.cell = Some(at(3, 3));
    scene.run.question.why_not = vec![at(0, 0), at(1, 0)];
    scene.run.question.breakpoints.push(serde_json::from_str(r#"{"when":"at 3,3 and expanded"}"#).expect("a stop"));
    scene.set_weight(at(1, 1), Weight::from(4));
    scene.set_weight(at(4, 4), Weight::from(9));
    scene
}

#[test]
fn random_drawing_is_undone_byte_for_byte() {
    let mut dice = Rng::new(14);
    for round in 0..60 {
        let mut begin = if round % 2 == 0 { full() } else { support::random(&mut dice, 9, Tile::ALL) };
        if round % 4 == 1 {
            support::weigh(&mut begin, &mut dice);
        }
        let mut session = gridscope::session(begin);
        session.apply(&S::SetMode(Mode::Edit));
        let mut states = vec![bytes(&session)];
        for _ in 0..40 {
            hand(&mut session, &mut dice);
            // Put the pasted area down, so that each state is between two strokes.
            session.apply(&S::PutDown);
            session.scene().validate().unwrap_or_else(|e| panic!("{e}"));
            let depth = session.document().depth().0;
            let now = bytes(&session);
            if depth < states.len() {
                states.truncate(depth + 1);
                assert_eq!(states[depth], now, "an undo in between");
            } else {
                assert_eq!(depth, states.len(), "one entry of undo a hand");
                states.push(now);
            }
        }
        for k in (0..states.len() - 1).rev() {
            session.apply(&S::Undo);
            assert_eq!(bytes(&session), states[k], "undone to {k}");
        }
        for state in &states[1..] {
            session.apply(&S::Redo);
            assert_eq!(bytes(&session), *state, "done again");
        }
    }
}

/// Does one random edit. It adds at most one undo entry.
fn hand(session: &mut Session, dice: &mut Rng) {
    let size = session.scene().size();
    let cell = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
    let before = session.document().depth();
    match dice.below(16) {
        0 => session.apply(&S::Undo),
        1 => {
            session.apply(&S::SetBrush(Brush::Weight(Weight::from(1 + dice.below(9) as u8))));
            session.apply(&S::SetTool([Tool::Brush, Tool::Line, Tool::Rectangle, Tool::Fill][dice.below(4) as usize]));
            session.apply(&S::SetBrushSize([1, 3, 5, 7][dice.below(4) as usize]));
        }
        2 => {
            let tile = Tile::ALL[dice.below(Tile::ALL.len() as u64) as usize];
            session.apply(&S::SetBrush(Brush::Tile(tile)));
            session.apply(&S::SetTool([Tool::Brush, Tool::Erase, Tool::Fill][dice.below(3) as usize]));
        }
        3 | 4 => {
            session.apply(&S::SetTool(Tool::Select));
            let area = Area::between(cell(dice), cell(dice));
            session.apply(&S::SelectArea(Some(area)));
        }
        5 => session.apply(&S::MirrorArea(if dice.below(2) == 0 { MirrorAxis::LeftRight } else { MirrorAxis::UpDown })),
        6 => session.apply(&S::TurnArea(dice.below(2) == 0)),
        7 => session.apply(&S::MoveArea(dice.below(5) as i32 - 2, dice.below(5) as i32 - 2)),
        8 => session.apply(&S::CutArea),
        9 => session.apply(&S::ClearArea),
        // A copy from before the map shrank may be larger than the map, and would replace it.
        10 if session.opened().selection.is_some() => {
            session.apply(&S::CopyArea);
            let Some(text) = session.copied().map(str::to_owned) else { return };
            let fits = session.scene().size();
            session.hover(Some(cell(dice)));
            session.apply(&S::PasteText(text));
            assert_eq!(session.scene().size(), fits, "a copy floats, and never takes the map's place");
            if session.floats() {
                session.apply(&S::TurnArea(true));
                session.apply(&S::MoveArea(1, 1));
                if dice.below(3) == 0 {
                    session.apply(&S::DiscardOrStop);
                    assert_eq!(session.document().depth().0, before.0, "what is given up was never there");
                }
            }
        }
        11 if dice.below(3) == 0 => {
            let new = Size::new(1 + dice.below(12) as u16, 1 + dice.below(9) as u16);
            let sides = Sides { x: dice.below(3) as u8, y: dice.below(3) as u8 };
            session.apply(&S::Resize(new, sides));
        }
        12 if dice.below(4) == 0 => session.apply(&S::Crop),
        13 => session.apply(&S::LineFromLast(cell(dice))),
        _ => {
            let cells: Vec<Cell> = (0..=dice.below(4)).map(|_| cell(dice)).collect();
            stroke(session, &cells);
        }
    }
}

#[test]
fn brush_paints_exactly_its_preview() {
    let mut session = drawing("......\n......\n......\n......\n......");
    for (size, many) in [(1, 1), (3, 9), (5, 25), (7, 30)] {
        session.apply(&S::SetBrushSize(size));
        let shown = session.preview(at(2, 2));
        assert_eq!(shown.len(), many, "a brush of {size}, at the rim");
        stroke(&mut session, &[at(2, 2)]);
        let walls: Vec<Cell> =
            session.scene().size().cells().filter(|&c| session.scene().tiles[c] == Tile::Wall).collect();
        assert_eq!(walls, shown);
        session.apply(&S::Undo);
    }
    session.apply(&S::SetBrushSize(1));
    session.apply(&S::LargerBrush);
    session.apply(&S::LargerBrush);
    assert_eq!(session.hand().brush_size, 5);
    (0..5).for_each(|_| session.apply(&S::SmallerBrush));
    assert_eq!(session.hand().brush_size, 1);
}

#[test]
fn costs_are_painted_picked_up_and_erased() {
    let mut session = drawing("G..\n.#.\n..X");
    session.apply(&S::TakeWeight);
    assert_eq!(session.hand().brush, Brush::Weight(Weight::from(5)));
    session.apply(&S::TileKey(7));
    assert_eq!(
        session.hand().brush,
        Brush::Weight(Weight::from(7)),
        "a key chooses the number while a cost is in hand"
    );
    stroke(&mut session, &[at(0, 1), at(2, 1)]);
    let weights = |session: &Session| {
        session.scene().size().cells().map(|c| session.scene().weight(c).map_or(0, Weight::times)).collect::<Vec<_>>()
    };
    assert_eq!(weights(&session), [0, 0, 0, 7, 7, 7, 0, 0, 0]);
    assert_eq!(session.scene().tiles[at(1, 1)], Tile::Floor, "nobody enters a wall, so it becomes floor");
    session.apply(&S::Undo);
    assert_eq!((weights(&session), picture(&session)[1].as_str()), (vec![0; 9], ".#."), "one entry of undo");
    session.apply(&S::Redo);
    // The first cell decides: if it is a 7, the stroke removes the weight.
    stroke(&mut session, &[at(0, 1), at(1, 1)]);
    assert_eq!(weights(&session)[3..6], [0, 0, 7]);
    session.apply(&S::Pick(at(2, 1)));
    session.apply(&S::SetBrush(Brush::Tile(Tile::Swamp)));
    stroke(&mut session, &[at(2, 1)]);
    assert_eq!((session.scene().weight(at(2, 1)), session.scene().tiles[at(2, 1)]), (None, Tile::Swamp));
    assert_eq!(session.scene().weights, None, "as if there never had been any");
    session.apply(&S::TakeWeight);
    assert_eq!(session.hand().brush, Brush::Weight(Weight::from(7)), "the one that was in hand last");
}

#[test]
fn moved_area_takes_its_actors_along() {
    let mut session = gridscope::session(full());
    session.apply(&S::SetMode(Mode::Edit));
    select(&mut session, at(5, 0), at(7, 4));
    // Dragged by its middle, two cells to the left. It stops at the edge of the map.
    stroke(&mut session, &[at(6, 2), at(3, 2), at(4, 2)]);
    assert_eq!(session.opened().selection, Some(Area::between(at(3, 0), at(5, 4))));
    let scene = session.scene();
    let guard = &scene.actors[scene.actors.len() - 1];
    assert_eq!((guard.at, guard.route()), (at(4, 1), &[at(4, 1), at(4, 4), at(1, 4)][..]));
    assert!(scene.of_kind(ActorKind::Goal).next().is_none(), "what lay there is gone");
    assert_eq!((scene.weight(at(4, 4)), scene.tiles[at(3, 2)]), (None, Tile::Floor));
    session.apply(&S::Undo);
    assert_eq!(bytes(&session), write(&full(), "scene.json").0, "one entry of undo");
    // With a script line and a weight.
    select(&mut session, at(1, 1), at(2, 1));
    session.apply(&S::MoveArea(0, -1));
    let scene = session.scene();
    assert_eq!(
        (scene.script[0].at, scene.weight(at(1, 0)), scene.tiles[at(2, 0)]),
        (at(2, 0), Some(Weight::from(4)), Tile::Door)
    );
}

#[test]
fn four_turns_or_two_mirrors_restore_the_area() {
    let mut session = drawing("G→.\n...\n.%X");
    let mut whole = session.scene().clone();
    whole.actors[0].set_facing(Some(Dir::Se));
    whole.set_weight(at(2, 0), Weight::from(3));
    session.apply(&S::Replace(Box::new(whole)));
    let begin = bytes(&session);
    session.apply(&S::SelectAll);
    session.apply(&S::TurnArea(true));
    assert_eq!(picture(&session), ["...", "%.↓", "..."]);
    let guard = &session.scene().actors[0];
    assert_eq!(
        (guard.at, guard.facing(), session.scene().weight(at(2, 2))),
        (at(2, 0), Some(Dir::Sw), Some(Weight::from(3)))
    );
    (0..3).for_each(|_| session.apply(&S::TurnArea(true)));
    assert_eq!(bytes(&session), begin);
    for half in [MirrorAxis::LeftRight, MirrorAxis::UpDown] {
        session.apply(&S::MirrorArea(half));
        assert_ne!(bytes(&session), begin);
        session.apply(&S::MirrorArea(half));
        assert_eq!(bytes(&session), begin);
    }
    session.apply(&S::TurnArea(true));
    session.apply(&S::TurnArea(false));
    assert_eq!(bytes(&session), begin);
}

/// A row of three cells becomes a column of three cells through the same middle cell.
#[test]
fn an_area_turns_about_its_middle() {
    let mut session = drawing("........\n........\n...#+%..\n........\n........");
    assert!(session.shows_placed());
    select(&mut session, at(3, 2), at(5, 2));
    session.apply(&S::TurnArea(true));
    assert_eq!(picture(&session), ["........", "....#...", "....+...", "....%...", "........"]);
    assert_eq!(session.opened().selection, Some(Area::between(at(4, 1), at(4, 3))));
    session.apply(&S::SetMode(Mode::Inspect));
    assert!(!session.shows_placed());
}

#[test]
fn copied_area_is_a_text_map() {
    let mut session = drawing("G......\n.#+....\n.......\n......X");
    assert_eq!(session.copied(), None);
    select(&mut session, at(1, 1), at(3, 2));
    session.apply(&S::CopyArea);
    let rows = session.copied().map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    assert_eq!(rows, Some(vec!["#+.".to_owned(), "...".to_owned()]));
}

#[test]
fn pasted_area_floats_until_it_is_placed() {
    let mut session = drawing("G......\n.......\n.......\n......X");
    let begin = bytes(&session);
    session.hover(Some(at(6, 3)));
    session.apply(&S::PasteText("##\n#X\n\nweights:\n.3\n".into()));
    assert!(session.floats());
    assert_eq!(picture(&session)[2..], [".....##", ".....#."], "it is held on the map");
    assert_eq!(session.scene().of_kind(ActorKind::Goal).count(), 1, "the old goal gives way");
    session.apply(&S::DiscardOrStop);
    assert_eq!((bytes(&session), session.document().depth().0), (begin.clone(), 0), "given up");
    session.apply(&S::PasteText("##\n#X".into()));
    // Dragged; a click beside the area puts it down.
    let held = session.opened().selection.expect("what floats is selected").from;
    stroke(&mut session, &[held, at(1, 1)]);
    assert!(session.floats());
    assert_eq!(session.document().depth().0, 0, "nothing is done yet");
    stroke(&mut session, &[at(6, 0)]);
    assert!(!session.floats());
    assert_eq!(picture(&session)[1..3], [".##....", ".#....."]);
    assert_eq!(session.document().depth().0, 1, "one entry of undo");
    session.apply(&S::Undo);
    assert_eq!(bytes(&session), begin);
    // A larger map replaces this one, as always. In Inspect, every pasted map does.
    session.apply(&S::PasteText("G......X".into()));
    assert_eq!(session.scene().size(), Size::new(8, 1));
}

#[test]
fn resized_map_moves_everything_with_its_cells() {
    let mut session = gridscope::session(full());
    session.apply(&S::Resize(Size::new(10, 9), Sides { x: 2, y: 1 }));
    let scene = session.scene();
    assert_eq!(scene.size(), Size::new(10, 9));
    // Two more columns at the left, and three more rows: one above, two below.
    assert_eq!(
        (scene.tiles[at(4, 2)], scene.weight(at(3, 2)), scene.script[0].at),
        (Tile::Door, Some(Weight::from(4)), at(4, 2))
    );
    let guard = &scene.actors[scene.actors.len() - 1];
    assert_eq!(
        (guard.at, guard.goal(), guard.route()),
        (at(8, 2), Some(at(5, 4)), &[at(8, 2), at(8, 5), at(3, 5)][..])
    );
    assert_eq!((scene.rooms[0].from, scene.rooms[0].to), (at(3, 2), at(5, 4)));
    let question = &scene.run.question;
    assert_eq!((question.cell, question.why_not[1]), (Some(at(5, 4)), at(3, 1)));
    assert_eq!(question.breakpoints[0].when, "at 5,4 and expanded");
    assert_eq!((scene.run.beside[0].start, scene.run.slides[0].note.as_str()), (Some(at(3, 5)), "Look at (5,3)."));
    assert_eq!(scene.notes, "The door at (4,2), its [guard](https://example.org/a(2,1)) at (8, 2), a pair (7,70).");
    assert!(session.work().notices.is_empty(), "nothing was lost: {:?}", session.work().notices);
    session.apply(&S::Undo);
    assert_eq!(bytes(&session), write(&full(), "scene.json").0);
    // Cropped to its upper left corner.
    session.apply(&S::SelectArea(Some(Area::between(at(1, 1), at(4, 3)))));
    session.apply(&S::Crop);
    assert_eq!(picture(&session), ["#+..", ",.%.", "...."]);
    let said = &session.work().notices.last().expect("a notice").text;
    assert!(said.starts_with("Cut off with the map: 1 cost of a cell, 2 actors and"), "{said}");
    assert_eq!(session.scene().script[0].at, at(1, 0));
    session.apply(&S::Undo);
    assert_eq!(bytes(&session), write(&full(), "scene.json").0);
}

#[test]
fn abandoned_stroke_changes_nothing() {
    let mut document = Document::new(scene("G.X"), None);
    document.begin();
    let cell = Spans::of([at(1, 0)], document.scene().size());
    document.paint(cell.clone(), Tile::Wall);
    document.weigh(cell, Weight::from(3));
    document.give_up();
    assert_eq!((document.depth(), document.scene()), ((0, 0), &scene("G.X")));
    assert!(!document.is_changed());
}
