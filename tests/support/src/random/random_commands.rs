//! Random commands for a session, with random arguments. Most are valid; some are slightly or far out of range.

use gridscope::algorithms;
use gridscope::debugger::disk::map_source::{MapReading, MapSource};
use gridscope::debugger::lab::find::EventQuery;
use gridscope::debugger::log::program::{Program, ProgramError, ProgramOutput};
use gridscope::debugger::session::ask::Reply;
use gridscope::debugger::session::background::work::{Plan, Task};
use gridscope::debugger::session::command::generator_request::GeneratorRequest;
use gridscope::debugger::session::command::new_map::{Moves, NewMap};
use gridscope::debugger::session::command::{
    Area, Brush, MirrorAxis, Mode, SessionCommand, Sides, SolutionStep, Stride, Tool,
};
use gridscope::debugger::{Session, session::tool};
use gridscope::formats::log::{Bounds, Log};
use gridscope::formats::tile_mapping::TileMeaning;
use gridscope::presets::PRESETS;
use gridscope::trace::exercise::Exercise;
use gridscope::trace::generate::Unknown;
use gridscope::trace::geometry::{Cell, Dir, Size};
use gridscope::trace::progress::at_once;
use gridscope::trace::rng::Rng;
use gridscope::trace::scene::{Actor, ActorKind, Scene, Slide, TileDetail};
use gridscope::trace::terrain::Tile;
use gridscope::trace::trace::Progress;
use gridscope::trace::trace::breakpoint::Condition;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use super::command_names::{NAMES, name};
use super::command_names::{OFTEN, OPENS};
pub use super::parts::cell;
use super::parts::{CONDITIONS, SWEEPS, TEXTS, beside, change, distort, param, pick, question, script_line, small};

/// Texts to paste: maps that float, maps that replace the current one, and texts that are not maps.
const PASTED: &[&str] =
    &["#", "##\n#.", "G.\n.X", "+++", "\u{1f5fa}", "G..\n.#.\n..X\n\nweights:\n.5.\n...\n...\n", "{}", ""];

/// Chooses commands.
pub struct RandomCommands {
    files: Vec<PathBuf>,
    saved: [PathBuf; 3],
    table: PathBuf,
}

impl RandomCommands {
    /// Builds a chooser that opens the files of a folder, and saves into it.
    pub fn new(folder: &Path) -> Self {
        let listed = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> = listed.filter(|path| path.extension().is_some()).take(20).collect();
        files.sort();
        files.push(folder.join("no-such-file.txt"));
        let saved = ["saved.scene.json", "saved.txt", "saved.map"].map(|name| folder.join(name));
        Self { files, saved, table: folder.join("saved.csv") }
    }

    /// Returns a random command for the current state of a session.
    pub fn command(&self, dice: &mut Rng, session: &Session) -> SessionCommand {
        let name = if dice.below(2) == 0 { pick(dice, OFTEN) } else { pick(dice, NAMES) };
        // These commands discard the undo history, so they are chosen less often.
        let name = if OPENS.contains(&name) && dice.below(5) > 0 { "NextSeed" } else { name };
        self.edit(name, dice, session)
            .or_else(|| self.run(name, dice, session))
            .unwrap_or_else(|| ask(name, dice, session))
    }

