//! DOT, for Graphviz: `neato -Tsvg` and `neato -n -Tsvg` draw each node at its cell. Edges have their cost as `cost`, which
//! Graphviz ignores.
//!
//! `neato -n` reads positions in points, and plain `neato` reads them in units of `inputscale` points.
//!
//! Source: the Graphviz documentation: the DOT language, and the attributes `pos` and `inputscale`.

use super::{Arc, Graph, id, lost, one_line};
use crate::picture::hex;
use crate::plain::quoted;
use crate::{Format, FormatError, FormatInfo, Keeps, Kept, Options, Written};
use gridscope_trace::scene::Scene;
use std::fmt::Write as _;

/// Distance between the middles of two cells, in points.
const POINTS: u32 = 36;

/// The DOT format.
#[derive(Debug)]
pub(crate) struct Dot;

impl Format for Dot {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::only_written(
            "dot",
            "Graphviz DOT",
            &["dot", "gv"],
            Keeps::of([Kept::Part, Kept::Part, Kept::Part, Kept::Nothing, Kept::Nothing]),
        );
        &INFO
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let graph = Graph::of(scene, options)?;
        let mut text = String::from("digraph map {\n  layout=neato; inputscale=72; outputorder=edgesfirst;\n");
        // Writing to a String cannot fail.
        if !scene.title.trim().is_empty() {
            let _ = writeln!(text, "  labelloc=t; label={};", quoted(one_line(&scene.title).trim()));
        }
        text.push_str("  node [shape=square, fixedsize=true, width=0.3, label=\"\", style=filled];\n");
        text.push_str("  edge [arrowsize=0.3];\n");
        for &cell in &graph.nodes {
            let colour = scene.tiles.get(cell).map_or_else(String::new, |&tile| hex(tile.info().colour));
            let end = graph.named_ends().find(|&(_, end)| end == cell);
            let shape =
                end.map_or_else(String::new, |(name, _)| format!(", shape=circle, label=\"{name}\", fontsize=8"));
            let (x, y) = (u32::from(cell.x).saturating_mul(POINTS), u32::from(cell.y).saturating_mul(POINTS));
            let _ = writeln!(
                text,
                "  {} [pos=\"{x},{}{y}!\", fillcolor=\"{colour}\"{shape}];",
                id(cell),
                if y == 0 { "" } else { "-" }
            );
        }
        for Arc { from, to, units } in graph.arcs() {
            let _ = writeln!(text, "  {} -> {} [cost={}];", id(from), id(to), graph.cost(units));
        }
        text.push_str("}\n");
        Ok(Written::new(text.into_bytes(), lost(scene, &graph, false)))
    }
}
