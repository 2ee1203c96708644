//! File formats: one file for each, and one line in [`FORMATS`]. What each reads, writes and refuses.

mod error;
pub mod link;
pub mod movingai;
pub mod scene_json;
pub mod text_map;
pub mod trace_file;

pub use error::FormatError;
#[cfg(feature = "cli")]
pub(crate) use error::nearest;

use crate::core::scene::Scene;
use std::io::Read as _;
use std::path::Path;

/// The largest file that is read, in bytes. A 4096 × 4096 map is 16 MiB of text.
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// A scene that was read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The scene.
    pub scene: Scene,
    /// The name of the format that it was in.
    pub format: &'static str,
    /// What was mended on the way, a sentence each.
    pub notes: Vec<String>,
}

/// A scene that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the format can not hold, a phrase each: `the script (3 lines)`.
    pub lost: Vec<String>,
}

impl Loaded {
    /// Whether the format says what is run, too, and at which moment it is looked at.
    pub fn says_run(&self) -> bool {
        matches!(self.format, "scene-json" | "link")
    }
}

/// How files are understood where they leave a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Which letters of a MovingAI map can be walked.
    pub dialect: movingai::Dialect,
    /// Whether `@` in a text map is a thief; else an explorer.
    pub thief: bool,
}

/// One file format.
pub trait Format: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// The name for people.
    fn title(&self) -> &'static str;
    /// How file names end, without the leading dot, the one written first.
    fn extensions(&self) -> &'static [&'static str];
    /// Whether the beginning of a file looks like this format.
    fn recognises(&self, text: &str) -> bool;
    /// Reads a scene; `name` is what errors call the source.
    ///
    /// # Errors
    /// One sentence that names the source, the place and what was expected.
    fn read(&self, name: &str, text: &str, options: &Options) -> Result<Loaded, FormatError>;
    /// Writes a scene and says what was lost.
    ///
    /// # Errors
    /// One sentence when the scene can not be written at all.
    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError>;
}

/// Every format, in the order in which they are asked whether they recognise a file; the last takes what is left.
pub static FORMATS: &[&dyn Format] = &[&scene_json::SceneJson, &link::Link, &movingai::MovingAi, &text_map::TextMap];

/// The format for a path or extension; of several that match the longest ending wins.
pub fn format_for(path_or_extension: &str) -> Option<&'static dyn Format> {
    let name = path_or_extension.to_ascii_lowercase();
    let fits = |e: &str| name == e || name.ends_with(&format!(".{e}"));
    FORMATS
        .iter()
        .copied()
        .filter_map(|f| f.extensions().iter().filter(|e| fits(e)).map(|e| e.len()).max().map(|n| (n, f)))
        .max_by_key(|&(n, _)| n)
        .map(|(_, f)| f)
        .or_else(|| FORMATS.iter().copied().find(|f| f.name() == name))
}

/// Reads a file of any format.
///
/// # Errors
/// When there is no such file, it is a folder, it is too large, or what [`read_bytes`] refuses.
pub fn read_file(path: &Path, options: &Options) -> Result<Loaded, FormatError> {
    let name = path.display().to_string();
    let unreadable = |error: std::io::Error| FormatError::whole(&name, &error.to_string(), "a file that can be read");
    let about = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            FormatError::whole(&name, "there is no such file", "a scene, a text map or a MovingAI map")
        }
        _ => unreadable(error),
    })?;
    if about.is_dir() {
        return Err(FormatError::whole(&name, "this is a folder", "a scene, a text map or a MovingAI map"));
    }
    if about.len() > MAX_BYTES {
        return Err(too_large(&name, &about.len().to_string()));
    }
    // A pipe or a device says that it holds nothing and may never end.
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large(&name, &format!("more than {MAX_BYTES}")));
    }
    read_bytes(&name, &bytes, options)
}

/// Reads bytes of any format: the content decides which. `name` is what errors call the source.
///
/// # Errors
/// One sentence that names the source, the place and what was expected.
pub fn read_bytes(name: &str, bytes: &[u8], options: &Options) -> Result<Loaded, FormatError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large(name, &bytes.len().to_string()));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|&b| b == b'\n').count();
        let found = format!("byte {} of the file is no UTF-8 text", error.valid_up_to());
        FormatError::at(name, line, None, &found, "a text file in UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let format = FORMATS.iter().find(|f| f.recognises(text)).unwrap_or(&FORMATS[FORMATS.len() - 1]);
    format.read(name, text, options)
}

fn too_large(name: &str, bytes: &str) -> FormatError {
    FormatError::whole(name, &format!("{bytes} bytes are too many"), &format!("at most {MAX_BYTES}"))
}

/// The lines of a text without their ends, whatever those are.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}
