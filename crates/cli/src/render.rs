//! `render`: draws a picture, an animation, a handout or a card of a run, as in the window, or writes a page that plays.
//! Drawing needs the window's crate, so this module only prepares the request. A page needs no window.

use super::budget_flags::{self, BudgetArgs, WayOn, WindowArgs};
use super::ending::{as_recorded, ending, up_to_there};
use super::input::{RunArgs, Source, WithArgs, warn_of};
use super::place::{FileOrStream, is_nameless};
use super::step::past_the_end;
use super::{CliError, Start, bar, complain, output};
use crate::debugger::ask::Draw;
use crate::debugger::disk::files::write_derived;
use crate::debugger::export::page::{LARGE, PageOptions, is_page_address, page};
use crate::debugger::export::{Export, ExportError, ExportKind, Format, file_names};
use crate::debugger::session::window::ThemeName;
use crate::debugger::session::{Notice, Problem};
use crate::debugger::{Session, SessionCommand};
use crate::formats::plain::format_count;
use gridscope_trace::{Progress, Registry};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct Args {
    /// A file, a preset's name, a link, or - for standard input
    scene: FileOrStream,
    /// Output file: .png, .svg, .pdf or .tex (LaTeX) for a picture; .gif, .apng or .png for a range; .svg, .pdf or .html for
    /// a handout; .html for a page, .zip for a learning platform
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Show the run after N events, 0 for before the first; a page opens there [default: the moment of the scene's
    /// picture, or the end]
    #[arg(long, value_name = "N", conflicts_with = "handout")]
    at: Option<usize>,
    /// Show the Nth slide of a lesson: its moment, with only the signs that it speaks of, and its pins
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    #[arg(conflicts_with_all = ["at", "from", "to", "handout", "html"])]
    slide: Option<u16>,
    /// Show a range of events: start after event A [default: 0]
    #[arg(long, value_name = "A")]
    from: Option<usize>,
    /// Show a range of events: stop after event B [default: the end]
    #[arg(long, value_name = "B")]
    to: Option<usize>,
    /// Events per frame of an animation [default: as few as fit into 300 frames]
    #[arg(long, value_name = "K")]
    every: Option<usize>,
    /// Milliseconds per frame [default: 120]
    #[arg(long, value_name = "MS", conflicts_with = "fps", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    delay: Option<u32>,
    /// Frames per second
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    fps: Option<u32>,
    /// Layer to show [default: the first]
    #[arg(long, value_name = "NAME")]
    layer: Option<String>,
    /// Longest side of the map in points; cells have whole points, and numbers from 26 [default: 1200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(16..=4096))]
    #[arg(conflicts_with_all = ["handout", "card", "html"])]
    points: Option<u16>,
    /// Pixels per point, 1 to 4 [default: 2, or 1 for a range]
    #[arg(long, value_name = "K")]
    scale: Option<u8>,
    /// Theme: dark, light or colour-blind [default: dark; in .pdf and .tex light; in a page, as the reader's system]
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// Draw only this run of a side-by-side scene: A, B, …
    #[arg(long, value_name = "LETTER", value_parser = run_letter)]
    run: Option<usize>,
    /// Print the event's sentence under the map [default: no, or yes for a range]
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    #[arg(value_parser = clap::builder::BoolishValueParser::new(), hide_possible_values = true)]
    sentence: Option<bool>,
    /// Number columns and rows at the edge of the map [default: yes]
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    #[arg(value_parser = clap::builder::BoolishValueParser::new(), hide_possible_values = true)]
    rulers: Option<bool>,
    /// Draw an A4 handout with empty boxes for g, h and f; a large map has several pages, as .svg FILE-1, FILE-2, …
    #[arg(long, conflicts_with_all = ["from", "to", "card"])]
    handout: bool,
    /// Fill in the answers of the handout
    #[arg(long, requires = "handout")]
    answers: bool,
    /// Draw a card to share, 1200×630 pixels: title, question, map
    #[arg(long, conflicts_with_all = ["from", "to"])]
    card: bool,
    /// Write one web page that plays the run without a network; also if FILE ends in .html
    #[arg(long, conflicts_with_all = ["handout", "card", "every", "delay", "fps", "scale", "sentence", "rulers"])]
    html: bool,
    /// Write the page as a package for a learning platform (SCORM 1.2); also if FILE ends in .zip
    #[arg(long, conflicts_with_all = ["handout", "card", "every", "delay", "fps", "scale", "sentence", "rulers", "html"])]
    scorm: bool,
    /// Add a link to the page that opens the scene at the same event in the gridscope at this address
    #[arg(long, value_name = "PAGE")]
    app: Option<String>,
    #[command(flatten)]
    flags: RunArgs,
    #[command(flatten)]
    with: WithArgs,
    #[command(flatten)]
    window: WindowArgs,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, draws: bool) -> Result<Start, CliError> {
        let what = self.what();
        self.check_page(what)?;
        if !draws && what != ExportKind::Page {
            let why = "`render` draws with the window, and this gridscope was built without it; expected a build with \
                       the feature gui";
            return Err(CliError::Input(why.to_owned()));
        }
        let fail = |error: ExportError| CliError::Input(error.to_string());
        // Report a bad output name before running anything.
        let format = match what.extensions() {
            _ if self.scorm => Ok(Format::Scorm),
            // A pipe has no file name extension.
            [usual, ..] if is_nameless(&self.output) => what.format(Path::new(&format!("a.{usual}"))),
            _ => what.format(&self.output),
        };
        let format = format.map_err(fail)?;
        let theme = self.theme(format)?;
        let output = FileOrStream::from(self.output.clone().into_os_string());
        output::check_outputs(self.flags.inputs(&self.scene), [&output])?;
        let mut session = recorded(registry, &self.scene, (&self.flags, &self.window), &self.with)?;
        let one_moment = matches!(what, ExportKind::Picture | ExportKind::Card);
        if let Some(at) = self.at.or(session.scene().run.picture.filter(|_| one_moment)) {
            session.apply(&SessionCommand::Seek(within(self.at.is_some(), at, &session)?));
        }
        if let Some(name) = &self.layer {
            let layers = session.layers();
            let names = || layers.iter().map(|l| l.name.to_string()).collect::<Vec<_>>().join(", ");
            let layer = layers.iter().position(|l| l.name == *name).ok_or_else(|| {
                CliError::Input(format!("--layer: there is no layer {name:?}; expected one of {}", names()))
            })?;
            session.apply(&SessionCommand::SetLayer(layer));
        }
        let mut export = Export::new(what, format, &session);
        export.theme = theme;
        export.run = self.run;
        export.points = self.points;
        export.slide = self.slide.map(|slide| usize::from(slide) - 1);
        export.scale = self.scale.unwrap_or(export.scale);
        export.sentence = self.sentence.unwrap_or(export.sentence);
        export.rulers = self.rulers.unwrap_or(export.rulers);
        export.delay = self.delay();
        export.page = PageOptions { theme: self.theme.as_ref().map(|_| theme), app: self.app.clone() };
        if what.has_range() {
            self.range(&mut export, &session)?;
        }
        export.check(&session).map_err(|error| CliError::Input(format!("{}: {error}", self.scene)))?;
        Ok(Start::Render(Box::new(Render { session, export, output: self.output, budget: self.flags.budget })))
    }

    /// Checks the flags of a page against each other.
    fn check_page(&self, what: ExportKind) -> Result<(), CliError> {
        if self.at.is_some() && what == ExportKind::Animation {
            let why = "--at shows one moment, and --from and --to a range; expected one of the two, or a page (--html)";
            return Err(CliError::Input(why.to_owned()));
        }
        match &self.app {
            Some(_) if what != ExportKind::Page => {
                Err(CliError::Input("--app: only a page has a link; add --html".to_owned()))
            }
            Some(address) if !is_page_address(address) => Err(CliError::Input(format!(
                "--app: {address:?} is not the address of a page; expected http:// or https://, without a part after #"
            ))),
            _ => Ok(()),
        }
    }

    /// Returns what the flags ask for. Without such flags, the file name extension decides.
    fn what(&self) -> ExportKind {
        let has_extension = |wanted: &str| self.output.extension().is_some_and(|e| e.eq_ignore_ascii_case(wanted));
        let moves = |path: &Path| path.extension().is_some_and(|e| e == "gif" || e == "apng");
        if self.handout {
            ExportKind::Handout { answers: self.answers }
        } else if self.card {
            ExportKind::Card
        } else if self.html || self.scorm || has_extension("html") || has_extension("zip") {
            ExportKind::Page
        } else if self.from.is_some()
            || self.to.is_some()
            || (self.at.is_none() && self.slide.is_none() && moves(&self.output))
        {
            ExportKind::Animation
        } else {
            ExportKind::Picture
        }
    }

    fn delay(&self) -> u32 {
        let of_fps = self.fps.map(|fps| 1000 / fps.max(1));
        self.delay.or(of_fps).unwrap_or(crate::debugger::export::USUAL_DELAY)
    }

    fn theme(&self, format: Format) -> Result<ThemeName, CliError> {
        let Some(name) = self.theme.as_deref() else { return Ok(format.usual_theme()) };
        ThemeName::from_name(name).ok_or_else(|| {
            CliError::Input(format!("--theme: there is no theme {name:?}; expected dark, light or colour-blind"))
        })
    }

    /// Sets the range and the number of events per frame. If `--every` is not given, prints the number chosen.
    fn range(&self, export: &mut Export, session: &Session) -> Result<(), CliError> {
        let len = session.moment().1;
        let to = self.to.map_or(Ok(len), |to| within(true, to, session))?;
        (export.from, export.to) = (self.from.unwrap_or(0), session.number_of_moment(to));
        let last = session.number_of_moment(len);
        export.check_range(last).map_err(|error| CliError::Input(format!("{}: {error}", self.scene)))?;
        (export.from, export.to) = (session.moment_of_number(export.from), to);
        if export.what == ExportKind::Page {
            let (from, to) = (export.from, export.to);
            return match self.at.filter(|at| !(from..=to).contains(&(*at).min(len))) {
                None => Ok(()),
                Some(at) => Err(CliError::Input(format!("--at {at}: expected a moment of the range, {from} to {to}"))),
            };
        }
        export.every = match self.every {
            Some(0) => return Err(CliError::Input("--every: expected a whole number from 1".to_owned())),
            Some(every) => every,
            None => {
                let every = crate::debugger::export::usual_stride(export.from, export.to);
                if every > 1 {
                    let (n, frames) = (export.to - export.from, export.frames_of(every));
                    let text =
                        format!("showing one event in {every}: {frames} frames for {n} events; --every changes this");
                    output::note("note", &text);
                }
                every
            }
        };
        Ok(())
    }
}

