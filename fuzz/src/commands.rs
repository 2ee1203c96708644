//! Random commands on a session: no state in which one of them breaks anything, and all that they did can be undone, byte
//! for byte.

use super::chosen::{Chosen, cell};
use gridscope::core::rng::Rng;
use gridscope::core::scene::Scene;
use gridscope::debugger::{Session, SessionCommand, open};
use gridscope::formats::{Format as _, Options, scene_json::SceneJson};
use gridscope::presets::PRESETS;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// How many commands a sequence of the runner has.
const COMMANDS: usize = 40;

/// Chance, seeded by a text, chooses a lesson and what is done to it.
///
/// # Errors
/// Where undoing everything does not lead back, or doing it again not there.
pub fn take(bytes: &[u8]) -> Result<(), String> {
    let seed = bytes.iter().fold(7u64, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut dice = Rng::new(seed);
    let preset = &PRESETS[dice.below(PRESETS.len() as u64) as usize];
    let Ok(scene) = preset.scene() else { return Ok(()) };
    // Nothing is read from a disk, and nothing written.
    let nowhere = Chosen::new(Path::new("no/such/folder"));
    sequence(scene, dice, COMMANDS, &nowhere).map(drop).map_err(|wrong| format!("{}: {wrong}", preset.id))
}

/// Gives a session so many commands, looks at it after each, then undoes all and does it again. Answers which commands it
/// has met.
///
/// # Errors
/// What is wrong, with the commands that led there.
pub fn sequence(
    scene: Scene,
    mut dice: Rng,
    commands: usize,
    chosen: &Chosen,
) -> Result<BTreeSet<&'static str>, String> {
    let mut session = Session::new(scene);
    if dice.clone().below(4) == 0 {
        // As if each run took much memory.
        session.room = 0;
    }
    session.settle();
    let (mut met, mut done) = (BTreeSet::new(), Vec::new());
    let mut history = History { opened: session.opened, start: bytes(&session)? };
    for _ in 0..commands {
        let command = chosen.command(&mut dice, &session);
        met.insert(super::chosen::name(&command));
        done.push(format!("{command:?}").chars().take(160).collect::<String>());
        if dice.below(8) == 0 {
            session.hovered = Some(cell(&mut dice, session.scene().size()));
        }
        session.apply(&command);
        match dice.below(8) {
            0 | 1 => session.settle(),
            2 => _ = session.tick(0.3),
            3 => _ = session.preview(cell(&mut dice, session.scene().size())),
            4 => _ = (session.question_now(), session.turn_now(), session.copied().map(str::len)),
            5 => work(&mut session, &mut dice),
            _ => {}
        }
        let told = |wrong: String| format!("{wrong}, after {}", done[done.len().saturating_sub(COMMANDS)..].join("; "));
        history.look(&session).map_err(told)?;
        if session.notices.len() > 20 {
            session.notices.clear();
        }
    }
    let told = |wrong: String| format!("{wrong}, after {}", done[done.len().saturating_sub(COMMANDS)..].join("; "));
    session.apply(&SessionCommand::StrokeEnd);
    session.apply(&SessionCommand::PutDown);
    session.settle();
    history.look(&session).map_err(told)?;
    history.there_and_back(&mut session).map_err(told)?;
    Ok(met)
}

/// How long work goes on before it is cancelled: an experiment may have very many runs.
const LONG: Duration = Duration::from_secs(5);

/// Work that was begun goes on for a few of its tellings, and is given up then or done.
fn work(session: &mut Session, dice: &mut Rng) {
    let Some(work) = session.take_work() else { return };
    let (mut told, most, begun) = (Vec::new(), dice.below(400) as usize, Instant::now());
    work.run(&mut |update| {
        if begun.elapsed() > LONG {
            session.tasks.cancel();
        }
        if told.len() < most || !matches!(update, gridscope::debugger::work::Update::Row(_)) {
            told.push(update);
        }
    });
    for update in told {
        session.hear(update);
    }
}

/// The whole scene as text.
fn bytes(session: &Session) -> Result<Vec<u8>, String> {
    written(session.scene())
}

fn written(scene: &Scene) -> Result<Vec<u8>, String> {
    let written = SceneJson.write(scene, &Options::default());
    written.map(|written| written.bytes).map_err(|error| format!("it cannot be saved any more: {error}"))
}

/// What is saved opens again, as it was but for what means nothing.
fn opens_again(scene: &Scene) -> Result<(), String> {
    let saved = open::meant_alone(scene).0;
    let text = String::from_utf8_lossy(&written(&saved)?).into_owned();
    match open::text("what was saved", &text, &Options::default()) {
        Err(error) => Err(format!("what is saved cannot be opened: {error}")),
        Ok(loaded) if loaded.scene != saved => Err("another scene is read than was saved".into()),
        Ok(_) => Ok(()),
    }
}

/// Where a document began.
struct History {
    opened: u64,
    start: Vec<u8>,
}

impl History {
    /// Takes note of a scene that was opened, and looks whether what there is holds together.
    fn look(&mut self, session: &Session) -> Result<(), String> {
        session.scene().validate().map_err(|error| format!("the scene holds together no longer: {error}"))?;
        if session.opened != self.opened && session.document.depth() == (0, 0) {
            self.start = bytes(session)?;
        }
        self.opened = session.opened;
        Ok(())
    }

    /// Undoes all, does it again, and reads what is saved then.
    fn there_and_back(&self, session: &mut Session) -> Result<(), String> {
        let (end, strokes) = (bytes(session)?, session.document.depth().0);
        opens_again(session.scene())?;
        for _ in 0..strokes {
            session.apply(&SessionCommand::Undo);
        }
        if session.document.depth().0 != 0 {
            return Err("one Undo is not one stroke".into());
        }
        if bytes(session)? != self.start {
            return Err("undoing everything leads elsewhere".into());
        }
        session.settle();
        for _ in 0..strokes {
            session.apply(&SessionCommand::Redo);
        }
        session.settle();
        if bytes(session)? == end { Ok(()) } else { Err("doing everything again leads elsewhere".into()) }
    }
}
