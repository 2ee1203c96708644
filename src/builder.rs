//! Builds the program with algorithms of your own. They work in every subcommand and in the window, like the built-in
//! ones.

use crate::debugger::disk::address::Address;
#[cfg(feature = "cli")]
use crate::debugger::export::{Export, ExportError};
#[cfg(feature = "cli")]
use crate::debugger::grade::Class;
#[cfg(feature = "cli")]
use crate::debugger::lab::experiment::{PlotFormat, Plots};
use crate::debugger::{Session, SessionCommand};
use crate::formats::log::Log;
use crate::log::Logger;
use crate::presets;
use crate::trace::algorithm::{Entry, Lens, Runner};
use crate::trace::card::Group;
use crate::trace::scene::{RunSpec, Scene};
use crate::trace::{Budget, Registry, Replay};
use std::path::{Path, PathBuf};

/// Returns the program. Add algorithms with [`Builder::with`], then call [`Builder::run`], or [`Builder::show`] to open
/// something at once.
///
/// ```no_run
/// # use gridscope::algorithms::search::breadth_first::BreadthFirst as Mine;
/// fn main() -> std::process::ExitCode {
///     gridscope::app().with(Mine).on("secret-door").run()
/// }
/// ```
pub fn app() -> Builder {
    Builder::default()
}

/// The program before it is started.
#[derive(Default)]
#[must_use = "nothing happens before `run` or `show`"]
pub struct Builder {
    /// The algorithms that were added.
    added: Vec<&'static dyn Runner>,
    opened: Option<Show>,
}

impl std::fmt::Debug for Builder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Builder").field("added", &self.ids().collect::<Vec<_>>()).finish_non_exhaustive()
    }
}

/// Contents of the window when it opens: a lesson or file (by name), a scene, a run with its scene, or a log.
#[derive(Debug)]
pub struct Show(StartContent);

#[derive(Debug)]
enum StartContent {
    Named(PathBuf),
    Scene(Box<Scene>),
    Run(Box<(Scene, Replay)>),
    Log(Box<Log>),
    /// Lines of a log.
    Lines(Vec<u8>),
}

impl From<&str> for Show {
    fn from(lesson_or_file: &str) -> Self {
        Self(StartContent::Named(lesson_or_file.into()))
    }
}

impl From<&Path> for Show {
    fn from(file: &Path) -> Self {
        Self(StartContent::Named(file.into()))
    }
}

impl From<Scene> for Show {
    fn from(scene: Scene) -> Self {
        Self(StartContent::Scene(Box::new(scene)))
    }
}

/// Shows the run at its cursor, or at its end if the cursor was not moved.
impl From<(Scene, Replay)> for Show {
    fn from(run: (Scene, Replay)) -> Self {
        Self(StartContent::Run(Box::new(run)))
    }
}

impl From<Log> for Show {
    fn from(log: Log) -> Self {
        Self(StartContent::Log(Box::new(log)))
    }
}

/// Shows the lines that a logger has stored.
impl From<Logger<Vec<u8>>> for Show {
    fn from(logger: Logger<Vec<u8>>) -> Self {
        Self(StartContent::Lines(logger.into_inner()))
    }
}

impl Builder {
    /// Adds an algorithm of your own. It appears in every list and every subcommand. If two algorithms have the same
    /// id, the one added last replaces the other. The command line prints a note if it replaces a built-in one.
    pub fn with<A: Lens>(mut self, _: A) -> Self {
        self.added.push(const { &Entry::<A>::NEW });
        self
    }

    /// Sets what the window shows when it opens. A lesson or map is run by the first algorithm added, unless its scene
    /// names another one that was added.
    pub fn on(self, what: impl Into<Show>) -> Self {
        Self { opened: Some(what.into()), ..self }
    }

    fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.added.iter().map(|runner| runner.card().id)
    }

    /// Prepares the process, and returns the built-in algorithms with the added ones.
    fn enter(&self) -> Registry {
        crate::outside::file_limit::report_instead_of_ending();
        let mut registry = crate::registry();
        for &runner in &self.added {
            let id = runner.card().id;
            let takes_ours = registry.find(id).is_some_and(|old| old.card().group != Group::Yours);
            registry = registry.with(runner);
            #[cfg(feature = "cli")]
            if takes_ours {
                crate::cli::note(&format!("the algorithm {id} of this program takes the place of gridscope's own"));
            }
            #[cfg(not(feature = "cli"))]
            let _ = takes_ours;
        }
        registry
    }

    /// Returns a session on the scene, run by an added algorithm.
    fn by_own(&self, registry: Registry, mut scene: Scene) -> Session {
        if let Some(first) = self.ids().next().filter(|_| self.ids().all(|id| id != scene.run.algorithm)) {
            scene.run = RunSpec { algorithm: first.to_owned(), ..RunSpec::default() };
        }
        Session::new(registry, scene)
    }

    /// Returns the session to show, or `None` if none was set.
    fn session(&mut self, registry: Registry) -> Result<Option<Session>, String> {
        let Some(Show(what)) = self.opened.take() else { return Ok(None) };
        let session = match what {
            StartContent::Scene(scene) => self.by_own(registry, *scene),
            StartContent::Run(run) => Session::on_run(registry, run.0, run.1),
            StartContent::Log(log) => Session::on_log(registry, &log),
            StartContent::Lines(lines) => {
                Session::on_log(registry, &Log::read("the log", &*lines).map_err(|e| e.to_string())?)
            }
            StartContent::Named(path) if path.exists() => {
                let opened = Session::on_file(registry, &path).map_err(|e| e.to_string())?;
                // A log or trace was already run.
                let has_run = opened.log().is_some() || opened.compares_trace();
                if has_run { opened } else { self.by_own(opened.registry().clone(), opened.scene().clone()) }
            }
            StartContent::Named(name) if !matches!(Address::read(&name.to_string_lossy()), Ok(None)) => {
                Session::on_address(registry, &name.to_string_lossy()).map_err(|e| e.to_string())?
            }
            StartContent::Named(name) => {
                let name = name.to_string_lossy();
                let lesson = presets::find(&name).ok_or_else(|| {
                    format!("{name}: there is no such file and no lesson of that name; expected one of the two")
                })?;
                self.by_own(registry, lesson.scene().map_err(|e| e.to_string())?)
            }
        };
        Ok(Some(session))
    }

    /// Opens the window on a lesson, file, scene, run or log. Returns when the window is closed.
    ///
    /// # Errors
    /// Returns a sentence if the content cannot be read, if there is no screen, or if this build has no window (feature
    /// `gui`).
    pub fn show(self, what: impl Into<Show>) -> Result<(), String> {
        let mut program = self.on(what);
        let registry = program.enter();
        let session = program.session(registry.clone())?;
        window(registry, session, (None, None))
    }

    /// Runs the program: executes the command line, or opens the window if there is no subcommand.
    #[cfg(feature = "cli")]
    #[must_use = "it is what `main` returns"]
    pub fn run(self) -> std::process::ExitCode {
        let registry = self.enter();
        // Lock standard output only while a subcommand needs it.
        let start = {
            let mut out = crate::outside::stdout::standard_output();
            crate::cli::start(&registry, std::env::args_os(), &mut out, cfg!(feature = "gui"))
        };
        self.go_on(registry, start).into()
    }

    /// Like [`Builder::run`], but with the given arguments, the program's name first. Output of subcommands goes to
    /// `out`, except for help. Returns the exit code.
    #[cfg(feature = "cli")]
    pub fn run_with<A: Into<std::ffi::OsString>>(
        self,
        args: impl IntoIterator<Item = A>,
        out: &mut dyn std::io::Write,
    ) -> u8 {
        let registry = self.enter();
        let start = crate::cli::start(&registry, args.into_iter().map(Into::into), out, cfg!(feature = "gui"));
        self.go_on(registry, start)
    }

    #[cfg(feature = "cli")]
    fn go_on(mut self, registry: Registry, start: crate::cli::Start) -> u8 {
        use crate::cli::{Start, complain};
        let session = match start {
            Start::Exit(code) => return code,
            Start::Render(render) => return render.finish(draw),
            Start::Class(class) => return class.finish(draw_class),
            Start::Plots(plots) => return plots.finish(draw_plots),
            Start::Serve(serve) => return serve.finish(cfg!(feature = "gui").then_some(draw)),
            Start::Window(Some(session)) => Ok(Some(*session)),
            Start::Window(None) => self.session(registry.clone()),
            Start::WindowWith(command, budget) => {
                let done = window(registry, None, (Some(*command), budget));
                return done.map_or_else(|sentence| complain(&sentence), |()| 0);
            }
        };
        // Sessions of `open` have their budgets.
        let budget = crate::cli::budget_of_environment();
        let done = session.and_then(|session| window(registry, session, (None, budget)));
        done.map_or_else(|sentence| complain(&sentence), |()| 0)
    }
}