/// Returns the moment of a position, limited to the end. Prints a note if it is past the end.
///
/// # Errors
/// Returns an error in the same cases as [`past_the_end`], if the user `asked` for it.
fn within(asked: bool, at: usize, session: &Session) -> Result<usize, CliError> {
    let Some(run) = session.replay() else { return Ok(at) };
    let len = run.number_of_moment(run.len());
    let is_whole = asked && !is_halted(session) && fault_of(session).is_none();
    if let Some(past) = past_the_end(at, len, is_whole)? {
        output::note("note", &past);
    }
    Ok(run.moment_of_number(at))
}

/// A request to draw a file.
pub struct Render {
    session: Session,
    export: Export,
    output: PathBuf,
    budget: BudgetArgs,
}

impl Render {
    /// Draws and writes the file. Returns the exit code.
    pub fn finish(self, draw: Draw) -> u8 {
        let Self { session, export, output, budget } = self;
        let progress = Progress::default();
        let bar = bar::watching(&progress);
        let files = match export.what {
            ExportKind::Page => page(&export, &session.snapshot(export.run.or(Some(0))), &progress)
                .map(|page| page.map(|page| vec![page])),
            _ => draw(&export, &session, &progress),
        };
        drop(bar);
        if export.what == ExportKind::Animation && matches!(files, Ok(Some(_))) {
            let frames = format_count(export.frames(), "frame");
            output::note("note", &format!("{frames}, {} ms each, the last longer", export.frame_duration()));
        }
        let files = match files {
            Ok(files) => files.unwrap_or_default(),
            Err(error) => return complain(&error.to_string()),
        };
        let size = files.iter().map(Vec::len).sum::<usize>();
        if export.what == ExportKind::Page && size > LARGE {
            let size = size as f64 / 1e6;
            let text = format!("the page has {size:.1} MB; --from and --to write a part of the run");
            output::note("note", &text);
        }
        if files.len() > 1 && is_nameless(&output) {
            let pages = files.len();
            return complain(&format!(
                "the handout has {pages} pages, each a file of its own; expected -o with a file name, or one that ends in .pdf"
            ));
        }
        let names = file_names(&output, files.len());
        let write_result = match &files[..] {
            [bytes] => output::write_file(&output, |file| file.write_all(bytes)),
            pages => write_derived(names.iter().cloned().zip(pages.iter().map(Vec::as_slice))).map_err(CliError::from),
        };
        if let Err(error) = write_result {
            return complain(&error.to_string());
        }
        if let [first, .., last] = names.as_slice() {
            let pages = format_count(names.len(), "page");
            output::note("note", &format!("{pages}: {} to {}", first.display(), last.display()));
        }
        match end(&session, &budget) {
            Ok(Start::Exit(code)) => code,
            Ok(_) => 0,
            Err(error) => complain(&error.to_string()),
        }
    }
}

