//! Random commands on a session: no state in which one of them breaks anything, and all that they did can be undone.

use gridscope::core::geometry::{Cell, Size};
use gridscope::core::rng::Rng;
use gridscope::core::scene::{ActorKind, Beside, Bookmark, ScriptLine};
use gridscope::core::terrain::{Tile, Verb};
use gridscope::debugger::command::{Area, Brush, Half, Mode, SessionCommand, Sides, Stride, Tool};
use gridscope::debugger::{Session, open};
use gridscope::formats::Options;
use gridscope::presets::PRESETS;

/// How many commands a sequence has.
const COMMANDS: u64 = 40;

/// Chance, seeded by a text, chooses a lesson and what is done to it.
///
/// # Errors
/// Where undoing everything does not lead back, or doing it again not there.
pub fn take(bytes: &[u8]) -> Result<(), String> {
    let seed = bytes.iter().fold(7u64, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut dice = Rng::new(seed);
    let preset = &PRESETS[dice.below(PRESETS.len() as u64) as usize];
    let Ok(scene) = preset.scene() else { return Ok(()) };
    let mut session = Session::new(scene.clone());
    session.settle();
    let mut done = Vec::new();
    for _ in 0..COMMANDS {
        let command = command(&mut dice, session.scene().size());
        session.apply(&command);
        done.push(command);
        if dice.below(4) == 0 {
            session.settle();
        }
    }
    session.apply(&SessionCommand::StrokeEnd);
    session.settle();
    let steps = 3 * COMMANDS;
    // What was undone on the way may be done again still.
    (0..steps).for_each(|_| session.apply(&SessionCommand::Redo));
    let end = session.scene().clone();
    saved_and_opened(&session).map_err(|wrong| format!("{}: {wrong}, after {done:?}", preset.id))?;
    for (again, expected) in [(SessionCommand::Undo, &scene), (SessionCommand::Redo, &end)] {
        (0..steps).for_each(|_| session.apply(&again));
        if session.scene() != expected {
            return Err(format!("{}: {again:?} of everything leads elsewhere, after {done:?}", preset.id));
        }
    }
    Ok(())
}

/// What is saved in any state opens again.
fn saved_and_opened(session: &Session) -> Result<(), String> {
    let link = session.as_link().map_err(|error| error.to_string())?;
    let loaded = open::text("the link", &link, &Options::default()).map_err(|error| error.to_string())?;
    if loaded.scene.tiles == session.scene().tiles { Ok(()) } else { Err("another map comes back".into()) }
}

/// A command as chance has it; cells lie on the map, or a little off it.
fn command(dice: &mut Rng, size: Size) -> SessionCommand {
    use SessionCommand as S;
    let side = |dice: &mut Rng, most: u16| dice.below(u64::from(most) + 2) as u16;
    let cell = |dice: &mut Rng| Cell::new(side(dice, size.width), side(dice, size.height));
    let small = |dice: &mut Rng| dice.below(8) as usize;
    let seed = |dice: &mut Rng| dice.below(4);
    match dice.below(64) {
        0..3 => S::Undo,
        3 => S::Redo,
        4..8 => S::StrokeBegin(cell(dice)),
        8..12 => S::StrokeTo(cell(dice)),
        12..15 => S::StrokeEnd,
        15 => S::LineFromLast(cell(dice)),
        16 => S::DragBegin(cell(dice)),
        17 => S::Pick(cell(dice)),
        18..20 => S::PutActor(ActorKind::ALL[dice.below(11) as usize], cell(dice)),
        20 => S::Resize(Size::new(1 + side(dice, 20), 1 + side(dice, 20)), Sides::default()),
        21 => S::Crop,
        22 => S::SelectArea(Some(Area::between(cell(dice), cell(dice)))),
        23 => S::SelectAll,
        24 => S::CopyArea,
        25 => S::CutArea,
        26 => S::ClearArea,
        27 => S::MoveArea(dice.below(9) as i32 - 4, dice.below(9) as i32 - 4),
        28 => S::MirrorArea(if dice.below(2) == 0 { Half::LeftRight } else { Half::UpDown }),
        29 => S::TurnArea(dice.below(2) == 0),
        30 => S::PutDown,
        31 => S::LetGo,
        32 => S::Describe("a title".into(), "some notes".into()),
        33 => S::SetMode(if dice.below(2) == 0 { Mode::Edit } else { Mode::Inspect }),
        34..36 => S::SetTool(TOOLS[dice.below(7) as usize]),
        36..38 => S::SetBrush(match dice.below(3) {
            0 => Brush::Tile(Tile::ALL[dice.below(Tile::ALL.len() as u64) as usize]),
            1 => Brush::Actor(ActorKind::ALL[dice.below(11) as usize]),
            _ => Brush::Weight(dice.below(11) as u8),
        }),
        38 => S::SetBrushSize([0, 1, 3, 5, 7, 9][dice.below(6) as usize]),
        39 => S::SetSeed(seed(dice)),
        40 => S::SetParam("ties".into(), ["paths".into(), serde_json::Value::Null][dice.below(2) as usize].clone()),
        41 => S::AddBeside(Beside { seed: Some(seed(dice)), ..Beside::default() }),
        42 => S::RemoveBeside(small(dice)),
        43 => S::ToggleCompare,
        44..47 => S::Forward(Stride::Step),
        47 => S::Back(Stride::Phase),
        48..50 => S::Seek(dice.below(3_000) as usize),
        50 => S::Home,
        51 => S::End,
        52 => S::Select(Some(cell(dice))),
        53 => S::WhyNot(cell(dice)),
        54 => S::WhyNotPath(vec![cell(dice), cell(dice)]),
        55 => S::BreakAt(cell(dice)),
        56 => S::RemoveBreakpoint(small(dice)),
        57 => S::AddBookmark,
        58 => S::SetBookmark(small(dice), Bookmark { at: small(dice), note: "a note".into() }),
        59 => S::RemoveBookmark(small(dice)),
        60 => S::LookThrough(small(dice)),
        61 => S::SetLayer(small(dice)),
        62 if dice.below(2) == 0 => S::TogglePredict,
        62 => S::SetAlgorithm(ALGORITHMS[dice.below(4) as usize].into()),
        _ => S::Intervene(ScriptLine { turn: 1, verb: Verb::Open, at: cell(dice), to: None, tile: None }),
    }
}

const ALGORITHMS: [&str; 4] = ["astar", "dijkstra", "shadowcast", "no-such"];

const TOOLS: [Tool; 7] =
    [Tool::Brush, Tool::Line, Tool::Rectangle, Tool::Fill, Tool::Eyedropper, Tool::Erase, Tool::Select];
