//! Moves a scene to another map. Everything that names a cell moves too, and what no longer fits is counted.

use crate::formats::solution;
use crate::lab::minimise::words_of_line;
use gridscope_trace::trace::breakpoint::Condition;
use gridscope_trace::{Actor, Cell, Grid, Scene, Size, Tile};

/// Result of moving a scene.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ResizedScene {
    /// The scene on its new map.
    pub scene: Scene,
    /// Numbers of things that did not fit on it.
    pub losses: ResizeLosses,
}

/// Numbers of things that did not fit on the new map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ResizeLosses {
    /// Cells that were not floor.
    pub tiles: usize,
    /// Cells with a weight.
    pub weights: usize,
    /// Actors.
    pub actors: usize,
    /// Cells of routes, and goals of guards.
    pub routes: usize,
    /// Lines of the script.
    pub lines: usize,
    /// Rooms.
    pub rooms: usize,
    /// Breakpoints, additional runs, and parts of the question.
    pub questions: usize,
}

impl ResizeLosses {
    /// Describes the losses: `3 tiles and 1 actor`. Returns `None` if nothing is lost.
    pub fn words(self) -> Option<String> {
        let all = [
            (self.tiles, "tile"),
            (self.weights, "cost of a cell"),
            (self.actors, "actor"),
            (self.routes, "place on a route"),
            (self.lines, "script line"),
            (self.rooms, "room"),
            (self.questions, "question about a cell"),
        ];
        let many = |what: &str| match what.split_once(' ') {
            Some((first, rest)) => format!("{first}s {rest}"),
            None => format!("{what}s"),
        };
        let words: Vec<String> = all
            .into_iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, what)| {
                let what = match (n, what) {
                    (1, what) => what.to_owned(),
                    (_, "script line") => "script lines".to_owned(),
                    (_, what) => many(what),
                };
                format!("{n} {what}")
            })
            .collect();
        let (last, first) = words.split_last()?;
        Some(if first.is_empty() { last.clone() } else { format!("{} and {last}", first.join(", ")) })
    }
}

/// Returns the scene on a map of another size, with each cell moved `by` columns to the right and rows down. Everything
/// that ends up outside the map is lost. New cells are floor, known, and without a weight.
///
/// Everything that names a cell moves too: actors with their goals and routes, lines of the script, details, rooms, the
/// question and the additional runs. In the notes, cells written as `(3,4)` are updated if they stay on the map.
#[must_use]
pub fn moved(scene: &Scene, size: Size, by: (i32, i32)) -> ResizedScene {
    let old = scene.size();
    let to = |cell: Cell| cell.moved(by).filter(|&there| old.contains(cell) && size.contains(there));
    let (mut new, mut losses) = (scene.clone(), ResizeLosses::default());
    new.tiles = scene.tiles.moved(size, by, Tile::Floor);
    new.known = scene.known.as_ref().map(|known| known.moved(size, by, true));
    new.weights = scene.weights.as_ref().map(|weights| weights.moved(size, by));
    losses.tiles = lost(&scene.tiles, &new.tiles, Tile::Floor);
    losses.weights = scene.weights.iter().zip(&new.weights).map(|(old, new)| lost(old.times(), new.times(), 0)).sum();
    new.drop_empty_weights();
    new.details = scene.details.iter().filter_map(|(&cell, detail)| Some((to(cell)?, detail.clone()))).collect();
    let stays = |actor: &Actor| to(actor.at).is_some();
    losses.actors = scene.actors.iter().filter(|actor| !stays(actor)).count();
    new.actors.retain_mut(|actor| {
        let Some(there) = to(actor.at) else { return false };
        actor.at = there;
        let before = usize::from(actor.goal().is_some()) + actor.route().len();
        actor.map_cells(to);
        losses.routes += before - usize::from(actor.goal().is_some()) - actor.route().len();
        true
    });
    new.script.retain_mut(|line| {
        let (at, then) = (to(line.at), line.to.map(to));
        let whole = at.is_some() && then != Some(None);
        (line.at, line.to) = (at.unwrap_or(line.at), then.flatten());
        losses.lines += usize::from(!whole);
        whole
    });
    new.rooms.retain_mut(|room| {
        let ends = to(room.from).zip(to(room.to));
        if let Some((a, b)) = ends {
            room.from = Cell::new(a.x.min(b.x), a.y.min(b.y));
            room.to = Cell::new(a.x.max(b.x), a.y.max(b.y));
        }
        losses.rooms += usize::from(ends.is_none());
        ends.is_some()
    });
    losses.questions = move_questions(&mut new, to);
    new.notes = move_cells_in_text(&scene.notes, to);
    new.run.exercise.say = move_cells_in_text(&scene.run.exercise.say, to);
    for condition in &mut new.run.exercise.done {
        *condition = claim(condition, &to);
    }
    new.run.exercise.move_cells(size, to);
    for slide in &mut new.run.slides {
        slide.note = move_cells_in_text(&slide.note, to);
    }
    let solution = scene.run.exercise.solution.as_ref();
    if let Some(mut solved) = solution.and_then(|solution| solution::solved(solution, scene)) {
        solved.run.exercise.solution = None;
        if let Some(solution) = solution::difference(&new, &moved(&solved, size, by).scene) {
            new.run.exercise.solution = Some(Box::new(solution));
        }
    }
    ResizedScene { scene: new, losses }
}