/// Returns whether one of the runs shown was cut.
fn is_halted(session: &Session) -> bool {
    session.shown_runs().any(|run| run.replay.halted().is_some())
}

/// Ends a command that has written what a session shows. Says again which run was cut, if one was.
pub(super) fn end(session: &Session, budget: &BudgetArgs) -> Result<Start, CliError> {
    let is_opened = session.log().is_some();
    let shared = budget.shared_by(session.shown_runs().count());
    let way_on = if is_opened { WayOn::Nothing } else { WayOn::Budget };
    let cut = session.shown_runs().find_map(|run| budget_flags::cut(&run.replay, &shared, way_on));
    budget_flags::report(cut.as_ref());
    ending(fault_of(session).as_deref(), cut.is_some() && !budget.partial)
}

/// Returns what is wrong with the log or trace that a session shows.
pub(super) fn fault_of(session: &Session) -> Option<String> {
    let broken = session.log().and_then(|log| log.broken.as_ref());
    session.opened().trace_differs.as_ref().map(as_recorded).or_else(|| broken.map(up_to_there))
}

/// Returns a session on SCENE with its runs recorded.
pub(super) fn recorded(
    registry: &Registry,
    scene: &FileOrStream,
    (flags, window): (&RunArgs, &WindowArgs),
    with: &WithArgs,
) -> Result<Session, CliError> {
    let record = |session: &mut Session| {
        flags.budget.set(session);
        session.record_from(window.first_event());
        session.settle();
    };
    let path = scene.path();
    let as_it_is = flags.change_nothing() && with.command.is_none();
    let mut session = if as_it_is && path.exists() {
        // Pictures and tables have no findings.
        Session::on_file_unaudited(registry.clone(), path)?
    } else {
        let mut source = Source::load(scene, &flags.options(registry))?;
        match (&source.log, with.program()) {
            (Some(told), _) if as_it_is => Session::on_log(registry.clone(), &told.log),
            (_, Some(program)) => {
                source.send(flags)?;
                let mut session = Session::new(registry.clone(), source.scene);
                session.apply(&SessionCommand::Attach(program));
                session.notify_all(source.notes);
                session
            }
            _ => {
                source.plan(flags)?;
                let mut session = Session::new(registry.clone(), source.scene);
                session.notify_all(source.notes);
                session
            }
        }
    };
    if session.log().is_none() && as_it_is {
        warn_of(registry, session.scene());
    }
    if let Some(reason) = window.record_from.and_then(|_| session.refuses_window()) {
        return Err(CliError::Input(format!("{scene}: --record-from: {reason}")));
    }
    record(&mut session);
    if let Some(run) = session.replay() {
        budget_flags::check_window(scene.text(), run, window.first_event())?;
    }
    match session.take_problem() {
        Some(Problem::Run(error)) => return Err(CliError::run(scene.text(), error)),
        Some(other) => return Err(CliError::Input(format!("{scene}: {other}"))),
        None => {}
    }
    let fault = fault_of(&session);
    let is_failed = |notice: &Notice| session.program().is_some() && notice.error;
    if let Some(failed) = session.work().notices.iter().find(|notice| is_failed(notice)) {
        return Err(CliError::Input(failed.text.clone()));
    }
    for notice in session.take_notices() {
        // The command ends with this one.
        if fault.is_none() || !notice.error && !notice.text.starts_with("Shown up to there") {
            output::note("note", &notice.text);
        }
    }
    Ok(session)
}

/// Parses the letter of a run, A, B, …, to its number from 0.
pub(super) fn run_letter(text: &str) -> Result<usize, String> {
    match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Ok((letter.to_ascii_uppercase() - b'A').into()),
        _ => Err("expected the letter of a run: A, B, …".to_owned()),
    }
}
