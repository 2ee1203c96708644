//! The trait of a file format, and the list of all formats.

use super::keeps::Keeps;
use super::{Beside, FormatError, Loaded, Options, TRACE_FORMATS, Written, foreign_formats, limits, too_large};
use super::{
    arrays, csv, dcss, flat_json, godot, graph, ldtk, link, movingai, npy, png_map, rexpaint, ros, scen, scene_json,
    template, text_map, tiled, unreal, uvtt, watabou,
};
use gridscope_trace::later::{Here, later};
use gridscope_trace::scene::Scene;
use std::collections::BTreeSet;

/// Whether files of a format can be read, written, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Files can only be read.
    Read,
    /// Files can only be written.
    Write,
    /// Files can be read and written.
    Both,
}

/// The form in which a format is handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A file.
    File,
    /// A line of text for a chat.
    Line,
    /// A template of the user, which must be given.
    Template,
}

/// Facts about a format.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FormatInfo {
    /// Name on the command line.
    pub name: &'static str,
    /// Name for users.
    pub title: &'static str,
    /// File name extensions without the leading dot. Files are written with the first.
    pub extensions: &'static [&'static str],
    /// Whether files can be read and written.
    pub access: Access,
    /// Parts of a scene that a written file keeps.
    pub keeps: Keeps,
    /// The form in which it is handed out.
    pub purpose: Purpose,
    /// Whether the name of a file decides, because its text could also be a text map.
    pub by_name: bool,
    /// Whether its cells can be numbers, whose meaning [`Options::array`] sets.
    pub is_array: bool,
    /// Whether its tiles have keys, for which the user can answer.
    pub has_keys: bool,
    /// Whether its objects have types, for which the user can answer.
    pub has_types: bool,
    /// Whether a file can have several levels, of which [`Options::level`] chooses one.
    pub has_levels: bool,
    /// Label of a choice that adds a script beside the file ([`WriteOptions::astar_grid`](super::WriteOptions)).
    pub script: Option<&'static str>,
}

impl FormatInfo {
    /// Returns the facts about a format that is read and written.
    pub(crate) const fn new(
        name: &'static str,
        title: &'static str,
        extensions: &'static [&'static str],
        keeps: Keeps,
    ) -> Self {
        let (access, purpose) = (Access::Both, Purpose::File);
        let (by_name, is_array, has_keys, has_types, has_levels) = (false, false, false, false, false);
        let script = None;
        Self {
            name,
            title,
            extensions,
            access,
            keeps,
            purpose,
            by_name,
            is_array,
            has_keys,
            has_types,
            has_levels,
            script,
        }
    }

    /// Returns the same, for a format whose tiles have keys. `has_types` says whether its objects have types.
    pub(crate) const fn keyed(self, has_types: bool) -> Self {
        Self { has_keys: true, has_types, ..self }
    }

    /// Returns the same, for a format whose files can have several levels.
    pub(crate) const fn with_levels(self) -> Self {
        Self { has_levels: true, ..self }
    }

    /// Returns the facts about a format that is only written.
    pub(crate) const fn only_written(
        name: &'static str,
        title: &'static str,
        extensions: &'static [&'static str],
        keeps: Keeps,
    ) -> Self {
        Self { access: Access::Write, ..Self::new(name, title, extensions, keeps) }
    }

    /// Returns the facts about a format that is only read.
    pub(crate) const fn only_read(
        name: &'static str,
        title: &'static str,
        extensions: &'static [&'static str],
    ) -> Self {
        Self { access: Access::Read, ..Self::new(name, title, extensions, Keeps::TILES) }
    }
}

/// A file format.
pub trait Format: Sync {
    /// Returns the name, the extensions and the other facts about the format.
    fn info(&self) -> &FormatInfo;
    /// Returns whether the bytes of a file are in this format. The name of the file does not count. The default is for
    /// formats that only the name shows, and for those that are only written.
    fn recognises(&self, bytes: &[u8]) -> bool {
        let _ = bytes;
        false
    }
    /// Reads a scene. `name` is the source's name in error messages, and `beside` has the files beside it.
    ///
    /// # Errors
    /// Returns an error that names the source, the place and what was expected, if the bytes are not valid.
    fn read(&self, name: &str, bytes: &[u8], options: &Options, beside: &mut Beside) -> Result<Loaded, FormatError> {
        let _ = (bytes, options, beside);
        // The list may be longer than a quote.
        let expected = foreign_formats::readable();
        Err(FormatError { expected, ..FormatError::whole(name, &format!("{} is only written", self.title()), "") })
    }
    /// Writes a scene and lists what the format cannot hold.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written at all.
    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let _ = (scene, options);
        let all: Vec<_> = FORMATS.iter().filter(|format| format.writes()).map(|format| format.name()).collect();
        let expected = format!("a format that is written: {}", all.join(", "));
        Err(FormatError::whole("the scene", &format!("{} is only read", self.title()), &expected))
    }
    /// Returns the name used on the command line.
    fn name(&self) -> &'static str {
        self.info().name
    }
    /// Returns the name shown to users.
    fn title(&self) -> &'static str {
        self.info().title
    }
    /// Returns the file name extensions without the leading dot. Files are written with the first.
    fn extensions(&self) -> &'static [&'static str] {
        self.info().extensions
    }
    /// Returns which parts of a scene a written file keeps.
    fn keeps(&self) -> Keeps {
        self.info().keeps
    }
    /// Returns whether files of this format can be read.
    fn reads(&self) -> bool {
        self.info().access != Access::Write
    }
    /// Returns whether scenes can be written in this format.
    fn writes(&self) -> bool {
        self.info().access != Access::Read
    }
}

