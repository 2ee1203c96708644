//! The page of a submission: its marks, the first finding, the player at the event that decides, and the source.

use super::class_page::{brief, finding, framed, sign};
use super::{Class, Played, Submission};
use crate::export::page::{LARGE, page};
use crate::export::{Export, ExportKind, Format};
use crate::formats::log::Log;
use crate::formats::plain::escaped;
use crate::{Session, SessionCommand};
use gridscope_trace::{Progress, Registry};
use std::fmt::Write as _;

/// Longest source that is shown, in bytes.
const LONGEST_SOURCE: usize = 1 << 20;

/// Returns the page that plays what a submission did, at the event that decides. `None` if there is nothing to play, or
/// too much.
pub(super) fn player(registry: &Registry, one: &Submission) -> Option<Vec<u8>> {
    let mut session = match &one.verdict.played {
        Played::Nothing => return None,
        Played::Log(log) => Session::on_log(registry.clone(), log),
        Played::Scene(scene) => Session::new(registry.clone(), (**scene).clone()),
    };
    session.settle();
    let end = session.moment().1;
    let at = one.verdict.event.unwrap_or(end).min(end);
    session.apply(&SessionCommand::Seek(at));
    let export = Export::new(ExportKind::Page, Format::Html, &session);
    let player_page = page(&export, &session.snapshot(Some(0)), &Progress::default()).ok()??;
    (player_page.len() <= LARGE).then_some(player_page)
}

/// Reads the log of a verdict.
pub fn log_of(name: &str, text: &str) -> Option<Log> {
    Log::read(name, text.as_bytes()).ok().filter(|log| log.broken.is_none())
}

pub(super) fn submission_page(class: &Class, one: &Submission, player: Option<&str>) -> String {
    let verdict = &one.verdict;
    let file = escaped(&one.file);
    let (score, of) = (brief(class.points.score(verdict)), brief(class.points.of()));
    let mut out = format!(
        "<a class=\"back\" href=\"index.html\">← {}</a>\n<h1>{file}<span class=\"score\">{score} of {of} points</span></h1>\n<ul class=\"marks\">\n",
        escaped(&class.title())
    );
    let each = class.points.each(verdict);
    for ((kind, mark), (points, of)) in class.points.kinds().iter().zip(&verdict.marks).zip(each) {
        let why = mark.why.as_deref().map(|why| format!("<small>{}</small>", escaped(why))).unwrap_or_default();
        let (sign, points, of) = (sign(mark), brief(points), brief(of));
        _ = writeln!(out, "<li>{sign}<span>{}, {points} of {of}{why}</span></li>", kind.name);
    }
    _ = write!(out, "</ul>\n<div class=\"finding whole\">{}", finding(one, ""));
    if let Some(small) = verdict.small.as_ref().filter(|small| small.is_small()) {
        _ = write!(out, "{}<p class=\"note\">The smallest map that shows it.</p>", small.svg());
    }
    out.push_str("</div>\n");
    if let Some(address) = player {
        _ = writeln!(out, r#"<iframe sandbox="allow-scripts" src="{address}" title="What it did"></iframe>"#);
    }
    if let Some(source) = one.source.as_deref().filter(|source| source.len() <= LONGEST_SOURCE) {
        out.push_str("<h2>Source</h2>\n<pre class=\"source\">");
        for (number, line) in (1..).zip(source.lines()) {
            let found = if verdict.line == Some(number) { r#" class="found""# } else { "" };
            _ = write!(out, r#"<span id="L{number}"{found}>{}</span>"#, escaped_line(line));
        }
        out.push_str("</pre>\n");
    }
    framed(&format!("{}: {score} of {of}", one.file), None, &out)
}

/// Escapes a line, and keeps its tabs.
fn escaped_line(line: &str) -> String {
    let line = line.split('\t').map(escaped).collect::<Vec<_>>().join("\t");
    // An empty block has no height.
    if line.is_empty() { " ".to_owned() } else { line }
}
