//! Texts of other programs: XML, HTML, scenes of engines, pictures as text, and tables of numbers.

use super::super::head;
use super::Stranger;

const OTHERS: &str = "a map, a scene, a trace or a log";

/// Returns what a text is, if it belongs to a program whose files are not read.
pub(super) fn named(bytes: &[u8]) -> Option<Stranger> {
    let head = head(bytes);
    if let [b'P', b'1'..=b'7', b' ' | b'\t' | b'\r' | b'\n' | b'#', ..] = head {
        let what = "a picture (PGM, PBM or PPM), such as the occupancy map of a robot";
        let instead = "the .yaml file that names the picture, or the picture as PNG with one pixel a cell";
        return Some(Stranger::new(what, instead));
    }
    if head.starts_with(b"<") {
        return element(head).map(|name| xml(&name));
    }
    let start: Vec<u8> = head.iter().copied().take(4096).collect();
    let start = String::from_utf8_lossy(&start);
    let line = start.lines().next().unwrap_or("");
    let first_lines = || start.lines().take(40);
    if ["[gd_scene", "[gd_resource"].iter().any(|mark| line.starts_with(mark)) {
        return Some(Stranger::new("a scene or a resource of Godot", "a map; scenes of Godot are only written"));
    }
    if line.starts_with("%YAML") && first_lines().any(|line| line.contains("unity3d")) {
        return Some(Stranger::new("a scene or an asset of Unity", OTHERS));
    }
    if line.trim_end() == "return {" && first_lines().any(|line| line.contains("tilewidth =")) {
        return Some(Stranger::new("a map of Tiled, exported as Lua", "the map exported as TMX or JSON"));
    }
    let graph = ["graph ", "digraph ", "strict graph", "strict digraph", "graph{", "digraph{"];
    if graph.iter().any(|mark| line.starts_with(mark)) && start.contains('{') {
        return Some(Stranger::new("a graph (DOT)", "a map; graphs are only written"));
    }
    None
}

/// Root elements that are recognised without a declaration before them.
const ELEMENTS: [&str; 12] =
    ["html", "head", "body", "svg", "map", "tileset", "template", "graphml", "gpx", "kml", "osm", "plist"];

/// Returns the name of the root element of XML or HTML, in lower case. A text map may begin with `<`, a way up.
fn element(head: &[u8]) -> Option<String> {
    let start: Vec<u8> = head.iter().copied().take(64 << 10).collect();
    let start = String::from_utf8_lossy(&start).to_lowercase();
    let (mut rest, mut declared) = (&*start, false);
    loop {
        let opening = rest.trim_start().strip_prefix('<')?;
        if opening.starts_with("!doctype html") {
            return Some("html".into());
        }
        let end = if opening.starts_with("!--") {
            "-->"
        } else if opening.starts_with("?xml") || opening.starts_with("!doctype") {
            ">"
        } else {
            let name: String = opening.chars().take_while(|c| c.is_alphanumeric() || "_-:.".contains(*c)).collect();
            let known = declared || ELEMENTS.contains(&&*name);
            return (known && !name.is_empty() && name.len() <= 60).then_some(name);
        };
        declared = true;
        rest = opening.split_once(end)?.1;
    }
}

/// Returns what XML is, by the name of its root element.
fn xml(element: &str) -> Stranger {
    let is = |what: &str, instead: &str| Stranger::new(what, instead);
    match element.rsplit(':').next().unwrap_or(element) {
        "html" | "head" | "body" => {
            is("a web page (HTML)", "the file itself: the address probably needs another link or a login")
        }
        "svg" => is("a drawing (SVG)", "a PNG of the map with one pixel a cell"),
        "map" => is("XML, such as a map of Tiled (.tmx)", &super::readable()),
        "tileset" => is("a tileset of Tiled (.tsx)", "the map that uses the tileset (.tmx or .tmj)"),
        "template" => is("a template of Tiled (.tx)", "the map that uses the template (.tmx or .tmj)"),
        "graphml" => is("a graph (GraphML)", "a map; graphs are only written"),
        "gpx" | "kml" | "osm" => is("a map of roads and places", "a map of cells"),
        "plist" => is("a property list (plist)", OTHERS),
        name => is(&format!("XML with the root element {name:?}"), OTHERS),
    }
}

/// Returns what a text is, if it consists of numbers.
pub(super) fn numbers(bytes: &[u8]) -> Option<Stranger> {
    let text = std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}');
    if let Some(list) = text.trim_start().strip_prefix('[')
        && is_list(text)
    {
        if list.trim_start().starts_with('"') {
            return Some(Stranger::new("a list of texts in JSON", "the texts as the lines of a text map (.txt)"));
        }
        let instead = "the numbers as CSV (.csv) or as an array of NumPy (.npy)";
        return Some(Stranger::new("a list in JSON, such as a matrix of numbers", instead));
    }
    let instead = "--from csv, and for the numbers --array free, wall, cost, tiles or occupancy";
    is_table(text).then(|| Stranger::new("a table of numbers, such as a matrix (.csv)", instead))
}

/// Returns whether a text is a JSON list. A glyph map may also begin with a bracket.
fn is_list(text: &str) -> bool {
    serde_json::from_str::<Vec<serde::de::IgnoredAny>>(text).is_ok()
}

/// Returns whether the text consists only of numbers with separators, and of at least two.
fn is_table(text: &str) -> bool {
    let mut fields = 0_usize;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let line = line.trim_end_matches([',', ';']);
        for field in line.split([',', ';', '\t', ' ']).map(str::trim).filter(|field| !field.is_empty()) {
            if field.trim_matches('"').parse::<f64>().is_err() {
                return false;
            }
            fields = fields.saturating_add(1);
        }
    }
    fields > 1
}
