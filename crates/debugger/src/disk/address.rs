//! Addresses of moments: what is copied as a link, and what a page has after `#` in its address.
//!
//! ```text
//! lesson=secret-door&at=25                      a lesson as it is, after 25 events
//! gridscope:1:…&cell=14,12&view=debug&layer=g   any other scene, with its moment
//! gridscope:2:…&at=40                           a log
//! local=m9x2…/walk.jsonl&at=40                  a file that only this browser keeps, for a reload
//! ```
//!
//! `cell` is the selected cell, `view` the arrangement of the window, `layer` the shown layer, and `name` that of a log
//! without a title. A part that is missing is as the scene opens by itself.

use crate::disk::files::FileError;
use crate::formats::link::{holds_log, log_written, scene_link};
use crate::formats::log::is_log;
use crate::formats::plain::is_web;
use crate::formats::{Options, limits, nearest};
use crate::presets::{self, PRESETS, Preset};
use crate::session::window::Arrangement;
use crate::{Session, SessionCommand, disk, disk::open};
use gridscope_trace::scene::Scene;
use gridscope_trace::{Cell, Replay};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

/// Beginning of a link.
const LINK: &str = "gridscope:";
/// Beginning of the address of a file that this browser keeps.
const LOCAL: &str = "local=";
/// Characters that an address cannot hold as they are.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// The view of a moment, as far as a link states it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LinkedView {
    /// Number of events that have happened.
    pub at: Option<usize>,
    /// The selected cell, or that none is selected.
    pub cell: Option<Option<Cell>>,
    /// The arrangement of the window.
    pub arrangement: Option<Arrangement>,
    /// Name of the shown layer.
    pub layer: Option<String>,
    /// Name of the log, if it states no title.
    pub name: Option<String>,
}

/// Text for a link without a selected cell, if the scene opens with one.
const NO_CELL: &str = "none";

impl LinkedView {
    /// Reads the parts of an address after the first `&`. Unknown parts belong to the page.
    fn read(parts: &str) -> Result<Self, String> {
        let mut view = Self::default();
        for part in parts.split('&') {
            let Some((name, value)) = part.split_once('=') else { continue };
            let value = decoded(value);
            let bad = |what: &str| format!("{name}={value} {what}");
            match name {
                "at" => {
                    let at = value.parse().ok().filter(|&at| at <= limits::RUN_EVENTS);
                    view.at = Some(at.ok_or_else(|| bad("is not a moment; expected a number of events"))?);
                }
                "cell" if value == NO_CELL => view.cell = Some(None),
                "cell" => {
                    let cell = value.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
                    let (x, y) = cell.ok_or_else(|| bad("is not a cell; expected two numbers, such as 14,12"))?;
                    view.cell = Some(Some(Cell::new(x, y)));
                }
                "view" => {
                    let named = Arrangement::ALL.into_iter().find(|known| known.title().eq_ignore_ascii_case(&value));
                    let expected = "is not an arrangement; expected learn, debug, edit or present";
                    view.arrangement = Some(named.ok_or_else(|| bad(expected))?);
                }
                "layer" => view.layer = Some(value.into_owned()),
                "name" => view.name = Some(value.into_owned()),
                _ => {}
            }
        }
        Ok(view)
    }
}

impl fmt::Display for LinkedView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.at {
            write!(f, "&at={at}")?;
        }
        match self.cell {
            Some(Some(cell)) => write!(f, "&cell={},{}", cell.x, cell.y)?,
            Some(None) => write!(f, "&cell={NO_CELL}")?,
            None => {}
        }
        if let Some(arrangement) = self.arrangement {
            write!(f, "&view={}", arrangement.title().to_ascii_lowercase())?;
        }
        for (part, text) in [("layer", &self.layer), ("name", &self.name)] {
            if let Some(text) = text {
                write!(f, "&{part}={}", utf8_percent_encode(text, ENCODED))?;
            }
        }
        Ok(())
    }
}

