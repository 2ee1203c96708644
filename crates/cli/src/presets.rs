//! `presets`: lists the built-in scenes and those of a folder, as text and as JSON, or writes the built-in ones to
//! files.

use super::convert::target;
use super::map_flags::WriteArgs;
use super::place::FileOrStream;
use super::{CliError, Start, output};
use crate::debugger::lab::brief::table;
use crate::debugger::{disk, disk::files, disk::open};
use crate::formats::folder::Folder;
use crate::formats::{FORMATS, Format, Options, Purpose, bounded_file};
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use gridscope_presets::{PRESETS, Part, ROUTE, find, library, place_on_route, route};
use gridscope_trace::{Registry, Scene};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Word that selects all formats, except the template, which is the user's own.
const ALL: &str = "all";

#[derive(clap::Args)]
pub(super) struct Args {
    /// Print one JSON object
    #[arg(long, conflicts_with = "export")]
    json: bool,
    /// Also list the scenes of this folder: scene files, text maps, MovingAI maps and links
    #[arg(long, value_name = "DIR", conflicts_with = "export", value_parser = OsStringValueParser::new().try_map(folder))]
    dir: Option<FileOrStream>,
    /// Write each preset to a file in this folder; creates the folder if needed and overwrites nothing
    #[arg(long, value_name = "DIR", value_parser = OsStringValueParser::new().try_map(folder))]
    export: Option<FileOrStream>,
    /// Format of the files, by name or extension, or all; may be repeated
    #[arg(long = "format", value_name = "FORMAT", requires = "export", default_value = "scene-json")]
    formats: Vec<String>,
    #[command(flatten)]
    write: WriteArgs,
}

/// Parses the name of a folder. An empty name usually comes from an unset variable, and would mean the current folder.
fn folder(name: OsString) -> Result<FileOrStream, &'static str> {
    if name.is_empty() { Err("the name is empty; expected a folder, such as . for this one") } else { Ok(name.into()) }
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        match &self.export {
            Some(folder) => self.export(registry, folder.path(), out)?,
            None => self.list(registry, out)?,
        }
        Ok(Start::Exit(0))
    }

    fn list(&self, registry: &Registry, out: &mut dyn Write) -> Result<(), CliError> {
        let (mut rows, mut all) = (Vec::new(), Vec::new());
        for preset in route().filter_map(find).chain(library()) {
            let scene = preset.scene()?;
            let mut entry = about("id", preset.id, &scene);
            entry["group"] = preset.group.into();
            if let Some(place) = place_on_route(preset.id) {
                entry["route"] = (place + 1).into();
            }
            all.push(entry);
            rows.push((preset.id.to_owned(), row(&scene)));
        }
        let part = |part: &Part| json!({ "title": part.title, "lessons": part.lessons });
        let parts: Vec<Value> = ROUTE.iter().map(part).collect();
        let mut whole = json!({ "presets": all, "route": parts });
        if let Some(dir) = &self.dir {
            let folder = Folder::of(dir.path())?;
            let (mut own, mut unread) = (Vec::new(), Vec::from_iter(folder.more));
            for path in &folder.files {
                match open::scene(path, &Options::with_registry(registry)) {
                    Ok(loaded) => {
                        own.push(about("file", &path.display().to_string(), &loaded.scene));
                        rows.push((path.display().to_string(), row(&loaded.scene)));
                    }
                    Err(error) => unread.push(error.to_string()),
                }
            }
            (whole["own"], whole["unread"]) = (own.into(), unread.clone().into());
            for text in unread.iter().filter(|_| !self.json) {
                output::note("note", text);
            }
        }
        if self.json {
            writeln!(out, "{whole}")?;
        } else {
            table(out, &rows)?;
        }
        Ok(())
    }

    fn export(&self, registry: &Registry, folder: &Path, out: &mut dyn Write) -> Result<(), CliError> {
        let mut formats: Vec<&'static dyn Format> = Vec::new();
        for name in &self.formats {
            let named = if name == ALL {
                FORMATS
                    .iter()
                    .copied()
                    .filter(|format| format.writes() && format.info().purpose != Purpose::Template)
                    .collect()
            } else {
                vec![target(&FileOrStream::from("-"), Some(name))?]
            };
            for format in named {
                if !formats.iter().any(|known| known.name() == format.name()) {
                    formats.push(format);
                }
            }
        }
        let (mut files, mut lost) = (Vec::new(), Vec::new());
        for format in &formats {
            let ending = format.extensions().first().unwrap_or(&"scene");
            for preset in PRESETS {
                let mut path = folder.join(format!("{}.{ending}", preset.id));
                if formats.len() > 1 && files.iter().any(|(file, _)| *file == path) {
                    // Two formats can have the same ending.
                    path = folder.join(format!("{}.{}.{ending}", preset.id, format.name()));
                }
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let to = FileOrStream::from(path.clone().into_os_string());
                let options = self.write.within(&Options::with_registry(registry), &to, None, 0)?;
                let map_file = match format.write(&preset.scene()?, &options) {
                    Ok(written) => written,
                    // Not every lesson can be written in every format: a graph has at most so many nodes.
                    Err(error) => {
                        lost.push(format!("{name}: not written, for {}", error.found));
                        continue;
                    }
                };
                if !map_file.lost.is_empty() {
                    lost.push(format!("{name}: {}", map_file.lost.join(", ")));
                }
                let beside = map_file.beside.into_iter().map(|(name, bytes)| (folder.join(name), bytes));
                let new: Vec<_> = beside.chain([(path, map_file.bytes)]).filter(|file| !files.contains(file)).collect();
                files.extend(new);
            }
        }
        let new = free(folder, &files)?;
        files::make_folder(folder)?;
        for (path, bytes) in &new {
            disk::create(path, bytes).map_err(|error| CliError::Io { place: path.display().to_string(), error })?;
        }
        for text in &lost {
            output::note("lost", text);
        }
        let before = match files.len() - new.len() {
            0 => String::new(),
            n => format!("; {n} already existed with the same contents"),
        };
        writeln!(out, "{} files written to {}{before}.", new.len(), folder.display())?;
        Ok(())
    }
}

