//! `grade`: grades a folder of submissions: searches in Python, programs in any language, or scenes that should solve an
//! exercise. Prints a table, and writes files for teachers and course systems.

mod grader;

use super::budget_flags::BudgetArgs;
use super::flags::{JobsArgs, command, timeout};
use super::map_flags::meaning;
use super::place::FileOrStream;
use super::step::parse_cell;
use super::{CliError, Start, bar, complain, output};
use crate::debugger::disk::files::{make_folder, write_derived};
use crate::debugger::grade::{self, Class, DrawClass, EXERCISE, MarkKind, Points, SEARCH, Submission};
use crate::formats::{ArrayMeaning, bounded_file};
use gridscope_trace::{Cell, Progress, Registry};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

#[derive(clap::Args)]
#[command(mut_arg("memory", |flag| flag.help("Cut a run of a scene that takes more memory: MiB, or with a unit, such as \
    2GiB [default: 1GiB, so that marks are the same on every machine]")))]
#[command(mut_arg("partial", |flag| flag.hide(true)))]
pub(super) struct Args {
    /// A folder of submissions: .py files; with --with all files; with --exercise scene files. A folder in it is one
    /// student's. Or one submission
    folder: PathBuf,
    /// Name of the function to grade in each Python file. It is called with the map, the start and the goal
    #[arg(long, value_name = "NAME", required_unless_present_any = ["command", "exercise"])]
    search: Option<String>,
    /// Maps to try it on: files that gridscope reads, or presets. 100 further ones are made of the tiles of the first
    #[arg(long, value_name = "FILE", num_args = 1.., required_unless_present = "exercise")]
    map: Vec<String>,
    /// Start on all maps [default: the mover of the map, or its first free cell]
    #[arg(long, value_name = "X,Y", value_parser = parse_cell)]
    start: Option<Cell>,
    /// Goal on all maps [default: the goal of the map, or its last free cell]
    #[arg(long, value_name = "X,Y", value_parser = parse_cell)]
    goal: Option<Cell>,
    /// Rules of the search, as keywords of gs.check: neighbours=8 optimal=true cells=rc; and a tie rule that is asked for,
    /// such as order=f,-g
    #[arg(long, value_name = "NAME=VALUE", num_args = 1.., conflicts_with_all = ["command", "exercise"])]
    rules: Vec<String>,
    /// Points of the marks: a number for each, or some by name, such as cheapest=4,way=0 [default: 2,2,2,1,1]
    #[arg(long, value_name = "POINTS")]
    points: Option<String>,
    /// Give no points for a mark that could not be checked
    #[arg(long)]
    require_all: bool,
    /// Number of further maps
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(..=10_000))]
    also: u16,
    /// Seed of the further maps, and of dice that submissions throw
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Grade scene files by the exercise of this lesson
    #[arg(long, value_name = "LESSON", conflicts_with_all = ["search", "command", "map", "start", "goal"])]
    exercise: Option<FileOrStream>,
    /// Write the marks as comma-separated values, or - for standard output in place of the table
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<FileOrStream>,
    #[arg(long, value_name = "FILE.xml", help = "Write the marks as JUnit XML, a test for each mark")]
    junit: Option<FileOrStream>,
    /// Write a page with the table of the class to this folder, and a page for each submission
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,
    /// Write the same as one PDF of A4 sheets: the table, then pages for each submission
    #[arg(long, value_name = "FILE.pdf")]
    pdf: Option<FileOrStream>,
    /// Write the marks as Gradescope reads them
    #[arg(long, value_name = "FILE.json")]
    gradescope: Option<FileOrStream>,
    /// Grade programs in any language: run this command for each file, whose name replaces {file}, on each map (a scene as
    /// JSON on its standard input), and audit the log on its standard output
    #[arg(id = "command", long = "with", value_name = "COMMAND", value_parser = command, conflicts_with = "search")]
    command: Option<String>,
    /// Input for the command: json for the scene, text for the rows of the map
    #[arg(long = "stdin", value_name = "json|text", requires = "command", default_value = "json")]
    #[arg(value_parser = ["json", "text"], hide_possible_values = true, hide_default_value = true)]
    stdin: String,
    /// Seconds that one call, or one run of the command, may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = timeout)]
    timeout: Duration,
    /// Meaning of the numbers in maps that are arrays: free, wall, cost, tiles or occupancy
    #[arg(long, value_name = "MEANING", value_parser = meaning)]
    array: Option<ArrayMeaning>,
    #[command(flatten)]
    budget: BudgetArgs,
}

