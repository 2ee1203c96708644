//! Opening and saving: files and pasted text into scenes, scenes into files, nothing lost on the way.

use super::Session;
use crate::core::generate;
use crate::formats::{self, Format as _, Loaded, Options};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Reads a scene or map of any format. A map without a title is called by its file.
///
/// # Errors
/// One sentence that names file, place and what was expected.
pub fn read(path: &Path) -> Result<Loaded, String> {
    let name = path.display().to_string();
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("jsonl")) {
        let bytes = std::fs::read(path).map_err(|e| format!("{name}: {e}; expected a trace file"))?;
        let trace = formats::trace_file::read(&name, &bytes).map_err(|e| e.to_string())?;
        return Ok(Loaded { scene: trace.scene, format: "trace", notes: Vec::new() });
    }
    let mut loaded = formats::read_file(path, &Options::default()).map_err(|e| e.to_string())?;
    if loaded.scene.title.is_empty() && loaded.format != "scene-json" {
        // A map says nothing of itself but by the name of its file.
        loaded.scene.title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    Ok(loaded)
}

/// Writes bytes so that a failure half-way leaves the old file as it was: into a new file beside it, then renamed.
///
/// # Errors
/// One sentence that names the file.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: can not be written: {error}", path.display());
    let name = path.file_name().ok_or_else(|| format!("{}: names no file", path.display()))?;
    let mut beside = name.to_owned();
    beside.push(".part");
    let beside = path.with_file_name(beside);
    let written = std::fs::File::create(&beside)
        .and_then(|mut f| f.write_all(bytes).and_then(|()| f.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| {
        // The half-written file is of no use to anybody.
        let _ = std::fs::remove_file(&beside);
        fail(error)
    })
}

impl Session {
    /// Opens a file; on an error what was open stays open.
    pub fn open_file(&mut self, path: &Path) {
        match read(path) {
            Ok(loaded) => {
                let keep = loaded.format == "scene-json";
                self.open(loaded.scene, keep.then(|| path.to_owned()));
                self.tell_all(loaded.notes);
            }
            Err(error) => self.fail(error),
        }
    }

    /// Opens a scene that a generator makes, with a seed past all that this session has met.
    pub(super) fn generate(&mut self, id: &str) {
        let Some(generator) = generate::find(id) else {
            self.fail(format!("there is no generator {id:?}"));
            return;
        };
        self.generated = self.generated.max(self.scene().run.seed).wrapping_add(1);
        match generator.plain(self.generated) {
            Ok(scene) => self.open(scene, None),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Replaces the map by one in text, as one edit.
    pub fn paste(&mut self, text: &str) {
        match formats::read_bytes("the clipboard", text.as_bytes(), &Options::default()) {
            Ok(loaded) => {
                let says_run = loaded.says_run();
                let mut scene = loaded.scene;
                if !says_run {
                    // A map in text says nothing of the run: the one at hand goes on with it.
                    scene.run.clone_from(&self.scene().run);
                    scene.run.forget_moments();
                }
                self.apply(&super::Command::Replace(Box::new(scene)));
                if says_run {
                    self.arrive_anew();
                }
                self.tell_all(loaded.notes);
            }
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// The map as text, and what text can not hold.
    ///
    /// # Errors
    /// One sentence.
    pub fn as_text(&self) -> Result<(String, Vec<String>), String> {
        let format = formats::format_for("txt").ok_or("there is no text format")?;
        let written = format.write(self.scene(), &Options::default()).map_err(|e| e.to_string())?;
        Ok((String::from_utf8_lossy(&written.bytes).into_owned(), written.lost))
    }

    /// The scene as it is run and the moment that is looked at, as a link.
    ///
    /// # Errors
    /// One sentence.
    pub fn as_link(&self) -> Result<String, String> {
        let mut scene = self.scene().clone();
        scene.run.at = self.replay().map(crate::core::trace::Replay::cursor);
        let written = formats::link::Link.write(&scene, &Options::default()).map_err(|e| e.to_string())?;
        Ok(String::from_utf8_lossy(&written.bytes).trim_end().to_owned())
    }

    /// Saves in the format of the name's extension and tells what was lost. Says whether it was saved.
    pub fn save_as(&mut self, path: &Path) -> bool {
        let name = path.to_string_lossy().into_owned();
        let Some(format) = formats::format_for(&name) else {
            self.fail(format!("{name}: the extension says no format; expected .scene.json, .txt or .map"));
            return false;
        };
        let result = format
            .write(self.scene(), &Options::default())
            .map_err(|e| e.to_string())
            .and_then(|written| write_atomic(path, &written.bytes).map(|()| written.lost));
        match result {
            Ok(lost) => {
                if lost.is_empty() {
                    self.document.path = Some(PathBuf::from(path));
                    self.document.mark_saved();
                    self.tell_all(vec![format!("Saved {name}.")]);
                } else {
                    self.tell_all(vec![format!("Saved {name}. This format can not hold {}.", lost.join(", "))]);
                }
                true
            }
            Err(error) => {
                self.fail(error);
                false
            }
        }
    }

    /// The rows of the last experiment as comma-separated values.
    ///
    /// # Errors
    /// One sentence, where there are none yet.
    pub fn as_table(&self) -> Result<String, String> {
        let measured = self.desk.measured.as_ref().filter(|m| !m.rows.is_empty());
        let measured = measured.ok_or("there is no table yet: run an experiment first")?;
        let mut bytes = Vec::new();
        super::experiment::write_csv(&mut bytes, &measured.what, &measured.measures, &measured.rows)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The map that was made small as a test in Rust.
    ///
    /// # Errors
    /// One sentence, where there is none.
    pub fn small_as_test(&self) -> Result<String, String> {
        let small = self.desk.smaller.as_ref().ok_or("no map was made small yet")?;
        super::minimise::rust_test(&small.scene, &small.keep)
    }

    /// The map that was made small as text.
    ///
    /// # Errors
    /// One sentence, where there is none.
    pub fn small_as_text(&self) -> Result<String, String> {
        let small = self.desk.smaller.as_ref().ok_or("no map was made small yet")?;
        let format = formats::format_for("txt").ok_or("there is no text format")?;
        let written = format.write(&small.scene, &Options::default()).map_err(|e| e.to_string())?;
        Ok(String::from_utf8_lossy(&written.bytes).into_owned())
    }

    pub(super) fn save_table(&mut self, path: &Path) {
        let saved = self.as_table().and_then(|text| write_atomic(path, text.as_bytes()));
        match saved {
            Ok(()) => self.tell_all(vec![format!("Saved {}.", path.to_string_lossy())]),
            Err(error) => self.fail(error),
        }
    }

    fn tell_all(&mut self, texts: Vec<String>) {
        self.notices.extend(texts.into_iter().map(|text| super::session::Notice { error: false, text }));
    }
}
