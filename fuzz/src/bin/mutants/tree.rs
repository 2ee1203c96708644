//! The copy of the repository that the changes are compiled into.

use super::find::{Change, Kind};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The switch: one change is on in a program, by its number in the environment, and which are met is written down.
const SWITCH: &str = r#"
/// Whether a change is switched on.
#[doc(hidden)]
pub fn changed(number: usize) -> bool {
    use std::io::Write as _;
    use std::sync::{OnceLock, atomic::{AtomicBool, Ordering}};
    static WANTED: OnceLock<(Option<usize>, Option<std::fs::File>)> = OnceLock::new();
    static MET: [AtomicBool; 1 << 14] = [const { AtomicBool::new(false) }; 1 << 14];
    let (wanted, met) = WANTED.get_or_init(|| {
        let of = |name| std::env::var(name).ok();
        let file = of("MUTANTS_MET").and_then(|path| std::fs::OpenOptions::new().append(true).create(true).open(path).ok());
        (of("MUTANT").and_then(|text| text.parse().ok()), file)
    });
    if let Some(mut file) = met.as_ref() {
        if !MET[number].swap(true, Ordering::Relaxed) {
            _ = file.write_all(format!("{number}\n").as_bytes());
        }
    }
    *wanted == Some(number)
}
"#;

/// What a program without a window is built of.
const FEATURES: [&str; 5] = ["--offline", "--no-default-features", "--features", "cli", "--tests"];

/// The copy, and the root of what it is a copy of.
pub struct Copy {
    root: PathBuf,
    /// Where it lies.
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

impl Copy {
    /// Copies whatever is under version control.
    pub fn new(root: &Path) -> io::Result<Self> {
        let to = root.join("target/mutants/tree");
        fs::create_dir_all(&to)?;
        let listed = succeeded(Command::new("git").arg("ls-files").current_dir(root))?;
        for name in String::from_utf8_lossy(&listed).lines() {
            let (from, to) = (root.join(name), to.join(name));
            let (now, there) = (fs::read(from)?, fs::read(&to).unwrap_or_default());
            if now != there {
                fs::create_dir_all(to.parent().unwrap_or(root))?;
                fs::write(to, now)?;
            }
        }
        Ok(Self { root: root.to_owned(), to })
    }

    /// Writes all changes into the copy, each behind its switch.
    pub fn write(&self, changes: &[Change]) -> io::Result<()> {
        let mut files: BTreeMap<&Path, Vec<(usize, &Change)>> = BTreeMap::new();
        for (number, change) in changes.iter().enumerate() {
            files.entry(&change.file).or_default().push((number, change));
        }
        // The switch stands in a file of its own crate, whether or not anything else there is changed.
        let switch = Path::new("crates/core/src/lib.rs");
        files.entry(switch).or_default();
        for place in super::PLACES {
            self.restore(&self.root.join(place))?;
        }
        for (file, mut changes) in files {
            let mut text = fs::read_to_string(self.root.join(file))?;
            changes.sort_by_key(|(_, change)| std::cmp::Reverse((change.range.start, change.range.end)));
            let path = if file.starts_with("crates/core") { "crate" } else { "crate::core" };
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
            if file == switch {
                text.push_str(SWITCH);
            }
            fs::write(self.to.join(file), text)?;
        }
        Ok(())
    }

    /// Takes over files as they are, where the copy has others.
    fn restore(&self, folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.restore(&path)?;
            } else {
                let to = self.to.join(path.strip_prefix(&self.root).unwrap_or(&path));
                let now = fs::read(&path)?;
                if fs::read(&to).unwrap_or_default() != now {
                    fs::write(to, now)?;
                }
            }
        }
        Ok(())
    }

    /// cargo, for the copy.
    fn cargo(&self, word: &str) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.arg(word).args(FEATURES).current_dir(&self.to);
        command.env("CARGO_TARGET_DIR", self.root.join("target/mutants/build")).env("RUSTFLAGS", "--cap-lints=allow");
        command.env("CARGO_INCREMENTAL", "0").env_remove("MUTANT").env_remove("MUTANTS_MET");
        command
    }

    /// The changes that do not compile, by their numbers.
    pub fn refused(&self, changes: &[Change]) -> io::Result<BTreeSet<usize>> {
        let output = self.cargo("check").arg("--message-format=short").output()?;
        if output.status.success() {
            return Ok(BTreeSet::new());
        }
        let told = String::from_utf8_lossy(&output.stderr);
        let mut all = BTreeSet::new();
        for line in told.lines().filter(|line| line.contains(": error")) {
            let mut parts = line.split(':');
            let (Some(file), Some(Ok(row))) = (parts.next(), parts.next().map(str::parse::<usize>)) else { continue };
            let text = fs::read_to_string(self.to.join(file))?;
            // The change whose switch stands last before the error, within the lines that it takes.
            let upto = text.lines().take(row).map(|line| line.len() + 1).sum::<usize>().min(text.len());
            let number = text[..upto].rfind("::changed(").and_then(|at| {
                let rest = &text[at + "::changed(".len()..];
                rest[..rest.find(')')?].parse::<usize>().ok()
            });
            all.extend(number.filter(|&number| number < changes.len()));
        }
        if all.is_empty() { Err(io::Error::other(told.into_owned())) } else { Ok(all) }
    }

    /// Every test as its program and its name.
    pub fn tests(&self) -> io::Result<Vec<(PathBuf, String)>> {
        let built = self.cargo("test").args(["--no-run", "--message-format=json"]).output()?;
        if !built.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&built.stderr).into_owned()));
        }
        let mut all = Vec::new();
        for line in String::from_utf8_lossy(&built.stdout).lines() {
            let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let is_test = message["profile"]["test"] == true;
            let Some(program) = message["executable"].as_str().filter(|_| is_test) else { continue };
            let listed = succeeded(Command::new(program).args(["--list", "--format", "terse"]).current_dir(&self.to))?;
            for name in String::from_utf8_lossy(&listed).lines().filter_map(|line| line.strip_suffix(": test")) {
                all.push((PathBuf::from(program), name.to_owned()));
            }
        }
        Ok(all)
    }
}