/// Returns the files that do not exist yet.
///
/// # Errors
/// Returns an error if a file has the same name but other contents. Nothing is written then.
fn free<'a>(folder: &Path, files: &'a [(PathBuf, Vec<u8>)]) -> Result<Vec<&'a (PathBuf, Vec<u8>)>, CliError> {
    let (mut new, mut taken) = (Vec::new(), Vec::new());
    for file in files {
        let (path, bytes) = file;
        let there = std::fs::symlink_metadata(path);
        if there.is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound) {
            new.push(file);
        } else if !path.is_file() || bounded_file(path, "a preset").is_ok_and(|own| own != *bytes) {
            taken.push(path);
        } else {
            // For a file that cannot be read, report the system's own error.
            bounded_file(path, "a preset")?;
        }
    }
    let Some(first) = taken.first() else { return Ok(new) };
    let name = first.file_name().unwrap_or_default().to_string_lossy();
    let others = match taken.len() - 1 {
        0 => "has other contents".to_owned(),
        n => format!("and {n} more have other contents"),
    };
    let text = format!("{}: {name} {others}; expected a folder without them; nothing was written", folder.display());
    Err(CliError::Input(text))
}

/// Returns a scene as a JSON object: its name, title, algorithm and size.
fn about(called: &str, by: &str, scene: &Scene) -> Value {
    let size = scene.size();
    json!({
        called: by, "title": scene.title, "algorithm": scene.run.algorithm, "size": [size.width, size.height],
    })
}

/// Returns a scene as a row of text.
fn row(scene: &Scene) -> String {
    format!("{:<13}  {:>9}  {}", scene.run.algorithm, scene.size().to_string(), scene.title)
}
