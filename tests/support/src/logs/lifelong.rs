//! Incremental search: LPA* and D* Lite (S. Koenig and M. Likhachev, 2002), whose open list is kept over many plans.

use super::ground::{Ground, Spot};
use super::manner::Manner;
use super::printer::{Node, Printer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// A mistake of an incremental search, made at the opportunity with this number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Forgets {
    Nothing,
    /// An open cell whose cost changes keeps its key, and nothing is printed.
    Key(usize),
    /// Like [`Forgets::Key`], but the correct key is printed.
    PrintedKey(usize),
    /// `km` is not increased when the start moves.
    Km,
    /// A neighbour of a change is not updated.
    Neighbour(usize),
    /// After a change, the old plan is printed again.
    Plan(usize),
}

/// Habits of printing.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is one habit of a program")]
pub struct Habits {
    /// Whether `g` of an `open` event is the rhs value. Otherwise it is the smaller one of g and rhs.
    pub promise: bool,
    /// Whether an `expand` event states g.
    pub expand_g: bool,
    /// Whether a decreased key is printed without a `close` event before it.
    pub lowers: bool,
    pub moves: bool,
    /// Whether each plan is printed as a `path` event.
    pub plans: bool,
    /// Whether a bush below a removed wall is printed by its name. Otherwise it is printed as floor.
    pub names_bushes: bool,
}

pub struct Lifelong {
    /// The ground as the program believes it to be.
    pub ground: Ground,
    pub print: Printer,
    pub habits: Habits,
    /// Whether it searches from the goal, as D* Lite does.
    pub backward: bool,
    pub forgets: Forgets,
    chances: usize,
    /// Index of the line where the mistake was made.
    pub made: Option<usize>,
    /// Indices of the lines that are wrong because of it.
    pub shown: Vec<usize>,
    /// Printed keys and g of the cells in the open list.
    printed: BTreeMap<Spot, ([f64; 2], f64)>,
    at: Spot,
    last: Spot,
    km: f64,
    g: HashMap<Spot, f64>,
    rhs: HashMap<Spot, f64>,
    best: HashMap<Spot, Spot>,
    queue: BTreeMap<Spot, [f64; 2]>,
    plan: Option<(Vec<Spot>, f64)>,
}

/// Returns whether a key comes before another one, or might do so without rounding. An outdated cell on the path to the
/// target has the same first key as the target, and a larger one after an unlucky rounding. It may even wait behind
/// cells that no path needs. The search must not end before it is expanded.
fn comes_before(key: [f64; 2], other: [f64; 2]) -> bool {
    let is_tied = (key[0] - other[0]).abs() <= 1e-9 * other[0].abs();
    if is_tied { key[1] < other[1] } else { key < other }
}

impl Lifelong {
    pub fn new(ground: Ground, manner: Manner, habits: Habits, backward: bool, forgets: Forgets) -> Self {
        let print = Printer::new(manner, &ground);
        let (start, goal) = (ground.start, ground.goal);
        let root = if backward { goal } else { start };
        let mut all = Self {
            ground,
            print,
            habits,
            backward,
            forgets,
            chances: 0,
            made: None,
            shown: Vec::new(),
            printed: BTreeMap::new(),
            at: start,
            last: start,
            km: 0.0,
            g: HashMap::new(),
            rhs: HashMap::from([(root, 0.0)]),
            best: HashMap::new(),
            queue: BTreeMap::new(),
            plan: None,
        };
        all.put(root);
        all
    }

    /// Returns the number of opportunities for the mistake.
    pub const fn chances(&self) -> usize {
        self.chances
    }

    const fn root(&self) -> Spot {
        if self.backward { self.ground.goal } else { self.ground.start }
    }

    const fn target(&self) -> Spot {
        if self.backward { self.at } else { self.ground.goal }
    }

    fn g(&self, at: Spot) -> f64 {
        self.g.get(&at).copied().unwrap_or(f64::INFINITY)
    }

    fn rhs(&self, at: Spot) -> f64 {
        self.rhs.get(&at).copied().unwrap_or(f64::INFINITY)
    }

    fn h(&self, a: Spot, b: Spot) -> f64 {
        let (dx, dy) = self.ground.apart(a, b);
        let (straight, diagonal) = self.ground.least();
        if self.ground.neighbours == 4 {
            straight * (dx + dy)
        } else {
            straight * (dx.max(dy) - dx.min(dy)) + diagonal * dx.min(dy)
        }
    }

    fn key(&self, at: Spot) -> [f64; 2] {
        let least = self.g(at).min(self.rhs(at));
        [least + self.h(at, self.target()) + self.km, least]
    }

    /// Counts an opportunity, and returns whether the mistake is made at it.
    const fn slips(&mut self, nth: usize) -> bool {
        self.chances += 1;
        self.chances == nth + 1 && self.made.is_none()
    }

