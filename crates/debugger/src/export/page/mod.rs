//! A run as one HTML file that plays: the map, its events and a small player. It needs no network.
//!
//! The events are packed as columns (see `streams.rs`) with gzip and base64, so no text of a scene can act as markup. So is
//! the player, which a short loader starts. The page's Content-Security-Policy admits these two scripts and one style
//! sheet, each by its hash.

mod content;
mod legend;
mod sentences;
mod slides;
mod streams;
mod values;
mod view_log;

pub use content::is_page_address;
pub use view_log::{ARROW, LAYERS, PALE, ROLE, TIED, TILE};

use super::{Export, ExportError, Format, scorm};
use crate::Session;
use crate::formats::plain::escaped;
use crate::look::{Ink, named_in, variables};
use crate::session::window::ThemeName;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gridscope_trace::Progress;
use sha2::{Digest as _, Sha256};

/// Maximum number of events in a page.
pub const MAX_EVENTS: usize = 1_000_000;
/// Size above which a page is long to send, in bytes.
pub const LARGE: usize = 2_000_000;

const HTML: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const LOADER: &str = include_str!("loader.js");
/// The modules of the player, each after those that it imports. On a page they share one scope.
const PLAYER: [&str; 13] = [
    include_str!("player/transport.js"),
    include_str!("player/run.js"),
    include_str!("player/shapes.js"),
    include_str!("player/colours.js"),
    include_str!("player/slides.js"),
    include_str!("player/signs.js"),
    include_str!("player/figures.js"),
    include_str!("player/legend.js"),
    include_str!("player/turning.js"),
    include_str!("player/stage.js"),
    include_str!("player/map.js"),
    include_str!("player/aloud.js"),
    include_str!("player/page.js"),
];
/// The module that reports to a learning platform, after all others.
const PLATFORM: &str = include_str!("player/platform.js");

/// Settings of a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PageOptions {
    /// Theme, or `None` for the one that the reader's system prefers.
    pub theme: Option<ThemeName>,
    /// Address of the full page that the link opens, or `None` for that of the site, if there is one.
    pub app: Option<String>,
}

/// Builds the page of the session's main run over the range of an export. It opens at the session's moment.
///
/// Returns `None` if it was stopped.
///
/// # Errors
/// Returns an error with a sentence if there is no run, if the range has more than [`MAX_EVENTS`] events, or if the
/// link is not possible.
pub fn page(export: &Export, session: &Session, progress: &Progress) -> Result<Option<Vec<u8>>, ExportError> {
    let replay = session.replay().ok_or_else(|| ExportError("there is no run to make a page of".to_owned()))?;
    export.check(session)?;
    let Some(content) = content::content(export, session, replay, progress)? else { return Ok(None) };
    let pack = |bytes: &[u8]| match streams::gzip(bytes) {
        Ok(packed) => Ok(STANDARD.encode(packed)),
        Err(error) => Err(ExportError(format!("the page cannot be packed: {error}"))),
    };
    let style = style(export.page.theme, &content.inks);
    let loader = compact(LOADER);
    let is_package = export.format == Format::Scorm;
    let player = player(is_package);
    let (data, packed_player) = (pack(&content.bytes)?, pack(player.as_bytes())?);
    let text = fill(HTML, |name| match name {
        "style hash" => hash(&style),
        "loader hash" => hash(&loader),
        "player hash" => hash(&player),
        "title" => escaped(&content.title),
        "by" => escaped(&content.by),
        "style" => style.clone(),
        "loader" => loader.clone(),
        "player" => packed_player.clone(),
        _ => data.clone(),
    });
    let page = text.into_bytes();
    Ok(Some(if is_package { scorm::package(&content.title, &page) } else { page }))
}

/// Returns the style sheet, with the colours of one theme or of both that it, the player and the pictures name.
fn style(theme: Option<ThemeName>, inks: &[Ink]) -> String {
    let inks = [inks.to_vec(), named_in(&format!("{STYLE}{}", PLAYER.concat()))].concat();
    let root = |theme| format!(":root{{{}}}", variables(theme, inks.clone()));
    let colours = theme.map_or_else(
        || format!("{}@media (prefers-color-scheme:dark){{{}}}", root(ThemeName::Light), root(ThemeName::Dark)),
        root,
    );
    format!("{colours}\n{}", compact(STYLE))
}

/// Returns the player as one script, without what joins its modules.
fn player(reports: bool) -> String {
    let modules = PLAYER.into_iter().chain(reports.then_some(PLATFORM)).map(compact).collect::<Vec<_>>().join("\n");
    let lines = modules.lines().filter(|line| !line.starts_with("import "));
    let lines: Vec<_> = lines.map(|line| line.strip_prefix("export ").unwrap_or(line)).collect();
    format!("(() => {{\n{}\n}})();", lines.join("\n"))
}

/// Removes indentation, empty lines and lines of comments.
pub(crate) fn compact(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.filter(|line| !line.starts_with("/*")).collect::<Vec<_>>().join("\n")
}

/// Returns the hash of a script or style sheet for the Content-Security-Policy.
pub(crate) fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// Replaces each name in braces. Braces in the replacements stay.
fn fill(template: &str, part: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for piece in template.split('{') {
        match piece.split_once('}') {
            Some((name, rest)) => out.extend([part(name).as_str(), rest]),
            None => out.push_str(piece),
        }
    }
    out
}
