//! The change that solves an exercise, such as a moved exit: derived from its conditions, its text and the first map.

use crate::Session;
use crate::lab::minimise::{Counted, Symptom};
use gridscope_trace::trace::breakpoint::Op;
use gridscope_trace::{ActorKind, Cell, Scene, Tile};

/// The change that the reader makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Actors of these kinds are moved. The flag is set if there are several of a kind.
    Move(Vec<(ActorKind, bool)>),
    /// Another seed is tried.
    Seed,
    /// Cells get this tile, or lose it. The flag is set if it is one cell only.
    Paint(Tile, bool),
    /// Anything on the map.
    Change,
}

impl Task {
    /// Returns the task of an exercise. `first` is the scene as the author wrote it.
    pub fn of(first: &Scene) -> Self {
        let exercise = &first.run.exercise;
        let symptoms: Vec<Symptom> = exercise.done.iter().filter_map(|line| line.parse().ok()).collect();
        let counts = || {
            symptoms.iter().filter_map(|symptom| match symptom {
                Symptom::Map(counted, op, number) => Some((*counted, *op, *number, counted.count(first) as f64)),
                _ => None,
            })
        };
        let text = exercise.say.to_lowercase();
        let has_word =
            |text: &str, word: &str| words(text).any(|own| own == word || own.strip_suffix('s') == Some(word));
        let of_map = |counted| matches!(counted, Counted::Tile(_) | Counted::Changed | Counted::Actor(_));
        if has_word(&text, "seed") && !counts().any(|(counted, ..)| of_map(counted)) {
            return Self::Seed;
        }
        let sentence = text.split('.').find(|sentence| has_word(sentence, "move")).unwrap_or_default();
        let kinds = ActorKind::ALL.into_iter().filter(|kind| has_word(sentence, kind.name()));
        let kinds: Vec<(ActorKind, bool)> = kinds.map(|kind| (kind, first.of_kind(kind).nth(1).is_some())).collect();
        if !kinds.is_empty() {
            return Self::Move(kinds);
        }
        let is_limited = counts().any(|(counted, ..)| counted == Counted::Changed);
        let tiles = || {
            counts().filter_map(|(counted, op, number, now)| match counted {
                Counted::Tile(tile) => Some((tile, op, number - now)),
                _ => None,
            })
        };
        let grows =
            |op: Op, by: f64| by > 0.0 && matches!(op, Op::AtMost | Op::Equal | Op::AtLeast | Op::Less | Op::Greater);
        if let Some((tile, _, by)) = tiles().find(|&(_, op, by)| grows(op, by)) {
            return Self::Paint(tile, by == 1.0);
        }
        let shrinks = |(tile, op, by): (Tile, Op, f64)| by < 0.0 && (tile == Tile::Floor || op == Op::AtLeast);
        if let Some((tile, ..)) = tiles().find(|&row| shrinks(row)).filter(|_| !is_limited) {
            return Self::Paint(if tile == Tile::Floor { Tile::Wall } else { Tile::Floor }, false);
        }
        if has_word(&text, "wall") { Self::Paint(Tile::Wall, false) } else { Self::Change }
    }

    /// Returns the title of its button, such as `Move the exits`.
    pub fn title(&self) -> String {
        match self {
            Self::Move(kinds) => {
                let names = kinds
                    .iter()
                    .map(|(kind, several)| format!("the {}{}", kind.name(), if *several { "s" } else { "" }));
                format!("Move {}", names.collect::<Vec<_>>().join(" or "))
            }
            Self::Seed => "Find a seed".to_owned(),
            Self::Paint(Tile::Wall, _) => "Draw walls".to_owned(),
            Self::Paint(Tile::Floor, _) => "Clear cells".to_owned(),
            Self::Paint(tile, true) => format!("Place a {}", tile.english()),
            Self::Paint(tile, false) => format!("Draw {}", tile.english()),
            Self::Change => "Change the map".to_owned(),
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty())
}

impl Session {
    /// Returns what the reader changes to solve the exercise of the opened scene.
    pub fn exercise_task(&self) -> Task {
        Task::of(&self.document().saved_scene())
    }

    /// Returns whether the exercise is done, and nothing is changed but what its task asks for.
    pub fn is_only_solved(&self) -> bool {
        if !self.display_state().exercise.is_done() || self.opened().file.is_some() || self.is_solving() {
            return false;
        }
        let (first, now) = (self.document().saved_scene(), self.scene());
        let lesson = |scene: &Scene| {
            let run = &scene.run;
            (scene.title.clone(), scene.notes.clone(), run.slides.clone(), run.question.clone(), run.exercise.clone())
        };
        let task = Task::of(&first);
        let others = |scene: &Scene| -> Vec<_> {
            let moves = |kind| matches!(&task, Task::Move(kinds) if kinds.iter().any(|(own, _)| *own == kind));
            scene.actors.iter().filter(|actor| !moves(actor.kind)).cloned().collect()
        };
        let paints = matches!(task, Task::Paint(..) | Task::Change);
        lesson(&first) == lesson(now)
            && first.size() == now.size()
            && (paints || first.tiles == now.tiles)
            && (task == Task::Change || others(&first) == others(now))
    }

    /// Returns the cells whose tile differs from the map as it was opened or last saved.
    pub fn own_cells(&self) -> Vec<Cell> {
        if !self.document().is_changed() {
            return Vec::new();
        }
        let first = self.document().saved_scene();
        let now = self.scene();
        if first.size() != now.size() {
            return Vec::new();
        }
        now.size().cells().filter(|&cell| first.tiles[cell] != now.tiles[cell]).collect()
    }
}
