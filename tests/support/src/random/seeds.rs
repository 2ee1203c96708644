//! The texts to change: every lesson in every format, the samples of each version, and texts of each small language.

use super::targets::{OWN, Target};
use gridscope::algorithms;
use gridscope::formats::trace_file::Writer;
use gridscope::formats::{FORMATS, Options};
use gridscope::presets::PRESETS;
use gridscope::trace::trace::Progress;
use std::path::{Path, PathBuf};

/// A text to change, and the target that reads it.
pub struct Seed {
    /// Name of the text, for messages.
    pub name: String,
    /// Target that reads it.
    pub target: Target,
    /// The text.
    pub bytes: Vec<u8>,
}

/// Returns the root folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Texts of the small languages: conditions, sweeps, symptoms, parameters, shards.
const WORDS: [&str; 24] = [
    "expanded and f >= 12",
    "not (at 3,2 or phase \"search\") and g rises",
    "actor \"guard 2\" and layer g changed",
    "register 'best so far' < 3 or check \"a pop was a tie\"",
    "why = corner and at (4, 5)",
    "(((g = 1 or g = 2) and h != 0.5) or not f is 3)",
    "weight=1..3:0.5",
    "ties=first,last,parents",
    "size=5..50:5",
    "weight=-1e3..1e3:1e-1",
    "hits expanded and f >= 12",
    "outcome cost > 12",
    "outcome ended = door",
    "differs seed=2",
    "finds asymmetry",
    "finding not-shortest",
    "longer",
    "neighbours=8",
    "doors=[1,2,3,4]",
    "weight=95.25615884746911",
    "ties=\"paths\"",
    "3/16",
    "20/20",
    "at 65535,65535 and not at 0,0",
];

/// Returns all texts, always in the same order.
pub fn seeds() -> Vec<Seed> {
    let mut all = Vec::new();
    let mut add = |name: String, target: Target, bytes: Vec<u8>| all.push(Seed { name, target, bytes });
    let progress = Progress::default().with_budget(60);
    let both = || FORMATS.iter().filter(|format| format.reads() && format.writes());
    for (number, preset) in PRESETS.iter().enumerate() {
        let Ok(scene) = preset.scene() else { continue };
        add(preset.id.into(), Target::Reader, preset.json.into());
        // Formats of other programs are written from some of the lessons.
        for format in both().filter(|format| number % 8 == 0 || OWN.contains(&format.name())) {
            if let Ok(written) = format.write(&scene, &Options::default()) {
                add(format!("{} as {}", preset.id, format.name()), Target::Reader, written.bytes);
            }
        }
        let mut trace = Vec::new();
        if let Ok(run) = algorithms::record(&scene, &progress)
            && Writer::new(&scene, &run).is_ok_and(|writer| writer.write(&mut trace).is_ok())
        {
            // Once as our own trace, and once as a trace of an unknown algorithm.
            let theirs = String::from_utf8_lossy(&trace).replacen("\"algorithm\":\"", "\"algorithm\":\"their-", 1);
            add(format!("{} as a trace", preset.id), Target::Reader, trace);
            add(format!("{} as a trace of a game", preset.id), Target::Reader, theirs.into_bytes());
        }
        add(format!("{} under commands", preset.id), Target::Commands, preset.json.into());
    }
    for folder in ["tests/data/versions", "tests/data", "tests/data/found"] {
        let files = std::fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = files.map(|file| file.path()).filter(|path| path.is_file()).collect();
        files.sort();
        for path in files {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let target = Target::of_file(&name);
            add(name, target, std::fs::read(&path).unwrap_or_default());
        }
    }
    for words in WORDS {
        add(words.into(), Target::Words, words.into());
    }
    all
}