    fn number(&self, x: f64) -> Value {
        if x.is_finite() { self.print.manner.number(x) } else { Value::Null }
    }

    fn told_open(&mut self, at: Spot, key: [f64; 2]) -> Value {
        let g = if self.habits.promise { self.rhs(at) } else { self.g(at).min(self.rhs(at)) };
        self.printed.insert(at, (key, g));
        let mut event = json!({ "event": "open", "at": self.print.told(at) });
        if self.habits.promise {
            event["g"] = self.number(self.rhs(at));
            if let Some(&from) = self.best.get(&at).filter(|_| self.print.manner.from && self.rhs(at).is_finite()) {
                event["from"] = self.print.told(from);
            }
        } else {
            event["g"] = self.number(self.g(at).min(self.rhs(at)));
            event["rhs"] = self.number(self.rhs(at));
        }
        (event["k1"], event["k2"]) = (self.print.manner.number(key[0]), self.print.manner.number(key[1]));
        event
    }

    fn put(&mut self, at: Spot) {
        let key = self.key(at);
        self.queue.insert(at, key);
        let event = self.told_open(at, key);
        self.print.event(event);
    }

    fn drop(&mut self, at: Spot) {
        if self.queue.remove(&at).is_some() {
            self.print.close(Node::of(at));
        }
    }

    /// Returns the cost of a step between neighbours; infinite if it is not possible.
    fn price(&self, from: Spot, to: Spot) -> f64 {
        self.ground.step(from, to).unwrap_or(f64::INFINITY)
    }

    /// Returns the cost of the best path through a neighbour (rhs), and that neighbour.
    fn promise(&self, at: Spot) -> (f64, Option<Spot>) {
        let mut best = (f64::INFINITY, None);
        for next in self.ground.beside(at) {
            let price = if self.backward { self.price(at, next) } else { self.price(next, at) };
            let cost = price + self.g(next);
            if cost < best.0 {
                best = (cost, Some(next));
            }
        }
        best
    }

    fn update(&mut self, at: Spot) {
        if at != self.root() {
            let (cost, from) = self.promise(at);
            self.rhs.insert(at, cost);
            match from {
                Some(from) => _ = self.best.insert(at, from),
                None => _ = self.best.remove(&at),
            }
        }
        let consistent = self.g(at) == self.rhs(at);
        let old = self.queue.get(&at).copied();
        let key = self.key(at);
        let told = self.printed.get(&at).is_some_and(|&(_, g)| !self.habits.promise || g == self.rhs(at));
        if consistent {
            self.drop(at);
            return;
        }
        match old {
            Some(old) if old == key && told => {}
            Some(old) => {
                let kept = match self.forgets {
                    Forgets::Key(nth) | Forgets::PrintedKey(nth) if old[0] > key[0] + 0.1 => self.slips(nth),
                    _ => false,
                };
                if kept {
                    self.made = Some(self.print.lines.len());
                    if matches!(self.forgets, Forgets::PrintedKey(_)) {
                        let event = self.told_open(at, key);
                        self.print.event(event);
                    }
                    return;
                }
                let falls = key < old && self.habits.lowers;
                if !falls {
                    self.print.close(Node::of(at));
                }
                self.put(at);
            }
            None => self.put(at),
        }
    }

    fn top(&self) -> Option<(Spot, [f64; 2])> {
        let best = self.queue.iter().min_by(|a, b| a.1.partial_cmp(b.1).expect("numbers"));
        best.map(|(&at, &key)| (at, key))
    }

    /// Expands until the cost of the target is settled.
    fn compute(&mut self) {
        let mut left = 20_000;
        while let Some((at, key)) = self.top() {
            let target = self.target();
            left -= 1;
            let end = self.key(target);
            let is_outdated =
                self.queue.values().any(|&key| comes_before(key, end)) || self.rhs(target) != self.g(target);
            if left == 0 || !is_outdated {
                break;
            }
            let new = self.key(at);
            if key < new {
                self.print.close(Node::of(at));
                self.put(at);
                continue;
            }
            let mut event = json!({ "event": "expand", "at": self.print.told(at) });
            if self.habits.expand_g {
                event["g"] = self.number(self.g(at).min(self.rhs(at)));
            }
            (event["k1"], event["k2"]) = (self.print.manner.number(key[0]), self.print.manner.number(key[1]));
            self.note(at, key);
            self.print.event(event);
            self.queue.remove(&at);
            if self.g(at) > self.rhs(at) {
                self.g.insert(at, self.rhs(at));
            } else {
                self.g.insert(at, f64::INFINITY);
                self.update(at);
            }
            for next in self.ground.beside(at) {
                self.update(next);
            }
        }
    }