    /// Builds a command that changes the map, or opens another.
    fn edit(&self, name: &str, dice: &mut Rng, session: &Session) -> Option<SessionCommand> {
        use SessionCommand as S;
        let scene = session.scene();
        let size = scene.size();
        Some(match name {
            "New" => {
                let moves = pick(dice, &Moves::ALL);
                let side = |dice: &mut Rng| if dice.below(9) == 0 { 65_535 } else { dice.below(14) as u16 };
                S::New(NewMap { width: side(dice), height: side(dice), moves })
            }
            "Generate" => S::Generate(pick(dice, &["maze", "rooms", "cave", "no-such"])),
            "Make" => {
                let mut order =
                    GeneratorRequest { seed: dice.below(9), deck: dice.below(5) as u8, ..GeneratorRequest::default() };
                pick(dice, &["maze", "rooms", "cave", "no-such"]).clone_into(&mut order.generator);
                (order.width, order.height) = (dice.below(40) as u16, dice.below(30) as u16);
                order.algorithm = (dice.below(2) == 0).then(|| pick(dice, &algorithms::all()).card().id.to_owned());
                let share = Unknown::Share(dice.below(5) as f64 / 2.0);
                order.unknown = pick(dice, &[Unknown::Nothing, Unknown::Far, share]);
                S::Make(Box::new(order))
            }
            "Open" => S::Open(pick(dice, &self.files.iter().collect::<Vec<_>>()).clone()),
            "OpenMap" => S::OpenMap(Box::new(map_source(pick(
                dice,
                &self.files.iter().map(PathBuf::as_path).collect::<Vec<_>>(),
            )))),
            "RememberTiles" => S::RememberTiles(Box::new(map_source(pick(
                dice,
                &self.saved.iter().map(PathBuf::as_path).collect::<Vec<_>>(),
            )))),
            "ReadAgain" => S::ReadAgain(None),
            "OpenLink" => {
                S::OpenLink(format!("lesson={}&at={}&cell={},2", small_lesson(dice), dice.below(40), dice.below(40)))
            }
            "OpenPreset" => S::OpenPreset(small_lesson(dice)),
            "SaveAs" if dice.below(3) == 0 => S::SaveAs(pick(dice, &self.saved.iter().collect::<Vec<_>>()).clone()),
            "SaveAs" => S::SaveAs("no/such/folder/a.scene.json".into()),
            "Undo" => S::Undo,
            "Redo" => S::Redo,
            "PasteText" => match session.copied() {
                Some(copied) if dice.below(3) > 0 => S::PasteText(copied.to_owned()),
                _ => S::PasteText(pick(dice, PASTED).to_owned()),
            },
            "StrokeBegin" => S::StrokeBegin(cell(dice, size)),
            "StrokeTo" => S::StrokeTo(cell(dice, size)),
            "StrokeEnd" => S::StrokeEnd,
            "LineFromLast" => S::LineFromLast(cell(dice, size)),
            "DragBegin" => match scene.actors.get(dice.below(4) as usize) {
                Some(actor) => S::DragBegin(actor.at),
                None => S::DragBegin(cell(dice, size)),
            },
            "Intervene" => S::Intervene(script_line(dice, size)),
            "Pick" => S::Pick(cell(dice, size)),
            "PutActor" => S::PutActor(pick(dice, &ActorKind::ALL), cell(dice, size)),
            "SetActor" => {
                let i = dice.below(scene.actors.len() as u64 + 1) as usize;
                let mut actor =
                    scene.actors.get(i).cloned().unwrap_or_else(|| Actor::new(ActorKind::Item, Cell::new(0, 0)));
                change(&mut actor, dice, size);
                S::SetActor(i, Box::new(actor))
            }
            "SetDetail" => {
                let inside = (dice.below(2) == 0).then(|| pick(dice, &Dir::ALL));
                let key = (dice.below(3) == 0).then(|| pick(dice, TEXTS).to_owned());
                S::SetDetail(cell(dice, size), TileDetail { inside, key })
            }
            "Resize" => {
                let side = |dice: &mut Rng| if dice.below(9) == 0 { 65_535 } else { dice.below(18) as u16 };
                let sides = Sides { x: dice.below(4) as u8, y: dice.below(4) as u8 };
                S::Resize(Size::new(side(dice), side(dice)), sides)
            }
            "Crop" if dice.below(4) == 0 => S::Crop,
            "Crop" => S::SelectArea(None),
            "SelectArea" => S::SelectArea(Some(Area::between(cell(dice, size), cell(dice, size)))),
            "SelectAll" => S::SelectAll,
            "CopyArea" => S::CopyArea,
            "CutArea" => S::CutArea,
            "ClearArea" => S::ClearArea,
            "MoveArea" => {
                let by = |dice: &mut Rng| if dice.below(9) == 0 { i32::MIN } else { dice.below(7) as i32 - 3 };
                S::MoveArea(by(dice), by(dice))
            }
            "MirrorArea" => S::MirrorArea(pick(dice, &[MirrorAxis::LeftRight, MirrorAxis::UpDown])),
            "TurnArea" => S::TurnArea(dice.below(2) == 0),
            "PutDown" => S::PutDown,
            "DiscardOrStop" => S::DiscardOrStop,
            "Describe" => S::Describe(pick(dice, TEXTS).into(), pick(dice, TEXTS).into()),
            "Replace" => {
                let mut other = scene.clone();
                distort(&mut other, dice);
                S::Replace(Box::new(other))
            }
            "SetMode" => S::SetMode(if dice.below(3) == 0 { Mode::Inspect } else { Mode::Edit }),
            "ToggleMode" => S::ToggleMode,
            "SetTool" => S::SetTool(pick(dice, &TOOLS)),
            "SetBrush" => S::SetBrush(match dice.below(4) {
                0 | 1 => Brush::Tile(pick(dice, Tile::ALL)),
                2 => Brush::Actor(pick(dice, &ActorKind::ALL)),
                _ => Brush::Weight(pick(dice, &[0, 1, 2, 9, 10, 255]).into()),
            }),
            "TileKey" => S::TileKey(pick(dice, &[0, 1, 2, 9, usize::MAX])),
            "TakeWeight" => S::TakeWeight,
            "SetBrushSize" => S::SetBrushSize(pick(dice, &[0, 1, 3, 5, 7, 8, u16::MAX])),
            "LargerBrush" => S::LargerBrush,
            "SmallerBrush" => S::SmallerBrush,
            _ => return None,
        })
    }