/// Moves the cells in a condition of an exercise. A condition that names a lost cell stays unchanged.
fn claim(text: &str, to: &dyn Fn(Cell) -> Option<Cell>) -> String {
    if let Some(words) = words_of_line(text) {
        let line = text.split(" # ").next().unwrap_or_default();
        return format!("{} # {}", claim(line, &to), move_cells_in_text(words, to));
    }
    let of_events = text.split_once(' ').filter(|(word, _)| ["hits", "never", "once"].contains(word));
    let Some((word, condition)) = of_events else { return move_cells_in_text(text, to) };
    let old = condition.parse::<Condition>().ok();
    match old.clone().and_then(|old| old.moved(&to)) {
        Some(moved) if Some(&moved) != old.as_ref() => format!("{word} {moved}"),
        _ => text.to_owned(),
    }
}

/// Returns how many values other than `blank` the old grid has more than the new one.
fn lost<T: PartialEq + Copy>(old: &Grid<T>, new: &Grid<T>, blank: T) -> usize {
    let count = |grid: &Grid<T>| grid.as_slice().iter().filter(|&value| *value != blank).count();
    count(old) - count(new)
}

/// Moves the question and the additional runs. Returns how many parts were lost.
fn move_questions(scene: &mut Scene, to: impl Fn(Cell) -> Option<Cell>) -> usize {
    let mut lost = 0;
    scene.run.beside.retain_mut(|other| {
        let Some(start) = other.start else { return true };
        other.start = to(start);
        lost += usize::from(other.start.is_none());
        other.start.is_some()
    });
    let question = &mut scene.run.question;
    if let Some(cell) = question.cell {
        question.cell = to(cell);
        lost += usize::from(question.cell.is_none());
    }
    let path: Option<Vec<Cell>> = question.why_not.iter().map(|&cell| to(cell)).collect();
    lost += usize::from(path.is_none());
    question.why_not = path.unwrap_or_default();
    question.breakpoints.retain_mut(|stop| match stop.when.parse::<Condition>().map(|c| c.moved(&to)) {
        Ok(Some(moved)) => {
            let text = moved.to_string();
            // A condition without cells keeps its original text.
            if stop.when.parse::<Condition>().ok() != Some(moved) {
                stop.when = text;
            }
            true
        }
        Ok(None) => {
            lost += 1;
            false
        }
        Err(_) => true,
    });
    lost
}

/// Returns a text with cells such as `(3,4)` or `(3, 4)` moved. Cells that do not stay on the map are left unchanged,
/// and so is the address of a link after a `]`.
fn move_cells_in_text(text: &str, to: impl Fn(Cell) -> Option<Cell>) -> String {
    let mut new = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('(') {
        let (before, open) = rest.split_at(start);
        new.push_str(before);
        let address = before.ends_with(']');
        let end = if address { closed(open) } else { open.find(')').map_or(open.len(), |end| end + 1) };
        let (inside, after) = open.split_at(end);
        let cell = Cell::from_text(inside).filter(|_| !address);
        match cell.and_then(&to) {
            Some(there) if cell == Some(there) => new.push_str(inside),
            Some(there) if inside.contains(", ") => {
                new.extend(["(", &there.x.to_string(), ", ", &there.y.to_string(), ")"]);
            }
            Some(there) => new.push_str(&there.to_string()),
            None if address => new.push_str(inside),
            None => {
                // A bracket may contain another one, as in (see (3,4)).
                new.push('(');
                rest = open.split_at(1).1;
                continue;
            }
        }
        rest = after;
    }
    new.push_str(rest);
    new
}

/// Returns the number of bytes up to and including the bracket that closes the first one.
fn closed(text: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + letter.len_utf8();
        }
    }
    text.len()
}
