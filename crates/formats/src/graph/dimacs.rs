//! DIMACS graphs for shortest paths: `.gr` with the arcs, and `.co` beside it with the cells of the nodes.
//!
//! Costs are whole numbers, so the step costs must be `1`, `2/3` or `10/14`. Nodes are numbered from 1. The start and the
//! goal of the scene's search are comments of their own: `c start 5`.
//!
//! Source: the 9th DIMACS Implementation Challenge, *Shortest Paths*, 2006: file formats.

use super::{Arc, Graph, lost, one_line};
use crate::{Format, FormatError, FormatInfo, Keeps, Kept, Options, Written};
use gridscope_trace::movement::StepCosts;
use gridscope_trace::scene::Scene;
use std::fmt::Write as _;

/// The DIMACS format.
#[derive(Debug)]
pub(crate) struct Dimacs;

impl Format for Dimacs {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::only_written(
            "dimacs",
            "DIMACS graph",
            &["gr"],
            Keeps::of([Kept::Part, Kept::Part, Kept::Part, Kept::Nothing, Kept::Nothing]),
        );
        &INFO
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let graph = Graph::of(scene, options)?;
        let StepCosts { unit, weight_unit, .. } = graph.rules.costs;
        if unit != u64::from(weight_unit) {
            let found = "its step costs are 1 and √2, and arcs of DIMACS graphs have whole costs";
            return Err(FormatError::whole("the scene", found, "the parameter costs as 1, 2/3 or 10/14"));
        }
        let (mut arcs, mut count) = (String::new(), 0_usize);
        for Arc { from, to, units } in graph.arcs() {
            let (Some(from), Some(to)) = (graph.number(from), graph.number(to)) else { continue };
            // Writing to a String cannot fail.
            let _ = writeln!(arcs, "a {from} {to} {units}");
            count = count.saturating_add(1);
        }
        let nodes = graph.nodes.len();
        let mut text = String::from("c Steps on a map, written by gridscope.\n");
        if !scene.title.trim().is_empty() {
            let _ = writeln!(text, "c Title: {}", one_line(&scene.title).trim());
        }
        if unit > 1 {
            let _ = writeln!(text, "c A cost of {unit} stands for 1.");
        }
        for (name, cell) in graph.named_ends() {
            let _ = writeln!(text, "c {name} {}", graph.number(cell).unwrap_or(0));
        }
        let _ = write!(text, "p sp {nodes} {count}\n{arcs}");
        let mut cells = format!("c Column and row of each node, written by gridscope.\np aux sp co {nodes}\n");
        for (number, cell) in (1_usize..).zip(&graph.nodes) {
            let _ = writeln!(cells, "v {number} {} {}", cell.x, cell.y);
        }
        let beside = vec![(format!("{}.co", options.stem()), cells.into_bytes())];
        Ok(Written { beside, ..Written::new(text.into_bytes(), lost(scene, &graph, false)) })
    }
}
