//! Pictures, animations and pages of a run, and links to a moment.

use super::answers::within;
use super::{Answer, AskError};
use crate::export::page::{PageOptions, is_page_address, page};
use crate::export::{Export, ExportError, ExportKind};
use crate::session::window::ThemeName;
use crate::{Session, SessionCommand};
use gridscope_trace::Cell;
use gridscope_trace::progress::{Progress, at_once};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Function that draws: returns the bytes of each file, or `None` if it was stopped.
pub type Draw = fn(&Export, &Session, &Progress) -> Result<Option<Vec<Vec<u8>>>, ExportError>;

/// Request for a drawing. Its fields are the options of `gridscope render`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RenderRequest {
    /// Extension of the file: png, svg, pdf, tex, gif, apng, html or zip (SCORM).
    pub format: String,
    /// Number of events before the moment. A page opens there.
    pub at: Option<usize>,
    /// Number of a slide, from 1: its moment, with only the signs that it speaks of, and its pins.
    pub slide: Option<usize>,
    /// Number of events before the first moment of a range.
    pub from: Option<usize>,
    /// Number of events before the last moment of a range.
    pub to: Option<usize>,
    /// Name of the theme.
    pub theme: Option<String>,
    /// Name of the layer.
    pub layer: Option<String>,
    /// Longest side of a picture's map in points.
    pub points: Option<u16>,
    /// The only run of a side-by-side scene to draw, from 0.
    pub run: Option<usize>,
    /// Pixels per point, 1 to 4.
    pub scale: Option<u8>,
    /// Whether columns and rows are numbered at the edge of the map.
    pub rulers: Option<bool>,
    /// Address of the page that the link of a page opens.
    pub app: Option<String>,
}

impl RenderRequest {
    fn what(&self) -> ExportKind {
        let has_range = self.from.is_some() || self.to.is_some();
        match &*self.format {
            "html" | "zip" => ExportKind::Page,
            "gif" | "apng" if self.at.is_none() => ExportKind::Animation,
            _ if has_range => ExportKind::Animation,
            _ => ExportKind::Picture,
        }
    }

    /// Draws a session. Returns `None` if it was stopped.
    pub(super) fn draw_session(
        &self,
        session: &mut Session,
        draw: Option<Draw>,
        progress: &Progress,
    ) -> Result<Option<Vec<u8>>, AskError> {
        let what = self.what();
        if self.at.is_some() && what == ExportKind::Animation {
            let why = "at shows one moment, and from and to a range; expected one of the two, or a page (html)";
            return Err(AskError::input(why));
        }
        let format = what.format(Path::new(&format!("run.{}", self.format)))?;
        let theme = self.theme.as_deref().map_or(Ok(format.usual_theme()), |theme| {
            ThemeName::from_name(theme).ok_or_else(|| {
                AskError::input(format!("there is no theme {theme:?}; expected dark, light or colour-blind"))
            })
        })?;
        if let Some(app) = self.app.as_ref().filter(|app| what == ExportKind::Page && !is_page_address(app)) {
            let expected = "expected http:// or https://, without a part after #";
            return Err(AskError::input(format!("app {app:?} is not the address of a page; {expected}")));
        }
        if let Some(at) = self.at {
            show_moment(session, at)?;
        } else if let Some(at) = session.scene().run.picture.filter(|_| what == ExportKind::Picture) {
            session.apply(&SessionCommand::Seek(at));
        }
        show_layer(session, self.layer.as_deref())?;
        let mut export = Export::new(what, format, session);
        export.theme = theme;
        export.scale = self.scale.unwrap_or(export.scale);
        export.rulers = self.rulers.unwrap_or(export.rulers);
        (export.points, export.run) = (self.points.map(|points| points.clamp(16, 4096)), self.run);
        let slide =
            self.slide.map(|slide| slide.checked_sub(1).ok_or("slides are numbered from 1; there is no slide 0"));
        export.slide = slide.transpose().map_err(AskError::input)?;
        export.page = PageOptions { theme: self.theme.as_ref().map(|_| theme), app: self.app.clone() };
        if what.has_range() {
            export.from = self.from.unwrap_or(0);
            export.to = self.to.unwrap_or(export.to);
            export.check_range(session.moment().1)?;
            export.every = crate::export::usual_stride(export.from, export.to);
        }
        export.check(session)?;
        if what == ExportKind::Page {
            return Ok(page(&export, &session.snapshot(Some(0)), progress)?);
        }
        let draw = draw.ok_or_else(|| AskError::input("this gridscope was built without its window, which draws"))?;
        Ok(draw(&export, session, progress)?.map(|files| files.concat()))
    }
}

/// Shows a moment.
///
/// # Errors
/// Returns an error if it is past the end.
fn show_moment(session: &mut Session, at: usize) -> Result<(), AskError> {
    within(at, session.moment().1)?;
    session.apply(&SessionCommand::Seek(at));
    Ok(())
}

/// Shows a layer by its name.
fn show_layer(session: &mut Session, name: Option<&str>) -> Result<(), AskError> {
    let Some(name) = name else { return Ok(()) };
    let layers = session.layers();
    let layer = layers.iter().position(|layer| *layer.name == *name).ok_or_else(|| {
        let names: Vec<_> = layers.iter().map(|layer| layer.name.to_string()).collect();
        AskError::input(format!("there is no layer {name:?}; expected one of {}", names.join(", ")))
    })?;
    session.apply(&SessionCommand::SetLayer(layer));
    Ok(())
}

/// Returns the link to a moment, with the selected cell and the layer.
pub(super) fn link(
    session: &mut Session,
    at: Option<usize>,
    cell: Option<Cell>,
    layer: Option<&str>,
) -> Result<Answer, AskError> {
    show_moment(session, at.unwrap_or(session.moment().1))?;
    session.apply(&SessionCommand::Select(cell));
    show_layer(session, layer)?;
    let (link, lost) = at_once(session.link().into_text())?;
    Ok(Answer::Link { link, lost })
}
