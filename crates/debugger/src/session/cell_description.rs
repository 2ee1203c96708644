//! Describes a cell in words: what is on it, and what the run says of it at the moment. The card of the selected cell shows
//! these words, and screen readers say them.

use super::Session;
use crate::lesson::pins::pin_label;
use crate::look::drawn_signs::{DrawnSigns, Sign};
use crate::look::is_second_side;
use crate::look::refused::{refused_branches, winning_way};
use gridscope_trace::card::LayerKind;
use gridscope_trace::event::{Name, Value};
use gridscope_trace::trace::replay::{Figure, Outline};
use gridscope_trace::view::board::{Board, Role};
use gridscope_trace::{ActorKind, Cell, Replay};

/// Largest number of figures that are named for a cell.
const MAX_FIGURES: usize = 8;
/// Largest number of points at which a segment of a line is looked at.
const MAX_SAMPLES: f64 = 4_096.0;

/// Content of a cell at a moment.
#[derive(Clone, PartialEq, Debug)]
pub struct CellDescription {
    /// The cell.
    pub cell: Cell,
    /// The name of the tile, and what entering it costs if that is more than usual.
    pub ground: Vec<String>,
    /// The state of the cell, in the word of the algorithm.
    pub state: Option<(Role, Name)>,
    /// Index and name of each layer with a number, and the number.
    pub numbers: Vec<(usize, Name, Value)>,
    /// The cell that this one follows from.
    pub parent: Option<Cell>,
}

impl Session {
    /// Returns the main run, unless the map shows what was placed.
    fn run_on_map(&self) -> Option<&Replay> {
        self.replay().filter(|_| !self.shows_placed())
    }

    /// Describes a cell of the map at the moment.
    pub fn describe_cell(&self, cell: Cell) -> CellDescription {
        let weight = self.scene().weight(cell).map(|weight| format!("cost {weight}"));
        let mut all = CellDescription {
            cell,
            ground: [self.tile_now(cell).english().to_owned()].into_iter().chain(weight).collect(),
            state: None,
            numbers: Vec::new(),
            parent: None,
        };
        let Some(replay) = self.replay().filter(|replay| replay.size().contains(cell)) else { return all };
        let mut board = Board::default();
        replay.board(Some(self.shown.layer), &mut board);
        let role = board.at(cell).role;
        all.state = replay.schema().roles.iter().find(|(own, _)| *own == role).cloned();
        let layers = replay.schema().layers.iter().enumerate().filter(|(_, layer)| layer.kind == LayerKind::Scalar);
        let number = |(i, layer): (usize, &gridscope_trace::trace::schema::Layer)| {
            Some((i, layer.name.clone(), replay.value(i, cell)?))
        };
        all.numbers = layers.filter_map(number).collect();
        all.parent = replay.arrow(cell).and_then(|dir| cell.step(dir, replay.size()));
        all
    }

    /// Says in one line what a reader of the map sees in a cell, given the signs that are drawn and the cells with pins.
    pub fn words_of_cell(&self, cell: Cell, signs: &DrawnSigns, pins: &[Cell]) -> String {
        let all = self.describe_cell(cell);
        let mut words = vec![cell.to_string()];
        words.extend(all.ground);
        words.extend(self.names_of_actors(cell));
        if let Some(replay) = self.run_on_map() {
            let is_on_path = signs.has(Sign::Path) && way(replay, signs).contains(&cell);
            let state = all.state.filter(|(role, _)| !(is_on_path && *role == Role::Path));
            words.extend(state.map(|(_, name)| name.to_string()));
            words.extend(all.numbers.iter().map(|(_, name, value)| format!("{name} {value}")));
            words.extend(all.parent.map(|parent| format!("parent {parent}")));
            words.extend(is_on_path.then(|| "on the path".to_owned()));
            let is_tie = signs.has(Sign::Ties) && replay.equals(cell).is_some();
            words.extend(is_tie.then(|| "tie".to_owned()));
            words.extend(figures_on(replay, self.shown.layer, signs, cell));
        }
        let pin = pins.iter().position(|pinned| *pinned == cell);
        words.extend(pin.map(|index| format!("pin {}", pin_label(self.scene(), index))));
        let is_breakpoint = self.shown.breakpoints.iter().any(|point| point.condition.cell() == Some(cell));
        words.extend(is_breakpoint.then(|| "breakpoint".to_owned()));
        words.join(", ")
    }

    /// Returns the cell that the sentence of the moment is about: that of the selected mover, or of the last event.
    pub fn cell_of_sentence(&self) -> Option<Cell> {
        let (cursor, _) = self.moment();
        match self.selected_mover() {
            Some((movers, mover, _)) => movers.cell_after(mover, cursor),
            None => self.replay()?.cell(cursor.checked_sub(1)?),
        }
    }

