//! Random changes for each format of maps alone, with the files beside a map and inside a packed file.

use super::{forget_memory, most_memory};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use gridscope::algorithms;
use gridscope::debugger::disk::open::content_of;
use gridscope::formats::{
    ArrayMeaning, Content, FORMATS, Format, Options, PosthocOptions, TRACE_FORMATS, TraceFormat, write_posthoc,
};
use gridscope::outside::parallel::workers;
use gridscope::presets::PRESETS;
use gridscope::trace::progress::at_once;
use gridscope::trace::rng::Rng;
use gridscope::trace::trace::Progress;
use std::io::{self, Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use support::random::mutate::mutated;
use support::random::seeds::root;
use support::random::targets::clear;

/// Time limit of an answer.
const PATIENCE: Duration = Duration::from_secs(1);
/// Memory limit of an answer, in bytes.
const MEMORY: usize = 256 << 20;
/// Largest content of a packed file that is changed, in bytes.
const UNPACKED: u64 = 1 << 20;
/// One lesson of this many is written in each format.
const EACH: usize = 4;

/// A file of a format, and the files beside it.
struct Seed {
    /// Path of the file. Changed files are read as if they stood there.
    path: PathBuf,
    /// Contents of the file.
    bytes: Vec<u8>,
    /// Paths and contents of the files beside it.
    beside: Vec<(PathBuf, Vec<u8>)>,
}

/// The result of changing the files of one format.
#[derive(Default)]
struct Tally {
    tried: u64,
    refused: u64,
    broken: u64,
    slowest: Duration,
    memory: usize,
}

/// Changes files of each format `count` times, and prints one line a format. With `only`, it does so for the format with
/// that name. Otherwise up to `jobs` formats are changed at once, each by a process of its own, because the memory that is
/// measured is that of a process.
///
/// # Errors
/// Returns an error if the files beside a map cannot be written to a folder for passing files, or if a process fails.
pub(super) fn run(count: u64, seed: u64, only: Option<&str>, jobs: Option<usize>) -> io::Result<()> {
    println!("{HEAD}");
    let workers = workers(jobs);
    if only.is_some() || workers.count() == 1 {
        return alone(count, seed, only);
    }
    let (program, names) = (std::env::current_exe()?, names());
    let work = |index: usize, _: &Progress| {
        let (name, _) = names[index];
        Command::new(&program).args(["formats", &count.to_string(), &seed.to_string(), name]).output()
    };
    let mut failed = Ok(());
    Progress::default().with_workers(workers).in_order(names.len(), work, |output| {
        let Some(output) = output else { return true };
        failed = output.and_then(|output| {
            let text = String::from_utf8_lossy(&output.stdout);
            print!("{}", text.trim_start_matches(HEAD).trim_start());
            if output.status.success() {
                Ok(())
            } else {
                Err(io::Error::other(String::from_utf8_lossy(&output.stderr)))
            }
        });
        failed.is_ok()
    });
    failed
}

/// Names of the columns.
const HEAD: &str = "format: files, changes, refused, broken, slowest answer, most memory";

/// Returns the names of the formats that are read. `None` as the format means search traces.
fn names() -> Vec<(&'static str, Option<&'static dyn Format>)> {
    let named = FORMATS.iter().filter(|format| format.reads()).map(|format| (format.name(), Some(*format)));
    named.chain([("posthoc", None)]).collect()
}

fn alone(count: u64, seed: u64, only: Option<&str>) -> io::Result<()> {
    let folder = std::env::temp_dir().join(format!("gridscope-fuzz-{}", std::process::id()));
    let result = in_folder(&folder, count, seed, only);
    std::fs::remove_dir_all(&folder)?;
    result
}

fn in_folder(folder: &Path, count: u64, seed: u64, only: Option<&str>) -> io::Result<()> {
    for (name, format) in names() {
        if only.is_some_and(|only| only != name) {
            continue;
        }
        let seeds = match format {
            Some(format) => seeds_of(format, &folder.join(name))?,
            None => logs_of_posthoc(&folder.join(name))?,
        };
        if seeds.is_empty() {
            println!("{name}: no files");
            continue;
        }
        let options = Options { from: format.map(Format::name), ..Options::with_registry(&gridscope::registry()) };
        let tally = change(&seeds, count, seed, &options, name)?;
        let Tally { tried, refused, broken, slowest, memory } = tally;
        let files = seeds.len();
        println!("{name}: {files}, {tried}, {refused}, {broken}, {} ms, {} MiB", slowest.as_millis(), memory >> 20);
    }
    Ok(())
}

/// Changes files again and again, and reads them. Half of them are read as whatever they look like, half of them as the
/// format.
fn change(seeds: &[Seed], count: u64, seed: u64, format: &Options, name: &str) -> io::Result<Tally> {
    let (mut dice, mut tally) = (Rng::new(seed), Tally::default());
    while tally.tried < count {
        let [one, other] = [(); 2].map(|()| &seeds[dice.below(seeds.len() as u64) as usize]);
        let which = dice.below(one.beside.len() as u64 + 2) as usize;
        // The file itself is changed twice as often as one beside it.
        let changed = match which.checked_sub(2).and_then(|i| one.beside.get(i)) {
            Some((path, bytes)) => {
                std::fs::write(path, mutated(&mut dice, bytes, &other.bytes))?;
                one.bytes.clone()
            }
            None => inside(&mut dice, &one.bytes, &other.bytes)?,
        };
        // Only arrays take a meaning of their numbers.
        let is_array = FORMATS.iter().any(|own| Some(own.name()) == format.from && own.info().is_array);
        let array = (is_array && dice.below(4) == 0).then(|| ArrayMeaning::ALL[dice.below(5) as usize].1);
        let mut options = Options { array, ..Options::with_registry(&gridscope::registry()) };
        if dice.below(2) == 0 {
            options.from = format.from;
        }
        let options = options.at(&one.path);
        forget_memory();
        let before = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| take(&changed, &options)));
        let time = before.elapsed();
        let memory = most_memory().unwrap_or_default();
        for (path, bytes) in &one.beside {
            std::fs::write(path, bytes)?;
        }
        tally.tried += 1;
        tally.slowest = tally.slowest.max(time);
        tally.memory = tally.memory.max(memory);
        let wrong = match answer {
            Ok(Ok(read)) => {
                tally.refused += u64::from(!read);
                (time > PATIENCE || memory > MEMORY).then(|| format!("{time:?}, {} MiB", memory >> 20))
            }
            Ok(Err(sentence)) => Some(sentence),
            Err(_) => Some("it panicked".into()),
        };
        if let Some(wrong) = wrong {
            tally.broken += 1;
            let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
            std::fs::create_dir_all(&found)?;
            let file = found.join(format!("{seed}-{}.{name}", tally.tried));
            std::fs::write(&file, &changed)?;
            let wrong: String = wrong.chars().take(600).collect();
            println!("{}, of {}: {wrong}", file.display(), one.path.display());
        }
    }
    Ok(tally)
}