/// Width of the column of files in the printed table, at most.
const WIDEST_FILE: usize = 40;

/// A submission that is not graded yet.
struct Entry {
    path: PathBuf,
    /// Name within the folder, with `/`.
    file: String,
    student: String,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write, draws: bool) -> Result<Start, CliError> {
        if self.pdf.is_some() && !draws {
            let why = "--pdf draws with the window, and this gridscope was built without it; expected --html";
            return Err(CliError::Input(why.to_owned()));
        }
        let kinds: &'static [MarkKind] = if self.exercise.is_some() { EXERCISE } else { SEARCH };
        let points = Points::parse(kinds, self.points.as_deref(), self.require_all).map_err(CliError::Input)?;
        let entries = self.entries()?;
        self.check_outputs(&entries)?;
        let to_standard_output = self.outputs().any(FileOrStream::is_output);
        let grader = self.grader(registry)?;
        let bar = bar::counted(entries.len() as u64, "submissions");
        let mut submissions = Vec::new();
        let mut refused = None;
        let work = |number: usize, progress: &Progress| {
            let start_time = Instant::now();
            let entry = &entries[number];
            let verdict = grader.verdict(registry, &entry.path, progress)?.bounded();
            let source = bounded_file(&entry.path, "a submission").ok();
            let source = source.and_then(|bytes| String::from_utf8(bytes).ok()).filter(|text| !text.contains('\0'));
            let seconds = start_time.elapsed().as_secs_f64();
            let (file, student) = (entry.file.clone(), entry.student.clone());
            Ok::<_, String>(Submission { file, student, source, verdict, seconds })
        };
        let budget = self.budget.portable_budget();
        Progress::within(budget).with_workers(self.jobs.workers()).in_order(entries.len(), work, |result| {
            match result {
                Some(Ok(one)) => {
                    submissions.push(one);
                    bar.inc(1);
                }
                Some(Err(why)) => refused = Some(why),
                None => {}
            }
            refused.is_none()
        });
        bar.finish_and_clear();
        if let Some(why) = refused {
            return Err(CliError::Input(why));
        }
        let class = Class { submissions, points, about: self.about(), links: self.links() };
        if !to_standard_output {
            print(&class, out)?;
        }
        self.write(&class, registry, out)?;
        let code = u8::from(class.sound() < class.submissions.len());
        Ok(match self.pdf {
            Some(file) => Start::Class(Box::new(ClassPdf { class, file, code })),
            None => Start::Exit(code),
        })
    }

    /// Lists the submissions: the files of the folder, and those of each folder in it.
    fn entries(&self) -> Result<Vec<Entry>, CliError> {
        let io = |path: &Path, error| CliError::io(&path.display().to_string(), error);
        if self.folder.is_file() {
            let file = name_of(&self.folder);
            let student = stem_of(&file);
            return Ok(vec![Entry { path: self.folder.clone(), file, student }]);
        }
        let pages = self.html.as_ref().and_then(|folder| folder.canonicalize().ok());
        let is_pages = |path: &PathBuf| pages.is_some() && path.canonicalize().ok() == pages;
        let mut all = Vec::new();
        for path in children(&self.folder).map_err(|error| io(&self.folder, error))? {
            let name = name_of(&path);
            // A link could lead anywhere, and its source would be on a page.
            let Some(about) = fs::symlink_metadata(&path).ok().filter(|_| !is_pages(&path)) else { continue };
            if about.is_file() && self.takes(&path) {
                all.push(Entry { student: stem_of(&name), file: name, path });
            } else if about.is_dir() {
                let inner = children(&path).map_err(|error| io(&path, error))?;
                let is_file = |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
                let mut inner: Vec<PathBuf> =
                    inner.into_iter().filter(|path| is_file(path) && self.takes(path)).collect();
                // Of several files of one student, those with the function count.
                if inner.len() > 1 && inner.iter().any(|path| self.defines(path)) {
                    inner.retain(|path| self.defines(path));
                }
                let entry =
                    |path: PathBuf| Entry { student: name.clone(), file: format!("{name}/{}", name_of(&path)), path };
                all.extend(inner.into_iter().map(entry));
            }
        }
        if all.is_empty() {
            let wanted = match (&self.exercise, &self.command) {
                (Some(_), _) => "scene files (.json)",
                (None, Some(_)) => "files",
                (None, None) => "files in Python (.py), or --with for another language",
            };
            let folder = self.folder.display();
            return Err(CliError::Input(format!("{folder}: there is no submission; expected {wanted}")));
        }
        Ok(all)
    }

    /// Returns whether a file may be a submission.
    fn takes(&self, path: &Path) -> bool {
        let is = |extension: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
        match (&self.exercise, &self.command) {
            (Some(_), _) => is("json"),
            (None, Some(_)) => true,
            (None, None) => is("py"),
        }
    }

    /// Returns whether a file seems to have the function.
    fn defines(&self, path: &Path) -> bool {
        let text = bounded_file(path, "a submission").unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        self.search.as_ref().is_some_and(|search| text.contains(&format!("def {search}")))
    }

    /// Refuses outputs that would replace a submission or a map.
    fn check_outputs(&self, entries: &[Entry]) -> Result<(), CliError> {
        for to in self.outputs() {
            // Say so before the class is graded.
            let folder = to.path().parent().filter(|folder| !folder.as_os_str().is_empty());
            if folder.is_some_and(|folder| !folder.is_dir()) {
                return Err(CliError::Input(format!("{to}: there is no such folder; expected one that exists")));
            }
        }
        if self.pdf.as_ref().is_some_and(FileOrStream::is_stream) {
            let text = "--pdf -: a PDF is not written to standard output; expected a file, such as marks.pdf";
            return Err(CliError::Input(text.to_owned()));
        }
        let submissions = entries.iter().map(|entry| FileOrStream::from(entry.path.clone().into_os_string()));
        let maps = self.map.iter().map(|map| FileOrStream::from(map.as_str()));
        let inputs: Vec<FileOrStream> = submissions.chain(maps).chain(self.exercise.clone()).collect();
        output::check_outputs(&inputs, self.outputs())
    }

    fn outputs(&self) -> impl Iterator<Item = &FileOrStream> {
        [&self.csv, &self.junit, &self.pdf, &self.gradescope].into_iter().flatten()
    }

    /// Returns what was graded, and by what, in phrases.
    fn about(&self) -> Vec<String> {
        if let Some(lesson) = &self.exercise {
            return vec![format!("exercise of {lesson}")];
        }
        let name = match (&self.command, &self.search) {
            (Some(command), _) => format!("`{command}`"),
            (None, search) => format!("function `{}`", search.as_deref().unwrap_or_default()),
        };
        let maps: Vec<String> = self.map.iter().map(|map| name_of(Path::new(map))).collect();
        let on = match &maps[..] {
            [one] => format!("on {one}"),
            all => format!("on {} maps", all.len()),
        };
        let on = if self.also > 0 { format!("{on} and {} more maps", self.also) } else { on };
        let mut about = vec![name, on];
        about.extend(self.rules.iter().map(|rule| match rule.split_once('=') {
            Some(("neighbours" | "neighbors", count)) => format!("{count} neighbours"),
            Some(("optimal", "true" | "True")) => "a cheapest path is asked for".to_owned(),
            Some((name, value)) => format!("{name} {value}"),
            None => rule.clone(),
        }));
        about.push(format!("seed {}", self.seed));
        about
    }

    /// Returns the names of the other outputs, and their addresses from the folder of the pages.
    fn links(&self) -> Vec<(String, String)> {
        let Some(folder) = &self.html else { return Vec::new() };
        let files = self.outputs().filter(|to| !to.is_output()).map(FileOrStream::path);
        files.filter_map(|file| Some((name_of(file), address(folder, file)?))).collect()
    }

    fn write(&self, class: &Class, registry: &Registry, out: &mut dyn Write) -> Result<(), CliError> {
        if let Some(file) = &self.csv {
            let bytes = grade::csv(class).map_err(|error| CliError::Input(error.to_string()))?;
            output::write_bytes(file, &bytes, out)?;
        }
        if let Some(file) = &self.junit {
            output::write_bytes(file, grade::junit(class).as_bytes(), out)?;
        }
        if let Some(file) = &self.gradescope {
            let text = format!("{:#}\n", grade::gradescope(class));
            output::write_bytes(file, text.as_bytes(), out)?;
        }
        if let Some(folder) = &self.html {
            make_folder(folder)?;
            let pages = grade::pages(class, registry);
            write_derived(pages.iter().map(|(name, bytes)| (folder.join(name), &bytes[..])))?;
            output::note("note", &format!("{} shows the class", folder.join("index.html").display()));
        }
        Ok(())
    }
}

