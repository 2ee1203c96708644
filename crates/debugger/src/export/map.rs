//! Export of the map in a format of another program: its file, and the files beside it.

use super::name::stem;
use crate::Session;
use crate::disk::files::{FileError, write_derived};
use crate::formats::{Format, Options, Purpose, Written, listed};
use gridscope_trace::{Registry, Scene};
use std::path::Path;

/// A map to export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapExport {
    /// Name of the format.
    pub format: &'static str,
    /// Whether a script is written beside the file, in a format that has one.
    pub script: bool,
}

impl MapExport {
    /// Returns the formats that a map can be exported in as a file, in the order of the dialog.
    pub fn formats() -> impl Iterator<Item = &'static dyn Format> {
        listed().into_iter().filter(|format| format.writes() && format.info().purpose == Purpose::File)
    }

    /// Returns the format, or `None` if there is none of that name.
    pub fn format(&self) -> Option<&'static dyn Format> {
        Self::formats().find(|format| format.name() == self.format)
    }

    /// Returns the files that the export would write to `path` and beside it, with what they cannot hold.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written in this format.
    pub fn write(&self, registry: &Registry, scene: &Scene, path: &Path) -> Result<Written, FileError> {
        let format = self.format().ok_or_else(|| FileError::NoFormat(self.format.to_owned()))?;
        let mut options = Options::with_registry(registry).at(path);
        options.write.astar_grid = self.script;
        Ok(format.write(scene, &options)?)
    }

    /// Writes the files beside `path`, and returns the contents of the file itself.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written in this format, or if the operating system refuses.
    pub fn write_beside(&self, registry: &Registry, scene: &Scene, path: &Path) -> Result<Vec<u8>, FileError> {
        let map_file = self.write(registry, scene, path)?;
        write_derived(map_file.beside_at(path))?;
        Ok(map_file.bytes)
    }

    /// Returns the default name of the file. It is never that of the file that the map came from, which has more in it
    /// than gridscope reads.
    pub fn name(&self, session: &Session) -> String {
        let ending = self.format().and_then(|format| format.extensions().first().copied()).unwrap_or("txt");
        let name = format!("{}.{ending}", stem(session));
        let source = session.map_source().and_then(|source| source.path.file_name());
        let is_source = source.is_some_and(|source| source.to_string_lossy().eq_ignore_ascii_case(&name));
        if is_source { format!("{}-gridscope.{ending}", stem(session)) } else { name }
    }
}
