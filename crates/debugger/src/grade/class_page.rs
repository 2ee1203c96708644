//! The page of a class: a table with a row for each submission, and the commonest mistakes. It works from a disk, and
//! without scripts as a plain table.

use super::submission_page::{player, submission_page};
use super::{Class, Mark, Submission};
use crate::export::page::{compact, hash};
use crate::formats::file_name::is_device_name;
use crate::formats::plain::escaped;
use crate::look::{named_in, variables};
use crate::session::window::ThemeName;
use gridscope_trace::Registry;
use std::collections::BTreeSet;
use std::fmt::Write as _;

const STYLE: &str = include_str!("class.css");
const SCRIPT: &str = include_str!("class.js");
/// Number of mistakes that are listed.
const LISTED: usize = 5;
/// Number of submissions above which rows are lower.
const MANY: usize = 30;
/// Segments of the bar of a mistake.
const SEGMENTS: usize = 10;

/// Returns the files of a class: names and contents. Files of the same names that gridscope did not write must stay.
pub fn pages(class: &Class, registry: &Registry) -> Vec<(String, Vec<u8>)> {
    let names = names(class);
    let mut files = vec![("index.html".to_owned(), class_page(class, &names).into_bytes())];
    for (one, name) in class.submissions.iter().zip(&names) {
        let player = player(registry, one).map(|page| (format!("{name}.player.html"), page));
        let address = player.as_ref().map(|(name, _)| name.as_str());
        files.push((format!("{name}.html"), submission_page(class, one, address).into_bytes()));
        files.extend(player);
    }
    files
}

/// Returns a name for the page of each submission, of letters that every file system and address takes as they are.
fn names(class: &Class) -> Vec<String> {
    let mut used_names = BTreeSet::from(["index".to_owned()]);
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let name = |one: &Submission| {
        let name: String = one.file.chars().map(plain).take(80).collect();
        let name = name.trim_start_matches(['.', '-']).trim_end_matches('.');
        let prefix = if is_device_name(name) { "submission-" } else { "" };
        let name = if name.is_empty() { "submission".to_owned() } else { format!("{prefix}{name}") };
        // Windows does not tell capitals from small letters.
        let free = (1..).map(|n| if n == 1 { name.clone() } else { format!("{name}-{n}") });
        let free = free.into_iter().find(|name| used_names.insert(name.to_lowercase()));
        free.unwrap_or_default()
    };
    class.submissions.iter().map(name).collect()
}

/// Returns the beginning and the end of a page around its content.
pub(super) fn framed(title: &str, script: Option<&str>, content: &str) -> String {
    let variables = |theme| variables(theme, named_in(STYLE));
    let style = format!(
        ":root{{{}}}@media (prefers-color-scheme:dark){{:root{{{}}}}}\n{}",
        variables(ThemeName::Light),
        variables(ThemeName::Dark),
        compact(STYLE)
    );
    let script = script.map(compact);
    let scripts = script.as_deref().map_or_else(|| "'none'".to_owned(), |script| format!("'{}'", hash(script)));
    let script = script.map(|script| format!("<script>{script}</script>\n")).unwrap_or_default();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"gridscope\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {scripts}; style-src '{}'; \
         frame-src * file:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>{style}</style>\n\
         <main>\n{content}</main>\n{script}</html>\n",
        hash(&style),
        escaped(title)
    )
}

/// Returns the sign of a mark: a check, a cross on a plate, or a dash.
pub(super) fn sign(mark: &Mark) -> String {
    let (class, path) = match mark.held {
        Some(true) => ("holds", "M3 8.5l3.5 3.5L13 4.5"),
        Some(false) => ("fails", "M4 4l8 8M12 4l-8 8"),
        None => ("unchecked", "M5 8h6"),
    };
    let state = mark.state();
    let why = mark.why.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
    let title = escaped(&format!("{state}{why}"));
    let state = escaped(state);
    format!(
        r#"<span class="sign {class}" title="{title}"><svg viewBox="0 0 16 16" role="img" aria-label="{state}"><path d="{path}"/></svg></span>"#
    )
}

/// Returns a text with its parts in backticks as code.
pub(super) fn with_code(text: &str) -> String {
    let mut out = String::new();
    let parts: Vec<&str> = text.split('`').collect();
    let is_whole = parts.len() % 2 == 1;
    for (n, part) in parts.iter().enumerate() {
        match (n % 2 == 1, is_whole) {
            (true, true) => _ = write!(out, "<code>{}</code>", escaped(part)),
            (_, false) if n > 0 => _ = write!(out, "`{}", escaped(part)),
            _ => out.push_str(&escaped(part)),
        }
    }
    out
}

