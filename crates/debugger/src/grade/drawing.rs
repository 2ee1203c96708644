//! The smallest map that shows a fault, as a drawing and as text.

use gridscope_trace::terrain::Walk;
use gridscope_trace::{ActorKind, Cell, Scene};
use serde::Deserialize;
use std::fmt::Write as _;

/// Largest side of a map that is drawn, in cells.
const LARGEST: usize = 40;
/// Side of a cell in a drawing, and the largest width and height of a drawing.
const SIDE: usize = 26;
const LARGEST_WIDTH: usize = 80;
const LARGEST_HEIGHT: usize = 56;
/// Signs of start and goal, in a square of 24.
const SHIELD: &str = "M12 6l5 1.6v4.2c0 3-2.3 5-5 6.2-2.7-1.2-5-3.2-5-6.2V7.6z";
const FLAG: &str = "M8 18V7h9l-2 3 2 3H9.6v5z";

/// A small map, with the path that was found and a cheapest one.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
pub struct SmallMap {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Blocked cells: x and y.
    pub walls: Vec<(i64, i64)>,
    /// Price of each cell, if cells have prices.
    #[serde(default)]
    pub prices: Option<Vec<Vec<Option<f64>>>>,
    /// Cell of the start.
    pub start: (i64, i64),
    /// Cell of the goal.
    pub goal: (i64, i64),
    /// Cells of the path.
    #[serde(default)]
    pub path: Vec<(i64, i64)>,
    /// Cells of a cheapest path.
    #[serde(default)]
    pub cheapest: Vec<(i64, i64)>,
}

const fn pair(cell: Cell) -> (i64, i64) {
    (cell.x as i64, cell.y as i64)
}

impl SmallMap {
    /// Returns the map of a scene, or `None` if it is too large or has no ends.
    pub fn of_scene(scene: &Scene, path: &[Cell]) -> Option<Self> {
        let size = scene.size();
        let at = |is_goal: bool| {
            let kind = |kind: ActorKind| matches!(kind, ActorKind::Goal | ActorKind::Exit);
            scene.actors.iter().find(|actor| kind(actor.kind) == is_goal).map(|actor| pair(actor.at))
        };
        let map = Self {
            width: size.width.into(),
            height: size.height.into(),
            walls: size.cells().filter(|&cell| scene.tiles[cell].info().walk == Walk::No).map(pair).collect(),
            start: at(false)?,
            goal: at(true)?,
            path: path.iter().map(|&cell| pair(cell)).collect(),
            ..Self::default()
        };
        map.is_small().then_some(map)
    }

    /// Returns whether the map can be drawn.
    pub fn is_small(&self) -> bool {
        let most_cells = LARGEST * LARGEST;
        let is_short = |cells: &[(i64, i64)]| cells.len() <= most_cells;
        (1..=LARGEST).contains(&self.width)
            && (1..=LARGEST).contains(&self.height)
            && is_short(&self.walls)
            && is_short(&self.path)
            && is_short(&self.cheapest)
    }

    /// Returns the price of a cell, if it has one.
    pub fn price(&self, x: usize, y: usize) -> Option<f64> {
        self.prices.as_ref()?.get(y)?.get(x).copied()?.filter(|price| price.is_finite())
    }

    /// Returns the map as a drawing whose colours are those of the page.
    pub fn svg(&self) -> String {
        if !self.is_small() {
            return String::new();
        }
        let side = SIDE.min(LARGEST_WIDTH / self.width).min(LARGEST_HEIGHT / self.height).max(3);
        let (width, height) = (self.width * side, self.height * side);
        let mut out = format!(
            r#"<svg class="small" width="{}" height="{}" viewBox="-1 -1 {} {}" role="img" aria-label="{}"><rect class="floor" width="{width}" height="{height}"/>"#,
            width + 2,
            height + 2,
            width + 2,
            height + 2,
            crate::formats::plain::escaped(&format!("Map: {}", self.text().join(" / ")))
        );
        let half = side as f64 / 2.0;
        for x in 1..self.width {
            _ = write!(out, r#"<path class="grid" d="M{} 0V{height}"/>"#, x * side);
        }
        for y in 1..self.height {
            _ = write!(out, r#"<path class="grid" d="M0 {}H{width}"/>"#, y * side);
        }
        let is_inside =
            |&(x, y): &(i64, i64)| (-1..=self.width as i64).contains(&x) && (-1..=self.height as i64).contains(&y);
        for (x, y) in self.walls.iter().filter(|cell| is_inside(cell)) {
            let (x, y) = (x * side as i64, y * side as i64);
            _ = write!(out, r#"<rect class="wall" x="{x}" y="{y}" width="{side}" height="{side}"/>"#);
        }
        for (class, cells) in [("cheap", &self.cheapest), ("way", &self.path)] {
            let place =
                |&(x, y): &(i64, i64)| format!("{},{}", x as f64 * side as f64 + half, y as f64 * side as f64 + half);
            let points: Vec<_> = cells.iter().filter(|cell| is_inside(cell)).map(place).collect();
            if points.len() > 1 {
                _ = write!(out, r#"<polyline class="{class}" points="{}"/>"#, points.join(" "));
            }
        }
        for (class, cell, sign) in [("goal", self.goal, FLAG), ("start", self.start, SHIELD)] {
            if is_inside(&cell) {
                let x = cell.0 * side as i64;
                let y = cell.1 * side as i64;
                let scale = side as f64 / 24.0;
                _ = write!(
                    out,
                    r#"<g class="{class}" transform="translate({x} {y}) scale({scale:.3})"><circle cx="12" cy="12" r="9"/><path transform="translate(3 3) scale(.75)" d="{sign}"/></g>"#
                );
            }
        }
        if side >= 14 {
            for (x, y) in (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))) {
                let is_end = [self.start, self.goal].contains(&(x as i64, y as i64));
                if let Some(price) = self.price(x, y).filter(|_| !is_end) {
                    let (x, y) = ((x + 1) * side - 2, (y + 1) * side - 3);
                    _ = write!(out, r#"<text x="{x}" y="{y}">{price}</text>"#);
                }
            }
        }
        out + "</svg>"
    }

    /// Returns the rows of the map: `S` and `G` are the ends, `#` is blocked. Cells with prices are divided by blanks.
    pub fn text(&self) -> Vec<String> {
        if !self.is_small() {
            return Vec::new();
        }
        let walls: std::collections::BTreeSet<_> = self.walls.iter().copied().collect();
        let sign = |x: usize, y: usize| {
            let cell = (x as i64, y as i64);
            let price = self.price(x, y).filter(|_| !walls.contains(&cell)).map(|price| price.to_string());
            let letter = match cell {
                _ if cell == self.start => "S",
                _ if cell == self.goal => "G",
                _ if walls.contains(&cell) => "#",
                _ => return price.unwrap_or_else(|| ".".to_owned()),
            };
            format!("{letter}{}", price.unwrap_or_default())
        };
        let between = if self.prices.is_some() { " " } else { "" };
        (0..self.height).map(|y| (0..self.width).map(|x| sign(x, y)).collect::<Vec<_>>().join(between)).collect()
    }
}
