//! Random commands on a session. No command may break the session's state, and undo must restore the scene byte for
//! byte.

use super::random_commands::{RandomCommands, cell};
use gridscope::debugger::{Session, SessionCommand, disk::open};
use gridscope::formats::{Format as _, Options, scene_json::SceneJson};
use gridscope::presets::PRESETS;
use gridscope::trace::rng::Rng;
use gridscope::trace::scene::Scene;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// Number of commands in a sequence.
const COMMANDS: usize = 40;

/// Runs a random lesson with random commands, seeded by a text.
///
/// # Errors
/// Returns an error if undoing everything does not restore the start, or redoing everything does not restore the end.
pub fn take(bytes: &[u8]) -> Result<(), String> {
    let seed = bytes.iter().fold(7u64, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut dice = Rng::new(seed);
    let preset = &PRESETS[dice.below(PRESETS.len() as u64) as usize];
    let Ok(scene) = preset.scene() else { return Ok(()) };
    // Nothing is read from or written to the disk.
    let nowhere = RandomCommands::new(Path::new("no/such/folder"));
    sequence(scene, dice, COMMANDS, &nowhere).map(drop).map_err(|wrong| format!("{}: {wrong}", preset.id))
}

/// Gives a session `commands` random commands and checks it after each. Then undoes and redoes everything. Returns the
/// names of the commands it gave.
///
/// # Errors
/// Returns what is wrong, with the commands that led there.
pub fn sequence(
    scene: Scene,
    mut dice: Rng,
    commands: usize,
    chosen: &RandomCommands,
) -> Result<BTreeSet<&'static str>, String> {
    let mut session = gridscope::session(scene);
    if dice.clone().below(4) == 0 {
        // Simulates runs that take too much memory.
        session.set_room(0);
    }
    session.settle();
    let (mut met, mut done) = (BTreeSet::new(), Vec::new());
    let mut history = History { opened: session.scene_number(), start: bytes(&session)? };
    for _ in 0..commands {
        let command = chosen.command(&mut dice, &session);
        met.insert(super::random_commands::name(&command));
        done.push(format!("{command:?}").chars().take(160).collect::<String>());
        if dice.below(8) == 0 {
            session.hover(Some(cell(&mut dice, session.scene().size())));
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
        if session.work().notices.len() > 20 {
            session.take_notices();
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

/// Time after which work is cancelled. An experiment may have very many runs.
const LONG: Duration = Duration::from_secs(5);

/// Runs pending work for a random number of updates, then cancels it or lets it finish.
fn work(session: &mut Session, dice: &mut Rng) {
    let Some(work) = session.take_work() else { return };
    let mut told = Vec::new();
    let most = dice.below(400) as usize;
    let begun = Instant::now();
    work.run(&mut |update| {
        if begun.elapsed() > LONG {
            session.apply(&SessionCommand::CancelWork);
        }
        if told.len() < most || !matches!(update, gridscope::debugger::session::background::work::Update::Row(_)) {
            told.push(update);
        }
    });
    for update in told {
        session.handle_report(update);
    }
}

/// Returns the whole scene as text.
fn bytes(session: &Session) -> Result<Vec<u8>, String> {
    written(session.scene())
}

fn written(scene: &Scene) -> Result<Vec<u8>, String> {
    let written = SceneJson.write(scene, &Options::with_registry(&gridscope::registry()));
    written.map(|written| written.bytes).map_err(|error| format!("it cannot be saved any more: {error}"))
}

/// Checks that a saved scene opens again unchanged, except for references that mean nothing.
fn opens_again(scene: &Scene) -> Result<(), String> {
    let saved = open::without_invalid_parts(&gridscope::registry(), scene).0;
    let text = String::from_utf8_lossy(&written(&saved)?).into_owned();
    match open::text("what was saved", &text, &Options::with_registry(&gridscope::registry())) {
        Err(error) => Err(format!("what is saved cannot be opened: {error}")),
        Ok(loaded) if loaded.scene != saved => Err("another scene is read than was saved".into()),
        Ok(_) => Ok(()),
    }
}

/// The start of a document.
struct History {
    opened: u64,
    start: Vec<u8>,
}

impl History {
    /// Checks that the scene is valid. If another scene was opened, its text becomes the new start.
    fn look(&mut self, session: &Session) -> Result<(), String> {
        session.scene().validate().map_err(|error| format!("the scene holds together no longer: {error}"))?;
        if session.scene_number() != self.opened && session.document().depth() == (0, 0) {
            self.start = bytes(session)?;
        }
        self.opened = session.scene_number();
        Ok(())
    }

    /// Undoes everything, redoes it, and opens the saved scene.
    fn there_and_back(&self, session: &mut Session) -> Result<(), String> {
        let (end, strokes) = (bytes(session)?, session.document().depth().0);
        opens_again(session.scene())?;
        for _ in 0..strokes {
            session.apply(&SessionCommand::Undo);
        }
        if session.document().depth().0 != 0 {
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