/// Draws a file as the window would.
#[cfg(all(feature = "cli", feature = "gui"))]
fn draw(
    export: &Export,
    session: &Session,
    progress: &crate::trace::Progress,
) -> Result<Option<Vec<Vec<u8>>>, ExportError> {
    // A file shows every mark, as Debug does.
    let arrangement = crate::debugger::session::window::Arrangement::Debug;
    let settings = crate::app::view::Settings { arrangement, ..crate::app::view::Settings::default() };
    crate::app::export::export(export, session, &settings, None, progress)
}

/// Refuses to draw in a build without the window. The command line refuses earlier, so this is not reached.
#[cfg(all(feature = "cli", not(feature = "gui")))]
fn draw(_: &Export, _: &Session, _: &crate::trace::Progress) -> Result<Option<Vec<Vec<u8>>>, ExportError> {
    Err(ExportError("this gridscope was built without its window, which draws".to_owned()))
}

/// Draws the pages of a graded class.
#[cfg(all(feature = "cli", feature = "gui"))]
fn draw_class(class: &Class) -> Result<Vec<u8>, ExportError> {
    crate::app::export::class_pages(class)
}

/// Refuses to draw in a build without the window. The command line refuses earlier, so this is not reached.
#[cfg(all(feature = "cli", not(feature = "gui")))]
fn draw_class(_: &Class) -> Result<Vec<u8>, ExportError> {
    Err(ExportError("this gridscope was built without its window, which draws".to_owned()))
}

/// Draws the plots of an experiment.
#[cfg(all(feature = "cli", feature = "gui"))]
fn draw_plots(plots: &Plots, format: PlotFormat) -> Result<Vec<u8>, ExportError> {
    crate::app::export::plots_page(plots, format)
}

/// Refuses to draw in a build without the window. The command line refuses earlier, so this is not reached.
#[cfg(all(feature = "cli", not(feature = "gui")))]
fn draw_plots(_: &Plots, _: PlotFormat) -> Result<Vec<u8>, ExportError> {
    Err(ExportError("this gridscope was built without its window, which draws".to_owned()))
}

/// Opens the window on a session, or on the start page. In the latter case it begins with a command, if there is one.
/// `budget` is that of the command line.
#[cfg(feature = "gui")]
fn window(
    registry: Registry,
    session: Option<Session>,
    (command, budget): (Option<SessionCommand>, Option<Budget>),
) -> Result<(), String> {
    use crate::debugger::session::run_memory::RunMemory;
    let is_first = session.is_none();
    let mut session = session.map_or_else(|| crate::app::first_session(registry), Ok)?;
    let given = session.run_memory().given.or(budget);
    let usual = crate::outside::machine::memory_for_runs();
    session.set_run_memory(RunMemory { given, usual, setting: None });
    if is_first {
        crate::app::run_first(session, crate::guide::guide(), command)
    } else {
        crate::app::run(session, crate::guide::guide())
    }
}

#[cfg(not(feature = "gui"))]
fn window(_: Registry, _: Option<Session>, _: (Option<SessionCommand>, Option<Budget>)) -> Result<(), String> {
    let subcommand = if cfg!(feature = "cli") { "a subcommand (see `--help`) or " } else { "" };
    Err(format!("this gridscope was built without its window; expected {subcommand}a build with the feature gui"))
}
