//! A copy of the repository into which the changes are compiled.

use super::find::{Change, Kind};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Source of the switch. The environment holds the number of the change that is on. The switch records which changes
/// are reached.
const SWITCH: &str = r#"
/// Whether a change is switched on.
#[doc(hidden)]
pub fn changed(number: usize) -> bool {
    use std::io::Write as _;
    use std::sync::{OnceLock, atomic::{AtomicBool, Ordering}};
    static WANTED: OnceLock<(Option<usize>, Option<std::fs::File>)> = OnceLock::new();
    static REACHED_CHANGES: [AtomicBool; 1 << 14] = [const { AtomicBool::new(false) }; 1 << 14];
    let (wanted, met) = WANTED.get_or_init(|| {
        let of = |name| std::env::var(name).ok();
        let file = of("MUTANTS_MET").and_then(|path| std::fs::OpenOptions::new().append(true).create(true).open(path).ok());
        (of("MUTANT").and_then(|text| text.parse().ok()), file)
    });
    if let Some(mut file) = met.as_ref() {
        if !REACHED_CHANGES[number].swap(true, Ordering::Relaxed) {
            _ = file.write_all(format!("{number}\n").as_bytes());
        }
    }
    *wanted == Some(number)
}
"#;

/// Arguments of cargo that build the tests of a program without a window.
const BUILD: [&str; 8] =
    ["test", "--offline", "--no-run", "--no-default-features", "--features", "cli", "--tests", "--message-format=json"];
/// Lints that would reject changed code at compile time. The tests must find these faults instead.
const ALLOW: &str = "#![allow(arithmetic_overflow, unconditional_panic)]\n";

/// The program and name of every test, or the indices of the changes that do not compile.
pub type Built = Result<Vec<(PathBuf, String)>, BTreeSet<usize>>;

/// The copy, and the root of the original repository.
pub struct Copy {
    root: PathBuf,
    /// Folder of the copy.
    pub to: PathBuf,
}

fn succeeded(command: &mut Command) -> io::Result<Vec<u8>> {
    let output = command.output()?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(io::Error::other(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr))))
    }
}

/// Writes a file if its contents differ. Cargo rebuilds every file that is written.
fn write_if_changed(to: &Path, now: &[u8]) -> io::Result<()> {
    if fs::read(to).is_ok_and(|there| there == now) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    fs::write(to, now)
}

impl Copy {
    /// Copies all files under version control, except for the changed folders, which `write` copies.
    pub fn new(root: &Path) -> io::Result<Self> {
        let to = root.join("target/mutants/tree");
        fs::create_dir_all(&to)?;
        let listed = succeeded(Command::new("git").arg("ls-files").current_dir(root))?;
        let changed = |name: &str| super::PLACES.iter().any(|place| Path::new(name).starts_with(place));
        for name in String::from_utf8_lossy(&listed).lines().filter(|name| !changed(name)) {
            write_if_changed(&to.join(name), &fs::read(root.join(name))?)?;
        }
        Ok(Self { root: root.to_owned(), to })
    }

    /// Writes all changes into the copy, each behind its switch.
    pub fn write(&self, changes: &[Change]) -> io::Result<()> {
        let mut files: BTreeMap<&Path, Vec<(usize, &Change)>> = BTreeMap::new();
        for (number, change) in changes.iter().enumerate() {
            files.entry(&change.file).or_default().push((number, change));
        }
        // The switch is in a module that every crate can name. Each crate allows lints that changed code may violate.
        let switch = Path::new("crates/grid/src/observe.rs");
        files.entry(switch).or_default();
        let libraries = super::PLACES.map(|place| Path::new(place).join("lib.rs"));
        for library in &libraries {
            files.entry(library).or_default();
        }
        for place in super::PLACES {
            self.restore(&self.root.join(place), &files)?;
        }
        for (file, mut changes) in files {
            let mut text = fs::read_to_string(self.root.join(file))?;
            changes.sort_by_key(|(_, change)| std::cmp::Reverse((change.range.start, change.range.end)));
            let outer = ["crates/formats", "crates/debugger"].iter().any(|room| file.starts_with(room));
            let path = if outer { "gridscope_trace::observe" } else { "crate::observe" };
            for (number, change) in changes {
                let old = &text[change.range.clone()];
                let new = match &change.kind {
                    Kind::Body(value) => format!(" if {path}::changed({number}) {{ return {value}; }} "),
                    Kind::Operator { at, to, .. } => {
                        let begin = change.range.start;
                        let (left, right) = (&old[..at.start - begin], &old[at.end - begin..]);
                        let swapped = format!("if {path}::changed({number}) {{ {left}{to}{right} }} else {{ {old} }}");
                        if to.ends_with('=') && !["<=", ">=", "==", "!="].contains(to) {
                            swapped
                        } else {
                            format!("({swapped})")
                        }
                    }
                };
                text.replace_range(change.range.clone(), &new);
            }
            if libraries.iter().any(|library| file == library) {
                text.insert_str(0, ALLOW);
            }
            if file == switch {
                text.push_str(SWITCH);
            }
            write_if_changed(&self.to.join(file), text.as_bytes())?;
        }
        Ok(())
    }