/// A class that is graded, and still to be drawn on paper.
pub struct ClassPdf {
    class: Class,
    file: FileOrStream,
    code: u8,
}

impl ClassPdf {
    /// Draws and writes the file. Returns the exit code.
    pub fn finish(self, draw: DrawClass) -> u8 {
        let class_pdf = draw(&self.class).map_err(|error| CliError::Input(error.to_string()));
        let outcome = class_pdf.and_then(|bytes| output::write_file(self.file.path(), |out| out.write_all(&bytes)));
        outcome.map_or_else(|error| complain(&error.to_string()), |()| self.code)
    }
}

/// Prints a row for each submission, and the commonest mistakes.
fn print(class: &Class, out: &mut dyn Write) -> Result<(), CliError> {
    let widest = class.submissions.iter().map(|one| one.file.chars().count()).max().unwrap_or(0).min(WIDEST_FILE);
    for one in &class.submissions {
        let verdict = &one.verdict;
        let signs: Vec<&str> = verdict
            .marks
            .iter()
            .map(|mark| match mark.held {
                Some(true) => "✓",
                Some(false) => "✕",
                None => "–",
            })
            .collect();
        let line = verdict.line.map(|line| format!(" (line {line})")).unwrap_or_default();
        let (score, of) = (class.points.score(verdict), class.points.of());
        let file = &one.file;
        let signs = signs.join(" ");
        let headline = verdict.headline();
        writeln!(out, "{file:<widest$}  {signs}  {score:>4} of {of}  {headline}{line}")?;
    }
    writeln!(out, "\n{}", class.title())?;
    for (mistake, who) in class.mistakes(5) {
        writeln!(out, "{:>4}  {mistake}", who.len())?;
    }
    out.flush()?;
    Ok(())
}

/// Lists the visible children of a folder, in the order of their names.
fn children(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let all: BTreeSet<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<_>>()?;
    Ok(all.into_iter().filter(|path| !name_of(path).starts_with(['.', '_'])).collect())
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn stem_of(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.strip_suffix(".scene").unwrap_or(stem).to_owned()
}

/// Returns the address of a file, as a link on a page in a folder.
fn address(folder: &Path, file: &Path) -> Option<String> {
    let absolute = |path: &Path| std::path::absolute(path).ok();
    let (folder, file) = (absolute(folder)?, absolute(file)?);
    let parts = |path: &Path| -> Option<Vec<String>> {
        let names = path.components().filter(|part| !matches!(part, Component::CurDir));
        names.map(|part| part.as_os_str().to_str().map(str::to_owned)).collect()
    };
    let (folder, file) = (parts(&folder)?, parts(&file)?);
    if folder.iter().chain(&file).any(|part| part == "..") || folder.first() != file.first() {
        return None;
    }
    let same = folder.iter().zip(&file).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), folder.len() - same);
    let encode = |part: &String| {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
        part.bytes()
            .map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
            .collect()
    };
    Some(up.chain(file[same..].iter().map(encode)).collect::<Vec<String>>().join("/"))
}