    /// Builds a command that affects the runs.
    fn run(&self, name: &str, dice: &mut Rng, session: &Session) -> Option<SessionCommand> {
        use SessionCommand as S;
        let scene = session.scene();
        let size = scene.size();
        Some(match name {
            "SetAlgorithm" if dice.below(9) == 0 => S::SetAlgorithm("no-such".into()),
            "SetAlgorithm" => S::SetAlgorithm(pick(dice, &algorithms::all()).card().id.into()),
            "SetParam" => {
                let (name, value) = param(dice, session);
                S::SetParam(name, value)
            }
            "SetSeed" => S::SetSeed(pick(dice, &[0, 1, 2, 7, u64::MAX])),
            "NextSeed" => S::NextSeed,
            "RestoreSavedRun" => S::RestoreSavedRun,
            "Rerun" => S::Rerun,
            "RecordFromHere" => S::RecordFromHere,
            "Cancel" => S::Cancel,
            "ToggleCompare" => S::ToggleCompare,
            "AddRun" => S::AddRun(beside(dice, session)),
            "SetRunDifferences" => S::SetRunDifferences(small(dice), beside(dice, session)),
            "SetRunName" => S::SetRunName(small(dice), pick(dice, TEXTS).into()),
            "RemoveRun" => S::RemoveRun(small(dice)),
            "CompareWith" if dice.below(3) == 0 => {
                S::CompareWith(pick(dice, &self.files.iter().collect::<Vec<_>>()).clone())
            }
            "CompareWith" => S::RemoveOtherRun(0),
            "RemoveOtherRun" => S::RemoveOtherRun(small(dice)),
            "GoToDivergence" => S::GoToDivergence(small(dice)),
            "Begin" => S::Begin(match dice.below(5) {
                0 => Task::Experiment(Plan { sweep: String::new(), samples: dice.below(3) }),
                1 => Task::Experiment(Plan { sweep: pick(dice, SWEEPS).into(), samples: 1 }),
                2 => match pick(dice, SYMPTOMS).parse() {
                    Ok(symptom) if size.area() <= 60 => Task::Shrink(symptom),
                    _ => return Some(S::CancelWork),
                },
                3 if size.area() <= 100 => Task::Tool(pick(dice, &tool::all(&gridscope::registry())).id.to_owned()),
                _ => Task::WhatWouldWin(cell(dice, size), small(dice)),
            }),
            "ShowBothViews" => S::ShowBothViews(cell(dice, size), cell(dice, size)),
            "CancelWork" => S::CancelWork,
            "SaveTable" => S::SaveTable(self.table.clone()),
            "TakeSmall" => S::TakeSmall,
            "Select" => S::Select((dice.below(5) > 0).then(|| cell(dice, size))),
            "SelectMover" => S::SelectMover((dice.below(5) > 0).then(|| small(dice))),
            "GoToConflict" => S::GoToConflict(small(dice)),
            "WhyNot" => S::WhyNot(cell(dice, size)),
            "WhyNotPath" => S::WhyNotPath((0..dice.below(5)).map(|_| cell(dice, size)).collect()),
            "BreakAt" => S::BreakAt(cell(dice, size)),
            "Guess" => S::Guess(cell(dice, size)),
            "LookFor" => S::LookFor(Box::new(EventQuery {
                kinds: (0..dice.below(2)).map(|_| pick(dice, &["expanded", "opened", "moved"]).to_owned()).collect(),
                cell: (dice.below(2) == 0).then(|| cell(dice, size)),
                actor: (dice.below(4) == 0).then(|| "guard".to_owned()),
                text: pick(dice, &[TEXTS, CONDITIONS].concat()).to_owned(),
            })),
            "OpenAt" => S::OpenAt((dice.below(3) > 0).then(|| dice.below(900) as usize)),
            "SetExercise" => {
                let done = [
                    "outcome cost >= B.cost + 20",
                    "map wall <= 9",
                    "never expanded and f > 12",
                    "run seed = 1",
                    "no such",
                ];
                let done = (0..dice.below(4)).map(|_| pick(dice, &done).to_owned()).collect();
                S::SetExercise(Box::new(Exercise { say: pick(dice, TEXTS).into(), done, ..Exercise::default() }))
            }
            "Attach" => S::Attach(Arc::new(OneEvent)),
            "Solution" => S::Solution(pick(dice, &SOLUTION_STEPS)),
            "SetQuestion" => S::SetQuestion(Box::new(question(dice, session))),
            _ => return None,
        })
    }
}

