//! Prisoners without a map, simulated by a separate program with rows of text, integer coordinates, and a queue. It
//! shares no code with the flow map.

use std::collections::VecDeque;

/// A room of the oracle.
pub struct Room {
    pub width: i32,
    pub height: i32,
    pub wall: Vec<bool>,
    pub exits: Vec<(i32, i32)>,
    /// Start of each prisoner, and the direction it faces: (0, -1) if the scene has none.
    pub prisoners: Vec<((i32, i32), (i32, i32))>,
}

/// The fate of a prisoner.
#[derive(Clone, Debug, PartialEq)]
pub struct Fate {
    pub path: Vec<(i32, i32)>,
    pub left: Option<u32>,
}

/// The rules without dice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    RightHand,
    LeftHand,
    TowardExit,
}

impl Room {
    fn is_wall(&self, (x, y): (i32, i32)) -> bool {
        x < 0 || y < 0 || x >= self.width || y >= self.height || self.wall[(y * self.width + x) as usize]
    }

    /// Returns the number of steps from each cell to the nearest exit.
    pub fn distances(&self) -> Vec<Option<u32>> {
        let mut all = vec![None; self.wall.len()];
        let mut queue = VecDeque::new();
        for &exit in self.exits.iter().filter(|&&exit| !self.is_wall(exit)) {
            all[(exit.1 * self.width + exit.0) as usize] = Some(0);
            queue.push_back((exit, 0));
        }
        while let Some(((x, y), d)) = queue.pop_front() {
            for next in [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)] {
                if !self.is_wall(next) {
                    let place = &mut all[(next.1 * self.width + next.0) as usize];
                    if place.is_none() {
                        *place = Some(d + 1);
                        queue.push_back((next, d + 1));
                    }
                }
            }
        }
        all
    }

    /// Plays `turns` turns with four neighbours. The first ripple ends before turn 1, so all prisoners that it reaches
    /// walk at once.
    pub fn play(&self, rule: Rule, turns: u32) -> Vec<Fate> {
        let distances = self.distances();
        let distance = |(x, y): (i32, i32)| distances[(y * self.width + x) as usize];
        let far = |(x, y): (i32, i32)| self.exits.iter().map(|e| (e.0 - x).abs() + (e.1 - y).abs()).min();
        let mut fates: Vec<Fate> = self.prisoners.iter().map(|&(at, _)| Fate { path: vec![at], left: None }).collect();
        let mut heading: Vec<(i32, i32)> = self.prisoners.iter().map(|p| p.1).collect();
        let mut walked = vec![false; fates.len()];
        for turn in 1..=turns {
            let mut order: Vec<usize> =
                (0..fates.len()).filter(|&p| fates[p].left.is_none() && distance(at(&fates[p])).is_some()).collect();
            order.sort_by_key(|&p| {
                let cell = at(&fates[p]);
                if rule == Rule::TowardExit { far(cell).unwrap_or(0) as u32 } else { distance(cell).unwrap_or(0) }
            });
            for p in order {
                let here = at(&fates[p]);
                if distance(here) == Some(0) {
                    // Out, unless it started on the exit and has no direction to continue in.
                    if walked[p] {
                        fates[p].left = Some(turn);
                    }
                    continue;
                }
                let taken = |cell: (i32, i32)| {
                    fates.iter().enumerate().any(|(other, f)| other != p && f.left.is_none() && at(f) == cell)
                };
                let free = |cell: (i32, i32)| !self.is_wall(cell) && !taken(cell);
                let add = |a: (i32, i32), b: (i32, i32)| (a.0 + b.0, a.1 + b.1);
                let h = heading[p];
                // On a screen, y grows downward: a quarter turn to the right maps (dx, dy) to (-dy, dx).
                let right = (-h.1, h.0);
                let opposite = |d: (i32, i32)| (-d.0, -d.1);
                let step = match rule {
                    Rule::TowardExit => {
                        let nearer = |cell: (i32, i32)| !self.is_wall(cell) && far(cell) < far(here);
                        let all = [(0, -1), (1, 0), (0, 1), (-1, 0)];
                        let best = all.iter().map(|&d| add(here, d)).filter(|&c| nearer(c)).map(far).min();
                        all.into_iter().find(|&d| {
                            let c = add(here, d);
                            nearer(c) && Some(far(c)) == best && !taken(c)
                        })
                    }
                    Rule::RightHand | Rule::LeftHand => {
                        let hand = if rule == Rule::RightHand { right } else { opposite(right) };
                        let corner = !self.is_wall(add(here, hand)) && self.is_wall(add(add(here, hand), opposite(h)));
                        let tries = if corner {
                            [hand, h, opposite(hand), opposite(h)]
                        } else {
                            [h, opposite(hand), hand, opposite(h)]
                        };
                        tries.into_iter().find(|&d| free(add(here, d)))
                    }
                };
                if let Some(d) = step {
                    fates[p].path.push(add(here, d));
                    (heading[p], walked[p]) = (d, true);
                }
            }
        }
        fates
    }
}

fn at(fate: &Fate) -> (i32, i32) {
    fate.path[fate.path.len() - 1]
}