/// Returns a part of an address with the characters that it stands for.
pub fn decoded(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

/// Content that a link opens.
enum Target {
    Lesson(&'static Preset),
    /// The text of a link, `gridscope:1:…` or `gridscope:2:…`.
    Link(String),
    /// A file on the shelf of the page.
    Local(PathBuf),
}

/// An address of a moment.
pub struct Address {
    target: Target,
    /// The view of the moment.
    pub view: LinkedView,
}

impl Address {
    /// Reads the address of a page, its fragment, or a copied link. Returns `None` for any other text.
    ///
    /// # Errors
    /// Returns a sentence if there is no such lesson or file, or if a part of the address has no meaning.
    pub fn read(text: &str) -> Result<Option<Self>, String> {
        let text = text.trim();
        let fragment = match text.split_once('#') {
            Some((page, fragment)) if page.is_empty() || is_web(page) => fragment,
            _ => text,
        };
        let fragment = fragment.split(char::is_whitespace).next().unwrap_or_default();
        // Some programs escape all of an address.
        let fragment = if fragment.contains('&') { fragment.into() } else { decoded(fragment) };
        let (target, parts) = fragment.split_once('&').unwrap_or((&fragment, ""));
        let target = decoded(target);
        let target = match target.strip_prefix("lesson=") {
            Some(id) => Target::Lesson(presets::find(id).ok_or_else(|| {
                let near = nearest(id, PRESETS.iter().map(|preset| preset.id));
                format!("there is no lesson {id:?}{near}; choose one under Lessons")
            })?),
            None if target.starts_with(LINK) => Target::Link(target.into_owned()),
            None => match target.strip_prefix(LOCAL).map(PathBuf::from) {
                Some(path) if disk::is_on_shelf(&path) => Target::Local(path),
                Some(path) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    return Err(format!(
                        "only the browser that opened {name:?} kept it, for a while; open the file itself"
                    ));
                }
                None => return Ok(None),
            },
        };
        Ok(Some(Self { target, view: LinkedView::read(parts)? }))
    }

    /// Returns the name of what is opened.
    pub fn name(&self) -> &str {
        match self.target {
            Target::Lesson(preset) => preset.id,
            Target::Link(_) => self.view.name.as_deref().unwrap_or("the link"),
            Target::Local(_) => "the file",
        }
    }

    /// Returns the text that is opened: a scene file or a link. It is empty if a file of the page is opened.
    pub fn text(&self) -> &str {
        match &self.target {
            Target::Lesson(preset) => preset.json,
            Target::Link(link) => link,
            Target::Local(_) => "",
        }
    }

    /// Returns the file of the page that is opened, if it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.target {
            Target::Lesson(_) | Target::Link(_) => None,
            Target::Local(path) => Some(path),
        }
    }

    /// Returns whether it opens something else, and not a scene that can be pasted as an edit.
    fn replaces(&self) -> bool {
        match &self.target {
            Target::Lesson(_) | Target::Local(_) => true,
            Target::Link(link) => holds_log(link),
        }
    }
}

/// Returns whether a pasted text opens something else: a log, or an address that names a lesson or a log. Any other text
/// is a map, which becomes an edit.
pub fn replaces(text: &str) -> bool {
    is_log(text.as_bytes())
        || holds_log(text)
        || Address::read(text).map_or(true, |address| address.is_some_and(|address| address.replaces()))
}

/// Returns the address of a file that this browser keeps.
pub fn local_address(path: &Path, view: &LinkedView) -> String {
    format!("{LOCAL}{}{view}", utf8_percent_encode(&path.to_string_lossy(), ENCODED))
}

/// Returns whether a text is the address of a file that a browser keeps.
pub(crate) fn is_local(text: &str) -> bool {
    text.trim_start_matches('#').starts_with(LOCAL)
}

/// A link to the moment of a session, ready to be written on any thread.
pub struct Link {
    content: LinkContent,
    /// The view of the moment.
    pub view: LinkedView,
    /// Parts that the link cannot hold, one phrase each.
    lost: Vec<String>,
}