/// A program that logs one event on the map that it gets.
#[derive(Debug)]
struct OneEvent;

impl Program for OneEvent {
    fn name(&self) -> &'static str {
        "one event"
    }

    fn mark(&self) -> String {
        self.name().to_owned()
    }

    fn run(&self, scene: &Scene, progress: &Progress) -> Result<ProgramOutput, ProgramError> {
        let line = &b"{\"event\":\"open\",\"at\":[0,0],\"g\":1}\n"[..];
        let log = at_once(Log::read_on(self.name(), line, Some(scene), Bounds::default(), progress))?;
        Ok(ProgramOutput { log, other_output: String::new(), failed: None, is_late: false })
    }
}

/// Builds a command that steps through time, or asks about it.
fn ask(name: &str, dice: &mut Rng, session: &Session) -> SessionCommand {
    use SessionCommand as S;
    let events = session.moment().1 as u64;
    let moment = |dice: &mut Rng| if dice.below(9) == 0 { usize::MAX } else { dice.below(events + 2) as usize };
    match name {
        "PlayPause" => S::PlayPause,
        "Forward" => S::Forward(pick(dice, &STRIDES)),
        "Back" => S::Back(pick(dice, &STRIDES)),
        "Out" => S::Out,
        "Seek" => S::Seek(moment(dice)),
        "Home" => S::Home,
        "Faster" => S::Faster,
        "Slower" => S::Slower,
        "Scrub" => S::Scrub(moment(dice)),
        "JumpBack" => S::JumpBack,
        "JumpForward" => S::JumpForward,
        "SetSpeed" => S::SetSpeed(pick(dice, &[0.0, 1.0, 40.0, -1.0, 1e300, f64::NAN, f64::INFINITY])),
        "ToggleLoop" => S::ToggleLoop,
        "LoopFrom" => S::LoopFrom,
        "LoopTo" => S::LoopTo,
        "SetRange" => S::SetRange((dice.below(4) > 0).then(|| (moment(dice), moment(dice)))),
        "WhyNotHere" => S::WhyNotHere,
        "BreakHere" => S::BreakHere,
        "AddBreakpoint" => S::AddBreakpoint(pick(dice, CONDITIONS).parse().unwrap_or_else(|_| Condition::default())),
        "RemoveBreakpoint" => S::RemoveBreakpoint(small(dice)),
        "ToggleBreakpoint" => S::ToggleBreakpoint(small(dice)),
        "NoteOnly" => S::NoteOnly(small(dice), dice.below(2) == 0),
        "BreakOnNth" => S::BreakOnNth(small(dice), pick(dice, &[0, 1, 2, usize::MAX])),
        "ChooseKind" => {
            S::ChooseKind((dice.below(3) > 0).then(|| pick(dice, &["expanded", "opened", "no-such"]).to_owned()))
        }
        "TogglePredict" => S::TogglePredict,
        "NextQuestion" => S::NextQuestion,
        "AddSlide" => S::AddSlide,
        "SetSlide" => {
            let ask = pick(dice, ASKS).map(|ask| serde_json::from_str(ask).expect("a question"));
            let slide = Slide { at: moment(dice), note: pick(dice, TEXTS).into(), ask, ..Slide::default() };
            S::SetSlide(small(dice), slide)
        }
        "RemoveSlide" => S::RemoveSlide(small(dice)),
        "ToSlide" => S::ToSlide(small(dice)),
        "PlaySlide" => S::PlaySlide,
        "DraftReply" => S::DraftReply(reply(dice, session)),
        "DrawOn" => S::DrawOn(cell(dice, session.scene().size())),
        "ShowAnswer" => S::ShowAnswer,
        "AskAgain" => S::AskAgain,
        "RestoreReplies" => S::RestoreReplies([(small(dice), reply(dice, session))].into()),
        "LookThrough" => S::LookThrough(pick(dice, &[0, 1, 2, usize::MAX])),
        "SetLayer" => S::SetLayer(pick(dice, &[0, 1, 2, 3, usize::MAX])),
        _ => S::End,
    }
}

