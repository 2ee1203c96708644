//! Data tables of Unreal Engine (CSV), written only: a row for each cell and each actor, named by its place. The first
//! column has the names of the rows, as Unreal's importer expects, and the others are fields of a structure.
//!
//! ```csv
//! ---,Kind,X,Y,Cost,Blocked
//! C_0_0,floor,0,0,1,False
//! A_1,guard,0,0,0,False
//! ```

use super::{Format, FormatError, FormatInfo, Keeps, Kept, Options, Written, losses};
use gridscope_trace::{Actor, Scene, Weight};
use std::fmt::Write as _;

/// The data table format.
#[derive(Debug)]
pub(crate) struct DataTable;

impl Format for DataTable {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::only_written(
            "unreal",
            "data table of Unreal (CSV)",
            &["unreal.csv"],
            Keeps::of([Kept::All, Kept::All, Kept::Part, Kept::Nothing, Kept::Nothing]),
        );
        &INFO
    }

    fn write(&self, scene: &Scene, _: &Options) -> Result<Written, FormatError> {
        FormatError::check_scene("the scene", scene)?;
        let mut lost: Vec<String> = losses::title(scene).into_iter().collect();
        lost.extend(losses::beside_the_map(scene));
        if scene.actors.iter().any(|actor| *actor != Actor::new(actor.kind, actor.at)) {
            lost.push("of the actors: all but kind and cell".into());
        }
        let mut text = "---,Kind,X,Y,Cost,Blocked\n".to_owned();
        for (cell, tile) in scene.size().cells().zip(scene.tiles.as_slice()) {
            let (name, is_blocked) = (tile.info().name, !tile.is_walkable());
            let own = f64::from(tile.info().cost) + 1.0;
            let cost = scene.weight(cell).map_or(own, Weight::value);
            // Unreal writes truth values with a capital letter. Writing to a String cannot fail.
            let is_blocked = if is_blocked { "True" } else { "False" };
            let _ = writeln!(text, "C_{0}_{1},{name},{0},{1},{cost},{is_blocked}", cell.x, cell.y);
        }
        for (number, Actor { kind, at, .. }) in (1..).zip(&scene.actors) {
            let _ = writeln!(text, "A_{number},{},{},{},0,False", kind.name(), at.x, at.y);
        }
        Ok(Written::new(text.into_bytes(), lost))
    }
}
