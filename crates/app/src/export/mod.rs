//! Exports: the canvas drawn without a window, as pixels or as shapes.

mod animation;
mod card;
#[cfg(not(target_arch = "wasm32"))]
mod class;
mod colours;
mod handout;
mod ink;
mod map_picture;
mod moving;
mod outlines;
#[cfg(not(target_arch = "wasm32"))]
mod paper;
#[cfg(not(target_arch = "wasm32"))]
mod plots;
pub(crate) mod preview;
pub mod raster;
pub mod repaint;
mod shapes;
pub(crate) mod stage;
mod svg;
#[cfg(not(target_arch = "wasm32"))]
mod tileset;

use crate::debugger::export::{
    Export, ExportError, ExportKind, Format, LONGEST_SIDE, MAX_MOVING, MAX_PIXELS,
    page::page,
    table::{lazy_table, table},
};
use crate::debugger::session::window::Arrangement;
use crate::debugger::{Session, SessionCommand};
use gridscope_trace::Progress;
use stage::{Layout, Look, Stage};

pub(crate) use animation::Animation;
#[cfg(not(target_arch = "wasm32"))]
pub use class::class_pages;
#[cfg(not(target_arch = "wasm32"))]
pub use plots::plots_page;
#[cfg(not(target_arch = "wasm32"))]
pub use tileset::tileset;

pub(crate) use map_picture::{map_image, map_picture};

use crate::view::Settings;

/// Longest side of the map in an animation, in points. Animations should be small enough to send.
const MOVING_BOARD: f32 = 720.0;

/// Builds the bytes of the files from a session with recorded runs. There is one file, or one a page of a handout. `look` sets how the map is drawn; the theme is the
/// export's. `view` is the visible part of the map, or `None` for the whole map.
///
/// Returns `None` if it was stopped.
///
/// # Errors
/// Returns an error with a sentence if a limit is exceeded, or if this run has nothing of that kind to export.
pub fn export(
    export: &Export,
    session: &Session,
    look: &Settings,
    view: Option<Layout>,
    progress: &Progress,
) -> Result<Option<Vec<Vec<u8>>>, ExportError> {
    if export.what == ExportKind::Animation {
        let mut animation = begin_animation(export, session, look, view)?;
        loop {
            let file = animation.draw_next(progress)?;
            if file.is_some() || progress.is_stopped() {
                return Ok(file.map(|file| vec![file]));
            }
        }
    }
    export.check(session)?;
    // The foot of a handout names the run if there are several.
    let run = (session.shown_runs().count() > 1).then(|| export.run.unwrap_or(0));
    let session = &mut session.snapshot(export.run);
    if export.what != ExportKind::Page {
        session.apply(&SessionCommand::Seek(export.from));
    }
    if let Some(slide) = export.slide {
        session.apply(&SessionCommand::ToSlide(slide));
    }
    let file = match export.what {
        ExportKind::Handout { answers } => return handout::handout(session, answers, run, export.format).map(Some),
        ExportKind::Table => text(export, session).map(Some),
        ExportKind::Page => page(export, session, progress),
        _ => {
            let mut stage = stage(export, session, look, view)?;
            match export.format {
                Format::Svg => Ok(Some(svg::picture(&mut stage, session).into_bytes())),
                #[cfg(not(target_arch = "wasm32"))]
                Format::Pdf | Format::Tikz => paper::picture(export.format, &mut stage, session).map(Some),
                _ if export.what == ExportKind::Card => moving::small_png(&stage.picture(session)).map(Some),
                _ => moving::png(&stage.picture(session)).map(Some),
            }
        }
    };
    Ok(file?.map(|file| vec![file]))
}

/// Begins the animation of a session's run, for an export of that kind. See [`export`].
///
/// # Errors
/// Returns an error with a sentence if a limit is exceeded.
pub(crate) fn begin_animation(
    export: &Export,
    session: &Session,
    look: &Settings,
    view: Option<Layout>,
) -> Result<Animation, ExportError> {
    export.check(session)?;
    let mut session = session.snapshot(export.run);
    session.apply(&SessionCommand::Seek(export.from));
    let stage = stage(export, &session, look, view)?;
    Ok(Animation::new(export, session, stage))
}

/// Returns the stage for a picture or an animation.
fn stage(export: &Export, session: &Session, look: &Settings, view: Option<Layout>) -> Result<Stage, ExportError> {
    let mut settings = Settings { theme: export.theme, rulers: export.rulers, ..look.clone() };
    if export.slide.is_some() {
        (settings.arrangement, settings.details) = (Arrangement::Learn, false);
    }
    let layout = view.filter(|_| export.what != ExportKind::Card).unwrap_or_else(|| layout_of(export));
    let stage = Stage::new(session, Look { layout, settings, scale: scale_of(export), paper: export.is_on_paper() });
    room(export, stage.pixels())?;
    Ok(stage)
}

/// Returns the layout of a picture of the whole map.
pub(crate) fn layout_of(export: &Export) -> Layout {
    match export.what {
        ExportKind::Card => Layout::Card,
        ExportKind::Animation => Layout::Map { sentence: export.sentence, board: Some(MOVING_BOARD) },
        _ => Layout::Map { sentence: export.sentence, board: export.points.map(f32::from) },
    }
}

/// Returns the pixels per point. A card always has 1200×630 pixels.
pub(crate) fn scale_of(export: &Export) -> f32 {
    if export.what == ExportKind::Card { 1.0 } else { f32::from(export.scale) }
}

/// Checks that a picture is within the limits.
fn room(export: &Export, (width, height): (usize, usize)) -> Result<(), ExportError> {
    let fail = |text: String| Err(ExportError(text));
    if export.format.has_shapes() {
        return Ok(());
    }
    let smaller = if export.scale > 1 { "take a smaller scale" } else { "show a part of the map, or write .svg" };
    if width.max(height) > LONGEST_SIDE || width * height > MAX_PIXELS {
        return fail(format!(
            "the picture would have {width}×{height} pixels, and the most is {LONGEST_SIDE} a side and {MAX_PIXELS} in all; \
             {smaller}"
        ));
    }
    let frames = export.frames();
    if export.what == ExportKind::Animation && frames * width * height > MAX_MOVING {
        return fail(format!(
            "{frames} frames of {width}×{height} pixels are more than the {MAX_MOVING} pixels that an animation may have; \
             take fewer frames or a smaller scale"
        ));
    }
    Ok(())
}

/// Returns the title of the scene, or that of the algorithm.
fn title(session: &Session) -> String {
    let title = session.scene().title.as_str();
    if title.is_empty() { session.algorithm_title() } else { title.to_owned() }
}

/// Returns the table as text.
fn text(export: &Export, session: &Session) -> Result<Vec<u8>, ExportError> {
    let replay = session.replay().ok_or_else(|| ExportError("there is no run to make a table of".to_owned()))?;
    if export.format == Format::Markdown {
        return Ok(table(replay)?.markdown().into_bytes());
    }
    let mut bytes = Vec::new();
    let csv_result = lazy_table(replay)?.write_csv(&mut bytes);
    csv_result.map_err(|error| ExportError(format!("the table cannot be written: {error}")))?;
    Ok(bytes)
}