/// Questions of slides.
const ASKS: &[Option<&str>] = &[
    None,
    Some(r#"{ "path": "Where?" }"#),
    Some(r#"{ "cell": "Which?" }"#),
    Some(r#"{ "cell": "Which?", "hits": "expanded" }"#),
    Some(r#"{ "number": "How much?" }"#),
    Some(
        r#"{ "choice": "Which?", "options": [{ "words": "a", "holds": "outcome cost >= 3" }, { "words": "b", "holds": "no" }] }"#,
    ),
];

/// Returns a reply to a question.
fn reply(dice: &mut Rng, session: &Session) -> Reply {
    let size = session.scene().size();
    match dice.below(5) {
        0 => Reply::Path((0..dice.below(9)).map(|_| cell(dice, size)).collect()),
        1 => Reply::Cell(cell(dice, size)),
        2 => Reply::Number(dice.below(99) as f64),
        3 => Reply::Choice(small(dice)),
        _ => Reply::Nothing,
    }
}

/// Returns the id of a lesson on a small map.
fn small_lesson(dice: &mut Rng) -> &'static str {
    for _ in 0..20 {
        let preset = &PRESETS[dice.below(PRESETS.len() as u64) as usize];
        if preset.scene().is_ok_and(|scene| scene.size().area() <= 400) {
            return preset.id;
        }
    }
    "no-such"
}

const SYMPTOMS: &[&str] = &["hits expanded", "outcome found = true", "longer", "differs seed=2"];

const TOOLS: [Tool; 7] =
    [Tool::Brush, Tool::Line, Tool::Rectangle, Tool::Fill, Tool::Eyedropper, Tool::Erase, Tool::Select];

const SOLUTION_STEPS: [SolutionStep; 5] =
    [SolutionStep::Begin, SolutionStep::Keep, SolutionStep::Cancel, SolutionStep::Remove, SolutionStep::Test];

const STRIDES: [Stride; 12] = [
    Stride::Event,
    Stride::Step,
    Stride::Phase,
    Stride::Turn,
    Stride::Actor,
    Stride::Visible,
    Stride::Write,
    Stride::Hit,
    Stride::Tie,
    Stride::Slide,
    Stride::Conflict,
    Stride::Found,
];

/// Returns a file with an answer about its tiles.
fn map_source(path: &std::path::Path) -> MapSource {
    let mut reading = MapReading::default();
    reading.tiles.set("rest", TileMeaning::plain(Tile::Floor));
    MapSource { path: path.to_owned(), reading }
}