/// Returns a number of points without needless zeros.
pub fn brief(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn class_page(class: &Class, names: &[String]) -> String {
    let mistakes = class.mistakes(LISTED);
    let mut out = format!("<h1>{}</h1>\n<div class=\"about\"><div>", escaped(&class.title()));
    let about: Vec<String> = class.about.iter().map(|part| with_code(part)).collect();
    out.push_str(&about.join("<i>·</i>"));
    out.push_str("</div><div>");
    for (name, address) in &class.links {
        _ = write!(out, r#"<a href="{}">{}</a>"#, escaped(address), escaped(name));
    }
    out.push_str("</div></div>\n<div class=\"page\">\n<div>\n<p class=\"filter\" hidden></p>\n");
    let many = if class.submissions.len() > MANY { r#" class="many""# } else { "" };
    _ = write!(out, r#"<table{many}><thead><tr><th class="file" data-sort="text" scope="col">file</th>"#);
    for kind in class.points.kinds() {
        _ = write!(out, r#"<th class="mark" data-sort="text" scope="col">{}</th>"#, kind.name);
    }
    _ = writeln!(
        out,
        r#"<th class="points" data-sort="number" scope="col">of {}</th><th class="finding" data-sort="text" scope="col">first finding</th><th class="map" scope="col">smallest map</th><th class="time" data-sort="number" scope="col">time</th></tr></thead><tbody>"#,
        brief(class.points.of())
    );
    for (index, (one, name)) in class.submissions.iter().zip(names).enumerate() {
        let own = (0..mistakes.len()).filter(|&mistake| mistakes[mistake].1.contains(&index));
        let own: Vec<String> = own.map(|mistake| mistake.to_string()).collect();
        row(&mut out, class, one, name, &own.join(" "));
    }
    out.push_str("</tbody></table>\n<p class=\"legend\">");
    let explained = [
        (Mark::checked(true), "holds on all maps"),
        (Mark::checked(false), "fails on one"),
        (Mark::unchecked(true, ""), "could not be checked"),
    ];
    for (mark, text) in explained {
        _ = write!(out, "<span>{}{text}</span>", sign(&mark));
    }
    out.push_str(
        "<span class=\"end\">No fault is no proof.</span></p>\n</div>\n<aside>\n<h2>The commonest mistakes</h2>\n",
    );
    if mistakes.is_empty() {
        out.push_str("<p>None</p>\n");
    }
    for (number, (mistake, who)) in mistakes.iter().enumerate() {
        _ = write!(
            out,
            r#"<div class="mistake"><strong>{}</strong><div><b data-mistake="{number}">{}</b>{}<div class="who">"#,
            who.len(),
            with_code(mistake),
            bar(who.len(), class.submissions.len())
        );
        for &index in who {
            _ = write!(out, r#"<a href="{}.html">{}</a>"#, names[index], escaped(&class.submissions[index].student));
        }
        out.push_str("</div></div></div>\n");
    }
    out.push_str("</aside>\n</div>\n");
    framed(&class.title(), Some(SCRIPT), &out)
}

/// Returns a bar of ten parts, one for each submission or for each tenth of them.
fn bar(count: usize, all: usize) -> String {
    let parts = all.clamp(1, SEGMENTS);
    let has = if all > SEGMENTS { (count * SEGMENTS).div_ceil(all) } else { count };
    let mut out = format!(r#"<svg class="bar" width="{}" height="6" aria-hidden="true">"#, parts * 20);
    for part in 0..parts {
        let class = if part < has { r#" class="has""# } else { "" };
        _ = write!(out, r#"<rect{class} x="{}" width="17" height="6" rx="2"/>"#, part * 20);
    }
    out + "</svg>"
}

fn row(out: &mut String, class: &Class, one: &Submission, name: &str, mistakes: &str) {
    let verdict = &one.verdict;
    _ = write!(
        out,
        r#"<tr data-mistakes="{mistakes}"><td class="file"><a href="{name}.html">{}</a></td>"#,
        escaped(&one.file)
    );
    for mark in &verdict.marks {
        _ = write!(out, r#"<td class="mark" data-value="{}">{}</td>"#, mark.state(), sign(mark));
    }
    let score = class.points.score(verdict);
    _ = write!(out, r#"<td class="points" data-value="{score}">{}</td><td class="finding">"#, brief(score));
    out.push_str(&finding(one, name));
    let small = verdict.small.as_ref().map(super::SmallMap::svg).unwrap_or_default();
    let seconds = one.seconds;
    _ = writeln!(
        out,
        r#"</td><td class="map">{small}</td><td class="time" data-value="{seconds:.3}"><time>{seconds:.1} s</time></td></tr>"#
    );
}

/// Returns the headline of a verdict, with a link to its line on a page, and its sentences.
pub(super) fn finding(one: &Submission, page: &str) -> String {
    let verdict = &one.verdict;
    let none = if verdict.is_sound() { r#" class="none""# } else { "" };
    let mut out = format!("<b{none}>{}</b>", with_code(&verdict.headline()));
    if let Some(line) = verdict.line.filter(|_| one.source.is_some()) {
        let address = if page.is_empty() { String::new() } else { format!("{page}.html") };
        _ = write!(out, r#" <a href="{address}#L{line}">line {line}</a>"#);
    }
    // In the table there is room for two lines.
    let text = if page.is_empty() { verdict.text.clone() } else { verdict.text.lines().collect::<Vec<_>>().join(" ") };
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        _ = write!(out, "<p>{}</p>", with_code(line));
    }
    out
}
