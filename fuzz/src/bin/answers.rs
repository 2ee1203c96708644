//! Measures how long each command of a session takes on a large map. Commands are random, and each is timed alone, as
//! is collecting the results of background work.
//!
//! `cargo run --release -p gridscope-fuzz --bin answers -- SIDE COMMANDS ALGORITHM…` prints the longest time of each in
//! milliseconds, slowest first. Opened files and generated maps are left out, because they are prepared in the
//! background.

use gridscope::debugger::disk::prepare::Preparation;
use gridscope::debugger::session::background::Done;
use gridscope::debugger::session::command::Sides;
use gridscope::debugger::session::command::generator_request::GeneratorRequest;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::geometry::{Cell, Size};
use gridscope::trace::progress::at_once;
use gridscope::trace::rng::Rng;
use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};
use support::random::random_commands::{self, RandomCommands};

/// Number of rows printed.
const ROWS: usize = 20;

/// Maximum time of a task.
const TASK: Duration = Duration::from_secs(5);

/// The longest time of each command or step, and the command.
#[derive(Default)]
struct Longest(BTreeMap<String, (Duration, String)>);

impl Longest {
    fn time<T>(&mut self, name: &str, what: &str, code: impl FnOnce() -> T) -> T {
        let start_time = Instant::now();
        let done = code();
        let (took, longest) = (start_time.elapsed(), self.0.entry(name.to_owned()).or_default());
        if took > longest.0 {
            *longest = (took, what.chars().take(70).collect());
        }
        done
    }

    fn print(self) {
        let mut rows: Vec<_> = self.0.into_iter().collect();
        rows.sort_by_key(|(_, (took, _))| std::cmp::Reverse(*took));
        for (name, (took, what)) in rows.iter().take(ROWS) {
            println!("{:9.1} ms  {name:22}  {what}", took.as_secs_f64() * 1e3);
        }
    }
}

/// Does the work that a session hands out, as threads of the window would. Times only the session's own part.
fn settle(session: &mut Session, longest: &mut Longest) {
    while let Some(job) = longest.time("(hands out a recording)", "", || session.take_job()) {
        drop(longest.time("(gives back runs)", "", || session.take_retired()));
        let recorded = job.run();
        let runs = recorded.runs();
        longest.time("(takes in a recording)", "", || session.finish(recorded));
        for (run, users) in &runs {
            _ = at_once(run.prepare_rest(users));
        }
    }
    while let Some(work) = session.take_work() {
        let (mut told, begun) = (Vec::new(), Instant::now());
        work.run(&mut |update| {
            if begun.elapsed() > TASK {
                session.apply(&SessionCommand::CancelWork);
            }
            told.push(update);
        });
        for update in told {
            longest.time("(takes in work)", "", || session.handle_report(update));
        }
    }
    while let Some(asked) = longest.time("(hands out a question)", "", || session.next_question_task()) {
        let answer = at_once(asked.answer());
        longest.time("(takes in an answer)", "", || session.handle_answer(answer));
    }
    while let Some(writing) = longest.time("(hands out a scene)", "", || session.take_writing()) {
        let save_result = writing.run();
        longest.time("(takes in a save)", "", || session.handle_save_result(save_result));
    }
    if let Some(clip) = session.clip() {
        // Text is produced only once, when it is put on the clipboard.
        _ = clip.text();
    }
    while let Some(search) = session.take_search() {
        search.run(&mut |found| session.take_done(Done::Found(found)));
    }
}

fn session_of(algorithm: &str, side: u16) -> Result<Session, Box<dyn Error>> {
    let order = GeneratorRequest {
        generator: "rooms".into(),
        width: side,
        height: side,
        algorithm: Some(algorithm.to_owned()),
        ..GeneratorRequest::default()
    };
    Ok(gridscope::session(order.scene(&gridscope::registry())?))
}

fn measure(algorithm: &str, side: u16, commands: usize) -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir();
    let (chosen, mut dice, mut longest) =
        (RandomCommands::new(&folder.join("no-such-folder")), Rng::new(5), Longest::default());
    let mut session = session_of(algorithm, side)?;
    settle(&mut session, &mut longest);
    println!("{algorithm}, {side} × {side} cells, {} events", session.moment().1);
    for i in 0..commands {
        let command = chosen.command(&mut dice, &session);
        // Commands that change the map's size are tried below. Commands that open another scene are left out.
        let elsewhere = ["Resize", "Crop", "New", "Generate", "Make", "Open", "OpenPreset", "CompareWith", "TakeSmall"];
        let name = random_commands::name(&command);
        if elsewhere.contains(&name) {
            continue;
        }
        let what = if name == "Replace" { String::new() } else { format!("{command:?}") };
        longest.time(name, &what, || session.perform(&command));
        let at = Cell::new(dice.below(side.into()) as u16, dice.below(side.into()) as u16);
        longest.time("(shows what a click does)", &what, || session.preview(at));
        longest.time("(a frame of playing)", &what, || session.tick(0.016));
        if i % 3 == 0 {
            settle(&mut session, &mut longest);
        }
        session.take_notices();
    }
    let smaller = Size::new(side - 1, side - 1);
    for command in [SessionCommand::Resize(smaller, Sides::default()), SessionCommand::Undo, SessionCommand::Redo] {
        longest.time(random_commands::name(&command), "the whole map", || session.apply(&command));
    }
    let copying = longest.time("(hands out a copy)", "", || session.copying_text());
    let text = copying.run()?.0;
    if let Some(paste) = Preparation::of(&session, &SessionCommand::PasteText(text)) {
        let read = paste.run();
        longest.time("PasteText", "the whole map", || session.apply_prepared(read));
    }
    longest.print();
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [side, commands, algorithms @ ..] = &words[..] else {
        return Err("expected SIDE COMMANDS ALGORITHM…".into());
    };
    for algorithm in algorithms {
        measure(algorithm, side.parse()?, commands.parse()?)?;
    }
    Ok(())
}