/// A format that a page does not have before its first picture. Until then it recognises no file.
struct Later<F>(F);

impl<F: Format> Format for Later<F> {
    fn info(&self) -> &FormatInfo {
        self.0.info()
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        Here::now().is_some_and(|here| later(here, || self.0.recognises(bytes)))
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, beside: &mut Beside) -> Result<Loaded, FormatError> {
        later(here(name)?, || self.0.read(name, bytes, options, beside))
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let output = later(here("the scene")?, || self.0.write(scene, options))?;
        // No file is written that could not be read again.
        if self.reads() && output.bytes.len() as u64 > limits::FILE {
            let found = format!("as a file of the format {} it would have {} bytes", self.title(), output.bytes.len());
            return Err(too_large("the scene", &found, limits::FILE));
        }
        Ok(output)
    }
}

/// Returns the proof that the whole program is loaded, or an error about the file that needs it.
pub(crate) fn here(name: &str) -> Result<Here, FormatError> {
    let expected = "the whole program, which is still being fetched: try again in a moment";
    Here::now().ok_or_else(|| FormatError::whole(name, "this cannot be read or written yet", expected))
}

/// Maps of text.
pub(crate) static TEXT: &dyn Format = &Later(text_map::TextMap);

/// All formats, in the order in which they try to recognise a file. The last one takes everything the others refuse.
pub static FORMATS: &[&dyn Format] = &[
    &Later(uvtt::UniversalVtt),
    &Later(npy::Npy),
    &Later(png_map::PngMap),
    &Later(rexpaint::RexPaint),
    &Later(tiled::Tmx),
    &Later(tiled::Tmj),
    &Later(ldtk::Ldtk),
    &Later(watabou::Watabou),
    &scene_json::SceneJson,
    &Later(dcss::Dcss),
    &Later(ros::Ros),
    &link::Link,
    &Later(movingai::MovingAi),
    &Later(scen::Scen),
    &Later(csv::Csv),
    &Later(godot::Godot),
    &Later(flat_json::FlatJson),
    &Later(unreal::DataTable),
    &Later(arrays::SourceArray::C),
    &Later(arrays::SourceArray::CSHARP),
    &Later(arrays::SourceArray::GDSCRIPT),
    &Later(arrays::SourceArray::JAVASCRIPT),
    &Later(arrays::SourceArray::LUA),
    &Later(arrays::SourceArray::PYTHON),
    &Later(arrays::SourceArray::RUST),
    &Later(graph::GraphMl),
    &Later(graph::Dimacs),
    &Later(graph::Dot),
    &Later(template::Template),
    TEXT,
];

/// Names of formats in the order in which people look for them. Formats that are not here follow.
const LISTED: [&str; 13] =
    ["scene-json", "text", "tmx", "tmj", "ldtk", "godot", "xp", "png", "csv", "npy", "movingai", "ros", "scen"];

/// Returns all formats in the order of tables and dialogs.
pub fn listed() -> Vec<&'static dyn Format> {
    let mut all = FORMATS.to_vec();
    all.sort_by_key(|format| LISTED.iter().position(|name| *name == format.name()).unwrap_or(LISTED.len()));
    all
}

/// Returns the format for a path or extension. If several match, the longest extension wins.
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

/// Returns the endings of the names of files that can be read, without the dot, in alphabetical order.
pub fn file_endings() -> Vec<&'static str> {
    let read = FORMATS.iter().filter(|f| f.reads());
    let all = read.map(|f| f.extensions()).chain(TRACE_FORMATS.iter().map(|f| f.extensions()));
    all.flatten()
        .map(|extension| extension.rsplit('.').next().unwrap_or(extension))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}
