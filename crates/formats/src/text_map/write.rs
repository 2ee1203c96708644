//! Writes a scene as a text map.

use super::{UNKNOWN, assumed, separated};
use crate::plain::is_unseen;
use crate::{FormatError, Options, Written, enclosed, losses, map_rows};
use gridscope_trace::scene::{ActorKind, RunSpec, Scene, WeightRows};
use gridscope_trace::{Cell, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// Glyph of a thief if `@` is an explorer. No tile or actor uses it by default.
const SECOND: char = '&';
/// Glyph of void in a row that holds nothing else. No tile or actor uses it by default.
const BLANK: char = '_';

/// Writes a scene as a text map, and lists what it cannot hold.
///
/// # Errors
/// Returns an error if the scene is not valid.
pub(super) fn write(scene: &Scene, options: &Options) -> Result<Written, FormatError> {
    FormatError::check_scene("the scene", scene)?;
    let mut lost = losses::rest(scene, &RunSpec::default());
    let occupied: BTreeSet<Cell> = scene.actors.iter().map(|actor| actor.at).collect();
    let unknown = |c: Cell| scene.known.as_ref().is_some_and(|known| known.get(c) == Some(&false));
    let hides = |c: &Cell| unknown(*c) && (scene.tiles.get(*c) != Some(&Tile::Floor) || occupied.contains(c));
    let in_block = scene.known.is_some() && scene.size().cells().any(|c| hides(&c));
    // Glyphs of actors, row by row. If several actors are on one cell, the last one counts.
    let mut placed: BTreeMap<u16, BTreeMap<u16, char>> = BTreeMap::new();
    let has = |kind| scene.of_kind(kind).next().is_some();
    let (thief, explorer) = (has(ActorKind::Thief), has(ActorKind::Explorer));
    let mut covered = 0_usize;
    let mut shared_cells = 0_usize;
    let mut fields = BTreeSet::new();
    let mut occupied_cells = BTreeSet::new();
    for actor in &scene.actors {
        fields.extend(losses::fields_beside_the_glyph(actor));
        shared_cells = shared_cells.saturating_add(usize::from(!occupied_cells.insert(actor.at)));
        covered = covered.saturating_add(usize::from(scene.tiles.get(actor.at) != Some(&Tile::Floor)));
        let second = explorer && actor.kind == ActorKind::Thief;
        let glyph = if second { SECOND } else { actor.glyph() };
        placed.entry(actor.at.y).or_default().insert(actor.at.x, glyph);
    }
    for (n, one, many) in [
        (covered, "tile under an actor", "tiles under actors"),
        (shared_cells, "actor under another", "actors under others"),
    ] {
        if n > 0 {
            lost.push(format!("{n} {}", if n == 1 { one } else { many }));
        }
    }
    if !fields.is_empty() {
        lost.push(format!("of the actors: {}", fields.into_iter().collect::<Vec<_>>().join(", ")));
    }
    if losses::are_reordered(&scene.actors) {
        lost.push("the order of the actors".into());
    }
    let mut text = String::with_capacity(scene.size().area().saturating_add(scene.size().height.into()));
    let title = scene.title.replace(['\n', '\r'], " ").replace(is_unseen, "");
    if title != scene.title {
        lost.push("line ends and control characters of the title".into());
    }
    if !title.trim().is_empty() {
        text.extend(["title: ", title.trim(), "\n\n"]);
    }
    let mut blank = false;
    // Without any dot, blanks would be floor.
    let has_floor = scene.tiles.as_slice().contains(&Tile::Floor);
    let mut glyphs = Vec::new();
    let first_row = text.len();
    for (y, tiles) in (0..).zip(scene.tiles.rows()) {
        glyphs.clear();
        glyphs.extend(tiles.iter().map(|tile| tile.info().glyph));
        if scene.known.is_some() && !in_block {
            let cells = (0..).zip(&mut glyphs).filter(|(x, _)| unknown(Cell::new(*x, y)));
            cells.for_each(|(_, glyph)| *glyph = UNKNOWN);
        }
        if !has_floor && glyphs.contains(&' ') {
            blank = true;
            glyphs.iter_mut().filter(|glyph| **glyph == ' ').for_each(|glyph| *glyph = BLANK);
        }
        for (&x, &actor) in placed.get(&y).into_iter().flatten() {
            glyphs.get_mut(usize::from(x)).into_iter().for_each(|glyph| *glyph = actor);
        }
        let row = &glyphs;
        // Blank lines above and below a map are ignored when reading.
        if row.iter().all(|g| g.is_whitespace()) {
            blank = true;
            text.extend(row.iter().map(|_| BLANK));
        } else {
            text.extend(row);
        }
        text.push('\n');
    }
    let mut legend = Vec::new();
    if has_floor && has_void_rooms(scene) {
        legend.push("  = void\n".to_owned());
    }
    legend.extend(misread(text.get(first_row..).unwrap_or_default()));
    match map_rows::weight_rows(scene) {
        Some(WeightRows::Digits(rows)) => text.extend(["\nweights:\n", &rows.join("\n"), "\n"]),
        Some(WeightRows::Numbers { .. }) => {
            text.push_str("\nweights by number:\n");
            for y in 0..scene.size().height {
                let numbers = (0..scene.size().width)
                    .map(|x| scene.weight(Cell::new(x, y)).map_or_else(|| ".".to_owned(), |weight| weight.to_string()));
                text.extend([numbers.collect::<Vec<_>>().join(" ").as_str(), "\n"]);
            }
        }
        None => {}
    }
    for (y, row) in map_rows::known_rows(scene).filter(|_| in_block).into_iter().flatten().enumerate() {
        text.extend([if y == 0 { "\nknown:\n" } else { "" }, &row, "\n"]);
    }
    // `@` may be a thief or an explorer, so the legend states which.
    let either = match (thief, explorer) {
        (true, true) => "@ = explorer\n& = thief\n",
        (true, false) => "@ = thief\n",
        (false, true) if options.thief => "@ = explorer\n",
        _ => "",
    };
    if blank || !either.is_empty() || !legend.is_empty() {
        text.extend(["\nlegend:\n", either, if blank { "_ = void\n" } else { "" }]);
        text.extend(legend);
    }
    Ok(Written::new(text.into_bytes(), lost))
}

/// Returns legend lines for glyphs of written rows that would have another meaning without them.
fn misread(rows: &str) -> Vec<String> {
    let rows = rows.lines();
    let mut lines = Vec::new();
    lines.extend(separated::separator(&rows).map(|separator| separated::legend_line(separator) + "\n"));
    let counts = assumed::counts(rows);
    lines.extend(assumed::ends(&counts).map(|ends| match ends {
        ('S', _) => format!("S = {}\n", Tile::SecretDoor),
        _ => format!("B = {}\n", ActorKind::Bloat.name()),
    }));
    lines.extend(assumed::is_sokoban(&counts).then(|| format!("# = {}\n", Tile::Wall)));
    lines
}

/// Returns whether blanks for void would be read as floor, because they are enclosed together with floor.
fn has_void_rooms(scene: &Scene) -> bool {
    if !scene.tiles.as_slice().contains(&Tile::Void) {
        return false;
    }
    let mut tiles = scene.tiles.clone();
    scene.actors.iter().for_each(|actor| tiles.set(actor.at, Tile::Floor));
    enclosed::rooms(&tiles, enclosed::is_ground).as_slice().contains(&true)
}