    /// Copies the files of a folder unchanged, except for those in `but`.
    fn restore(&self, folder: &Path, but: &BTreeMap<&Path, Vec<(usize, &Change)>>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.strip_prefix(&self.root).unwrap_or(&path);
            if path.is_dir() {
                self.restore(&path, but)?;
            } else if !but.contains_key(name) {
                write_if_changed(&self.to.join(name), &fs::read(&path)?)?;
            }
        }
        Ok(())
    }

    /// Returns the changes that are known not to compile.
    pub fn known(&self, all: &[Change]) -> Vec<Change> {
        let text = fs::read_to_string(self.refusals()).unwrap_or_default();
        let lines: BTreeSet<&str> = text.lines().collect();
        all.iter().filter(|change| lines.contains(format!("{:?} {change}", change.range).as_str())).cloned().collect()
    }

    /// Stores the changes that do not compile for later runs.
    pub fn keep(&self, refused: &[Change]) -> io::Result<()> {
        let lines: Vec<String> = refused.iter().map(|change| format!("{:?} {change}", change.range)).collect();
        fs::write(self.refusals(), lines.join("\n"))
    }

    fn refusals(&self) -> PathBuf {
        self.to.with_file_name("refused")
    }

    /// Builds the copy.
    pub fn build(&self, changes: &[Change]) -> io::Result<Built> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(BUILD).current_dir(&self.to).env_remove("MUTANT").env_remove("MUTANTS_MET");
        cargo.env("CARGO_TARGET_DIR", self.root.join("target/mutants/build")).env("CARGO_INCREMENTAL", "0");
        let built = cargo.output()?;
        let (mut tests, mut refused) = (Vec::new(), BTreeSet::new());
        for line in String::from_utf8_lossy(&built.stdout).lines() {
            let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
            if message["message"]["level"] == "error" {
                let spans = message["message"]["spans"].as_array().into_iter().flatten();
                for span in spans.filter(|span| span["is_primary"] == true) {
                    refused.extend(self.behind(span)?.filter(|&number| number < changes.len()));
                }
            } else if let Some(program) =
                message["executable"].as_str().filter(|_| message["target"]["kind"][0] == "test")
            {
                let mut list = Command::new(program);
                let listed = succeeded(list.args(["--list", "--format", "terse"]).current_dir(&self.to))?;
                let names = String::from_utf8_lossy(&listed);
                let names = names.lines().filter_map(|line| line.strip_suffix(": test"));
                tests.extend(names.map(|name| (PathBuf::from(program), name.to_owned())));
            }
        }
        match built.status.success() {
            true => Ok(Ok(tests)),
            false if refused.is_empty() => Err(io::Error::other(String::from_utf8_lossy(&built.stderr).into_owned())),
            false => Ok(Err(refused)),
        }
    }

    /// Returns the change whose switch is the last one before the end of an error.
    fn behind(&self, span: &Value) -> io::Result<Option<usize>> {
        let (Some(file), Some(end)) = (span["file_name"].as_str(), span["byte_end"].as_u64()) else { return Ok(None) };
        let text = fs::read_to_string(self.to.join(file))?;
        let switch = "::changed(";
        Ok(text.get(..end as usize).and_then(|before| before.rfind(switch)).and_then(|at| {
            let rest = &text[at + switch.len()..];
            rest[..rest.find(')')?].parse().ok()
        }))
    }
}