enum LinkContent {
    /// A lesson as it is.
    Lesson(&'static str),
    Scene(Box<Scene>),
    /// The lines of a log. `None` if they are too long.
    Log(Option<String>),
}

impl Link {
    /// Returns the link to a scene, which opens at its own moment.
    fn to_scene(mut scene: Scene) -> Self {
        let mut view = LinkedView::default();
        let content = if let Some(lesson) = lesson(&scene) {
            view.at = scene.run.at;
            LinkContent::Lesson(lesson)
        } else {
            // Links are for students.
            scene.run.exercise.solution = None;
            LinkContent::Scene(Box::new(scene))
        };
        Self { content, view, lost: Vec::new() }
    }

    /// Returns whether the moment is in the view alone: the link of a scene holds it in the scene.
    pub(crate) const fn is_fixed(&self) -> bool {
        !matches!(self.content, LinkContent::Scene(_))
    }

    /// Writes the link. Pauses between parts of a large map.
    ///
    /// # Errors
    /// Returns an error if the scene cannot be written, or if a log is too long.
    pub async fn into_text(self) -> Result<(String, Vec<String>), FileError> {
        let content = match self.content {
            LinkContent::Lesson(id) => format!("lesson={id}"),
            LinkContent::Scene(scene) => scene_link(&scene, &Options::default()).await?.0,
            LinkContent::Log(lines) => {
                let link = match lines {
                    Some(lines) => log_written(lines.as_bytes()).await?,
                    None => None,
                };
                link.ok_or(FileError::LongLog)?
            }
        };
        Ok((format!("{content}{}", self.view), self.lost))
    }
}

/// Returns the id of the lesson that a scene is, except for the moment at which it opens.
pub(super) fn lesson(scene: &Scene) -> Option<&'static str> {
    let preset = presets::of(scene)?;
    let lesson = preset.scene().ok()?;
    let mut other = scene.clone();
    other.run.at = lesson.run.at;
    (lesson == other).then_some(preset.id)
}

impl Session {
    /// Returns a link to this moment: to the log, the lesson or the scene, with the cursor, the selected cell and the
    /// layer. The author's solution of an exercise is left out.
    pub fn link(&self) -> Link {
        self.link_of(self.scene())
    }

    /// Like [`Session::link`], but to another scene, such as one with more runs. If a log is open, the link is to the log.
    pub fn link_of(&self, scene: &Scene) -> Link {
        let at = self.replay().map(Replay::number_now);
        let mut link = if let Some(log) = self.log() {
            let content = LinkContent::Log(log.source.clone());
            let view = LinkedView { at, name: log.name.clone(), ..LinkedView::default() };
            Link { content, view, lost: Vec::new() }
        } else {
            let mut scene = open::without_invalid_parts(self.registry(), scene).0;
            scene.run.at = at;
            Link::to_scene(scene)
        };
        link.lost = self.opened.other_runs.iter().map(|run| format!("the run of {}", run.title)).collect();
        let question = &self.scene().run.question;
        let opens_with = question.cell.filter(|_| question.why_not.is_empty());
        let selects = question.cell.is_some() || !question.why_not.is_empty();
        link.view.cell = match self.shown.selected {
            Some(cell) => (opens_with != Some(cell)).then_some(Some(cell)),
            None => selects.then_some(None),
        };
        let layers = self.layers();
        let first = question.layer.as_ref().and_then(|name| layers.iter().position(|layer| *layer.name == **name));
        let first = first.unwrap_or_else(|| self.first_layer());
        link.view.layer =
            layers.get(self.shown.layer).filter(|_| self.shown.layer != first).map(|l| l.name.to_string());
        link
    }

    /// Shows the view that a link states, once the run is there.
    pub(crate) fn show_linked_view(&mut self) {
        let LinkedView { cell, layer, .. } = self.opened.linked.clone();
        let size = self.scene().size();
        match cell {
            Some(Some(cell)) if !size.contains(cell) => {
                self.fail(format!("the link: there is no cell {cell} on this map of {size} cells"));
            }
            Some(cell) => self.apply(&SessionCommand::Select(cell)),
            None => {}
        }
        let Some(name) = layer else { return };
        match self.layers().iter().position(|layer| *layer.name == *name) {
            Some(layer) => self.apply(&SessionCommand::SetLayer(layer)),
            None => self.fail(format!("the link: there is no layer {name:?} here")),
        }
    }
}
