//! `GraphML`, for networkx, igraph, Gephi and yEd: nodes with `x`, `y` and `tile`, directed edges with `weight`, and the
//! `title`, `start` and `goal` of the graph.
//!
//! Source: the `GraphML` specification, <http://graphml.graphdrawing.org/specification.html>.

use super::{Arc, Graph, id, lost};
use crate::{Format, FormatError, FormatInfo, Keeps, Kept, Options, Written, head};
use gridscope_trace::scene::Scene;
use quick_xml::escape::partial_escape;
use std::fmt::Write as _;

/// The `GraphML` format.
#[derive(Debug)]
pub(crate) struct GraphMl;

/// The lines before the graph.
const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
 <key id="title" for="graph" attr.name="title" attr.type="string"/>
 <key id="start" for="graph" attr.name="start" attr.type="string"/>
 <key id="goal" for="graph" attr.name="goal" attr.type="string"/>
 <key id="x" for="node" attr.name="x" attr.type="int"/>
 <key id="y" for="node" attr.name="y" attr.type="int"/>
 <key id="t" for="node" attr.name="tile" attr.type="string"/>
 <key id="w" for="edge" attr.name="weight" attr.type="double"/>
 <graph id="map" edgedefault="directed">
"#;

impl Format for GraphMl {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::only_written(
            "graphml",
            "GraphML",
            &["graphml"],
            Keeps::of([Kept::Part, Kept::Part, Kept::Part, Kept::Nothing, Kept::Nothing]),
        );
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        let (head, root) = (head(bytes), b"<graphml");
        let beginning = head.get(..1_000).unwrap_or(head);
        head.starts_with(b"<") && beginning.windows(root.len()).any(|word| word == root)
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let graph = Graph::of(scene, options)?;
        let mut text = String::from(HEAD);
        // Writing to a String cannot fail.
        if !scene.title.is_empty() {
            let _ = writeln!(text, "  <data key=\"title\">{}</data>", xml_text(&scene.title));
        }
        for (name, cell) in graph.named_ends() {
            let _ = writeln!(text, "  <data key=\"{name}\">{}</data>", id(cell));
        }
        for &cell in &graph.nodes {
            let tile = scene.tiles.get(cell).map_or("", |tile| tile.info().name);
            let _ = writeln!(
                text,
                "<node id=\"{}\"><data key=\"x\">{}</data><data key=\"y\">{}</data><data key=\"t\">{tile}</data></node>",
                id(cell),
                cell.x,
                cell.y
            );
        }
        for Arc { from, to, units } in graph.arcs() {
            let cost = graph.cost(units);
            let _ = writeln!(
                text,
                "<edge source=\"{}\" target=\"{}\"><data key=\"w\">{cost}</data></edge>",
                id(from),
                id(to)
            );
        }
        text.push_str(" </graph>\n</graphml>\n");
        Ok(Written::new(text.into_bytes(), lost(scene, &graph, true)))
    }
}

/// Returns a text for the content of an element. Characters that XML 1.0 forbids become spaces.
fn xml_text(text: &str) -> String {
    let allowed =
        |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    let text: String = text.chars().map(|c| if allowed(c) { c } else { ' ' }).collect();
    partial_escape(text).replace('\r', "&#13;")
}