    /// Names the actors that are drawn on a cell. Movers of a log have their numbers.
    fn names_of_actors(&self, cell: Cell) -> Vec<String> {
        let scene = self.scene();
        let movers = self.movers().filter(|_| !self.shows_placed());
        let mut names: Vec<String> = movers.map_or_else(Vec::new, |movers| {
            let here = movers.in_cell(cell, self.moment().0);
            here.into_iter().map(|mover| format!("mover {}", movers.label(mover))).collect()
        });
        let tokens = self.run_on_map().map(Replay::tokens).unwrap_or_default();
        for (i, actor) in scene.actors.iter().enumerate() {
            let token = tokens.iter().find(|token| token.actor == i);
            let is_badge = movers.is_some() && token.is_some();
            if token.map_or(Some(actor.at), |token| token.at) != Some(cell) || is_badge {
                continue;
            }
            let side = if is_second_side(actor) { ", side 2" } else { "" };
            let state = token.map_or("", |token| &*token.state);
            let facing = token.map_or(actor.facing(), |token| token.facing).filter(|_| actor.kind != ActorKind::Goal);
            let facing = facing.map_or_else(String::new, |dir| format!(", facing {}", dir.word()));
            let state = if state.is_empty() { String::new() } else { format!(", {state}") };
            let number = if actor.kind == ActorKind::Unit {
                let earlier = scene.actors[..i].iter().filter(|other| other.kind == ActorKind::Unit).count();
                format!(" {}", earlier + 1)
            } else {
                String::new()
            };
            names.push(format!("{}{number}{side}{facing}{state}", actor.kind.name()));
        }
        names
    }
}

/// Returns the path that is drawn at the moment of a run.
fn way(replay: &Replay, signs: &DrawnSigns) -> Vec<Cell> {
    let winning = if signs.has(Sign::Refused) { winning_way(replay) } else { None };
    winning.unwrap_or_else(|| replay.path())
}

/// Returns the names of the figures that are drawn over a cell, with their words there.
fn figures_on(replay: &Replay, layer: usize, signs: &DrawnSigns, cell: Cell) -> Vec<String> {
    let mut figures = replay.figures();
    figures.retain(|figure| signs.draws(figure));
    if signs.has(Sign::Refused) {
        figures.extend(refused_branches(replay, layer));
    }
    let mut all: Vec<String> = Vec::new();
    for figure in figures.iter().filter(|figure| covers(figure, cell)) {
        let words = words_of_figure(figure, signs, cell);
        if !words.is_empty() && !all.contains(&words) && all.len() < MAX_FIGURES {
            all.push(words);
        }
    }
    all
}

/// Returns the name of a figure, and its bead or its label on a cell.
fn words_of_figure(figure: &Figure, signs: &DrawnSigns, cell: Cell) -> String {
    let point = figure.points.iter().position(|&point| is_in(point, cell));
    let bead = point.and_then(|point| figure.beads.get(point)).filter(|bead| !bead.is_empty());
    let label = if signs.draws_label(figure) { figure.label.as_str() } else { "" };
    match (&*figure.name, bead) {
        ("", Some(bead)) => bead.clone(),
        (name, Some(bead)) => format!("{name} {bead}"),
        ("", None) => label.to_owned(),
        (name, None) if label.is_empty() || label == name => name.to_owned(),
        (name, None) => format!("{name}: {label}"),
    }
}

/// Returns whether a point of the map is in a cell.
fn is_in([x, y]: [f64; 2], cell: Cell) -> bool {
    x.floor() == f64::from(cell.x) && y.floor() == f64::from(cell.y)
}

/// Returns whether a figure is drawn on a cell.
fn covers(figure: &Figure, cell: Cell) -> bool {
    let points = &figure.points[..];
    match figure.outline {
        Outline::Bar | Outline::Scale => false,
        Outline::Circle | Outline::Limit | Outline::Note => points.first().is_some_and(|&point| is_in(point, cell)),
        Outline::Area => holds(points, cell.middle()),
        Outline::Way | Outline::Line | Outline::Arrow | Outline::Dashes | Outline::Belt => {
            points.windows(2).any(|ends| crosses(ends[0], ends[1], cell))
        }
        _ => points.iter().any(|&point| is_in(point, cell)),
    }
}

/// Returns whether a segment runs through a cell. A segment that only cuts a corner does not count.
fn crosses(from: [f64; 2], to: [f64; 2], cell: Cell) -> bool {
    let [x, y] = cell.middle();
    let is_near = |k: usize| {
        let (low, high) = (from[k].min(to[k]), from[k].max(to[k]));
        low - 0.5 <= [x, y][k] && [x, y][k] <= high + 0.5
    };
    let samples = ((to[0] - from[0]).abs().max((to[1] - from[1]).abs()) * 2.0).ceil().clamp(1.0, MAX_SAMPLES);
    (0..2).all(is_near)
        && (0..=samples as usize).any(|k| {
            let at = |axis: usize| from[axis] + (to[axis] - from[axis]) * k as f64 / samples;
            (at(0) - x).abs() < 0.4 && (at(1) - y).abs() < 0.4
        })
}

/// Returns whether a point is in a polygon.
fn holds(polygon: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let before = polygon.iter().cycle().skip(polygon.len().saturating_sub(1));
    let crossings = polygon
        .iter()
        .zip(before)
        .filter(|([ax, ay], [bx, by])| (*ay > y) != (*by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax);
    crossings.count() % 2 == 1
}