/// Reads a changed file, and returns whether it was read.
fn take(bytes: &[u8], options: &Options) -> Result<bool, String> {
    match at_once(content_of("a file", &mut &bytes[..], options, &Progress::default())) {
        Err(error) => clear(&error.to_string(), true).map(|()| false),
        Ok(Content::Log(log)) => log.broken.map_or(Ok(true), |error| clear(&error.to_string(), true).map(|()| false)),
        Ok(Content::Scene(_) | Content::Trace(_)) => Ok(true),
    }
}

/// Changes a file, or what is packed in it.
fn inside(dice: &mut Rng, bytes: &[u8], other: &[u8]) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    let is_packed = bytes.starts_with(&[0x1f, 0x8b])
        && dice.below(4) > 0
        && GzDecoder::new(bytes).take(UNPACKED).read_to_end(&mut content).is_ok();
    if !is_packed {
        return Ok(mutated(dice, bytes, other));
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&mutated(dice, &content, other))?;
    packed.finish()
}

/// Returns the lessons in a format, and the samples that it recognises.
fn seeds_of(format: &'static dyn Format, folder: &Path) -> io::Result<Vec<Seed>> {
    let mut all = Vec::new();
    for preset in PRESETS.iter().step_by(EACH) {
        let Ok(scene) = preset.scene() else { continue };
        let extension = format.info().extensions.first().unwrap_or(&"txt");
        let path = folder.join(preset.id).join(format!("map.{extension}"));
        let Ok(written) = format.write(&scene, &Options::with_registry(&gridscope::registry()).at(&path)) else {
            continue;
        };
        let at = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(at)?;
        let mut beside = Vec::new();
        for (name, bytes) in written.beside {
            std::fs::write(at.join(&name), &bytes)?;
            beside.push((at.join(name), bytes));
        }
        all.push(Seed { path, bytes: written.bytes, beside });
    }
    all.extend(samples(folder, |bytes| format.recognises(bytes))?);
    Ok(all)
}

/// Returns the samples of search traces.
fn logs_of_posthoc(folder: &Path) -> io::Result<Vec<Seed>> {
    let is_search = |format: &&dyn TraceFormat| format.extensions().contains(&"trace.json");
    let format = TRACE_FORMATS.iter().copied().find(|format| is_search(format));
    let mut all = samples(folder, |bytes| format.is_some_and(|format| format.recognises(bytes)))?;
    for preset in PRESETS.iter().step_by(EACH) {
        let Ok(scene) = preset.scene() else { continue };
        let progress = Progress::default().with_budget(60);
        let Ok(run) = algorithms::record(&scene, &progress) else { continue };
        for file in ["a.trace.json", "a.trace.yaml"] {
            let Some(options) = PosthocOptions::of_file(file) else { continue };
            if let Ok(written) = write_posthoc(&scene, &run, &options) {
                all.push(Seed { path: folder.join(preset.id), bytes: written.bytes, beside: Vec::new() });
            }
        }
    }
    Ok(all)
}

/// Copies all samples of the tests to a folder, and returns those that are chosen with their folder's other files beside
/// them.
fn samples(folder: &Path, is_chosen: impl Fn(&[u8]) -> bool) -> io::Result<Vec<Seed>> {
    let mut all = Vec::new();
    for from in std::fs::read_dir(root().join("tests/data/samples"))?.flatten().filter(|entry| entry.path().is_dir()) {
        let to = folder.join("samples").join(from.file_name());
        std::fs::create_dir_all(&to)?;
        let mut files = Vec::new();
        for file in std::fs::read_dir(from.path())?.flatten().filter(|entry| entry.path().is_file()) {
            let bytes = std::fs::read(file.path())?;
            std::fs::write(to.join(file.file_name()), &bytes)?;
            files.push((to.join(file.file_name()), bytes));
        }
        files.sort();
        for (path, bytes) in files.iter().filter(|(_, bytes)| is_chosen(bytes)) {
            // A file beside a map is one that the map names.
            let text = String::from_utf8_lossy(bytes);
            let named = |other: &&(PathBuf, Vec<u8>)| {
                other.0 != *path && other.0.file_name().is_some_and(|name| text.contains(&*name.to_string_lossy()))
            };
            let beside = files.iter().filter(named).cloned().collect();
            all.push(Seed { path: path.clone(), bytes: bytes.clone(), beside });
        }
    }
    Ok(all)
}
