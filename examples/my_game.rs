//! A small game whose guards log what they do. At the end, it opens the window on that log.
//!
//! `cargo run --release --example my_game`: step by turn, and ask why a guard went where it went.

use gridscope::algorithms::{astar, shadowcast};
use gridscope::log::Logger;
use gridscope::trace::geometry::{Cell, Size};
use gridscope::trace::map::GridMap;

const MAP: [&str; 9] = [
    "################",
    "#......#.......#",
    "#......#.......#",
    "#..............#",
    "#......#.......#",
    "####.#####.#####",
    "#..............#",
    "#..............#",
    "################",
];

struct Guard {
    name: &'static str,
    at: Cell,
    /// The cells of its round, walked to in turn.
    round: [Cell; 2],
    next: usize,
    /// The cell where it last saw the thief.
    seen: Option<Cell>,
}

impl Guard {
    fn new(name: &'static str, at: Cell, to: Cell) -> Self {
        Self { name, at, round: [to, at], next: 0, seen: None }
    }

    /// Looks, decides, and takes one step. Each is logged as an event.
    fn turn(&mut self, map: &GridMap, thief: Cell, log: &mut Logger<Vec<u8>>) {
        log.event("begin", &[("phase", "turn".into()), ("actor", self.name.into())]);
        if shadowcast::visible(map, self.at, 7).contains(&thief) {
            self.seen = Some(thief);
            log.event("see", &[("at", thief.into()), ("from", self.at.into()), ("actor", self.name.into())]);
        }
        if self.at == self.round[self.next] {
            self.next = 1 - self.next;
        }
        let round = self.round[self.next];
        // The lowest score wins. The hunt gets a bonus of 10 steps over the round.
        for (what, cell, bonus) in [("hunt", self.seen, 10.0), ("round", Some(round), 0.0)] {
            if let Some(path) = cell.and_then(|cell| astar::path(map, self.at, cell)) {
                let far = path.cost.approx();
                log.event("weigh", &[("name", what.into()), ("score", (far - bonus).into()), ("far", far.into())]);
            }
        }
        log.event("choose", &[("name", if self.seen.is_some() { "hunt" } else { "round" }.into())]);
        let path = astar::path(map, self.at, self.seen.unwrap_or(round)).map_or(Vec::new(), |path| path.cells);
        if let Some(&step) = path.get(1) {
            self.at = step;
            log.event("move", &[("actor", self.name.into()), ("at", step.into())]);
        }
        if self.seen == Some(self.at) {
            // The thief is no longer there.
            self.seen = None;
        }
        log.event("end", &[]);
    }
}

/// Plays up to 40 turns, or until the thief is caught.
pub(crate) fn play() -> Logger<Vec<u8>> {
    let map = GridMap::new(Size::new(16, 9), |cell| MAP[cell.y as usize].as_bytes()[cell.x as usize] == b'.');
    let mut guards = [
        Guard::new("guard 1", Cell::new(1, 1), Cell::new(5, 3)),
        Guard::new("guard 2", Cell::new(14, 1), Cell::new(9, 4)),
    ];
    let (mut thief, goal) = (Cell::new(1, 7), Cell::new(14, 7));
    let mut log = Logger::on(&MAP).title("My game").more("steps", "own").to(Vec::new());
    log.event("place", &[("actor", "thief".into()), ("kind", "thief".into()), ("at", thief.into())]);
    for guard in &guards {
        log.event("place", &[("actor", guard.name.into()), ("kind", "guard".into()), ("at", guard.at.into())]);
    }
    for _ in 0..40 {
        let path = astar::path(&map, thief, goal).map_or(Vec::new(), |path| path.cells);
        let Some(&step) = path.get(1) else {
            log.done("escaped");
            return log;
        };
        thief = step;
        log.event("move", &[("actor", "thief".into()), ("at", thief.into())]);
        for guard in &mut guards {
            guard.turn(&map, thief, &mut log);
            if guard.at == thief {
                log.done("caught");
                return log;
            }
        }
    }
    log.done("too late");
    log
}

fn main() -> Result<(), String> {
    gridscope::app().show(play())
}