    /// Records whether an expansion contradicts what was printed about this cell or about the cells in the open list.
    fn note(&mut self, at: Spot, key: [f64; 2]) {
        let told = self.printed.remove(&at);
        let raised = self.g(at) < self.rhs(at);
        let changed = told.is_some_and(|(_, g)| (g - self.rhs(at)).abs() > 0.05) && !raised;
        let better =
            self.printed.iter().any(|(at, (other, _))| self.queue.contains_key(at) && other[0] < key[0] - 0.05);
        if self.made.is_some() && (changed || better) {
            self.shown.push(self.print.lines.len());
        }
    }

    /// Returns whether a plan can be walked, has the stated cost, and is shortest from its first cell, on the believed
    /// ground.
    fn is_right(&self, (cells, cost): &(Vec<Spot>, f64)) -> bool {
        let Some(exact) = self.ground.shortest(cells[0], self.ground.goal) else { return false };
        let walked: f64 = cells.windows(2).map(|pair| self.price(pair[0], pair[1])).sum();
        (walked - exact).abs() < 0.01 && (cost - exact).abs() < 0.01
    }

    /// Returns the path that the current costs promise.
    fn current(&self) -> Option<(Vec<Spot>, f64)> {
        let cost = self.rhs(self.target());
        if !cost.is_finite() {
            return None;
        }
        let mut cells = vec![self.target()];
        while cells[cells.len() - 1] != self.root() {
            let last = cells[cells.len() - 1];
            cells.push(self.promise(last).1?);
            if cells.len() > 5000 {
                return None;
            }
        }
        if !self.backward {
            cells.reverse();
        }
        Some((cells, cost))
    }

    /// Plans, and prints the plan. Returns whether there is one.
    pub fn plan(&mut self) -> bool {
        self.compute();
        let mut now = self.current();
        if let (Forgets::Plan(nth), Some(old), Some(new)) = (self.forgets, self.plan.clone(), &now)
            && old.0 != new.0
            && self.slips(nth)
        {
            self.made = Some(self.print.lines.len());
            now = Some(old);
        }
        if self.made.is_some() && now.as_ref().is_some_and(|plan| !self.is_right(plan)) {
            self.shown.push(self.print.lines.len());
        }
        if let Some((cells, cost)) = now.as_ref().filter(|_| self.habits.plans) {
            let line = self.print.path_line(cells, Some(*cost));
            self.print.event(line);
        }
        self.plan = now;
        self.plan.is_some()
    }

    /// Returns the cost of the plan.
    pub fn cost(&self) -> Option<f64> {
        self.plan.as_ref().map(|plan| plan.1)
    }

    pub const fn position(&self) -> Spot {
        self.at
    }

    /// Takes a step along the plan. Returns whether a step was left.
    pub fn step(&mut self) -> bool {
        let Some((cells, _)) = &self.plan else { return false };
        let Some(i) = cells.iter().position(|&at| at == self.at).filter(|i| i + 1 < cells.len()) else { return false };
        let to = cells[i + 1];
        if !self.price(self.at, to).is_finite() {
            return false;
        }
        self.at = to;
        if self.habits.moves {
            let event = json!({ "event": "move", "actor": "robot", "at": self.print.told(to) });
            self.print.event(event);
        }
        true
    }

    /// Switches cells between wall and floor before the first plan.
    pub fn learn(&mut self, changed: &[Spot]) {
        for &at in changed {
            let i = self.ground.index(at);
            self.ground.walls[i] = !self.ground.walls[i];
            let is_bush = self.habits.names_bushes && self.ground.is_bush(at);
            let tile = if self.ground.walls[i] {
                "wall"
            } else if is_bush {
                "bush"
            } else {
                "floor"
            };
            let event = json!({ "event": "tile", "at": self.print.told(at), "tile": tile });
            self.print.event(event);
        }
    }

    /// Switches cells later, and updates their neighbours.
    pub fn change(&mut self, changed: &[Spot]) {
        if changed.is_empty() {
            return;
        }
        if self.backward {
            if self.forgets == Forgets::Km {
                if self.last != self.at {
                    self.made = self.made.or(Some(self.print.lines.len()));
                    self.chances = 1;
                }
            } else {
                self.km += self.h(self.last, self.at);
            }
            self.last = self.at;
        }
        self.learn(changed);
        for &at in changed {
            let mut beside = self.ground.beside(at);
            beside.push(at);
            for next in beside {
                if let Forgets::Neighbour(nth) = self.forgets
                    && self.promise(next).0 != self.rhs(next)
                    && next != self.root()
                    && self.slips(nth)
                {
                    self.made = Some(self.print.lines.len());
                    continue;
                }
                self.update(next);
            }
        }
    }
}
