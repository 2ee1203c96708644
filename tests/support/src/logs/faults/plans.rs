//! Planted faults in plans of many movers.

use super::Planted;
use gridscope::trace::rng::Rng;
use serde_json::{Value, json};

/// Last time of the plans.
const LAST: u64 = 7;

/// A sound plan: each mover walks east along a row of its own.
struct Plan {
    header: Value,
    lines: Vec<Value>,
}

impl Plan {
    fn of(dice: &mut Rng) -> Self {
        let movers = 2 + dice.below(3);
        let mut at: Vec<u64> = (0..movers).map(|_| dice.below(3)).collect();
        let mut lines: Vec<Value> = (0..movers)
            .map(|y| {
                json!({ "event": "place", "actor": y.to_string(), "kind": "robot", "at": [at[y as usize], y], "facing": "e" })
            })
            .collect();
        let mut costs = vec![0; movers as usize];
        for t in 1..=LAST {
            lines.push(json!({ "event": "begin", "phase": format!("t {t}"), "t": t }));
            for y in 0..movers as usize {
                if t == 2 || dice.below(3) > 0 {
                    at[y] += 1;
                    costs[y] = t;
                    lines.push(json!({ "event": "move", "actor": y.to_string(), "at": [at[y], y] }));
                }
            }
            lines.push(json!({ "event": "end" }));
        }
        for (y, x) in at.iter().enumerate() {
            lines[y]["goal"] = json!([x, y]);
        }
        let header = json!({
            "format": "gridscope-trace", "version": 2, "map": vec![".".repeat(12); movers as usize], "neighbours": 4,
            "moves": { "simultaneous": true, "heading": true, "arrive": true },
            "claims": {
                "cost": costs.iter().sum::<u64>(), "makespan": costs.iter().max(), "end": LAST, "steps": movers * LAST,
                "finished": 0, "errors": 0, "valid": true,
            },
        });
        Self { header, lines }
    }

    fn movers(&self) -> usize {
        self.lines.iter().filter(|line| line["event"] == "place").count()
    }

    /// Returns the index of a random event of this kind.
    fn any(&self, dice: &mut Rng, word: &str) -> usize {
        let all: Vec<usize> = (0..self.lines.len()).filter(|&index| self.lines[index]["event"] == word).collect();
        all[dice.below(all.len() as u64) as usize]
    }

    fn planted(self, rule: &'static str) -> Planted {
        let text: Vec<String> = std::iter::once(&self.header).chain(&self.lines).map(Value::to_string).collect();
        Planted { text: text.join("\n"), lines: Vec::new(), rules: vec![rule] }
    }
}

/// A mover should start elsewhere: `shift` cells to the east.
pub fn start(dice: &mut Rng, shift: u64) -> Option<Planted> {
    let mut plan = Plan::of(dice);
    let place = plan.any(dice, "place");
    let at = plan.lines[place]["at"].clone();
    plan.lines[place]["start"] = json!([at[0].as_u64()? + shift, at[1]]);
    Some(plan.planted("start"))
}

/// A mover has another goal from the beginning on.
pub fn goal(dice: &mut Rng) -> Option<Planted> {
    let mut plan = Plan::of(dice);
    let place = plan.any(dice, "place");
    plan.lines[place]["goal"] = json!([11, place]);
    Some(plan.planted("goal"))
}

/// A mover has another goal from some time on, or the log states that it has reached it.
pub fn later_goal(dice: &mut Rng, word: &str) -> Option<Planted> {
    let mut plan = Plan::of(dice);
    let (mover, end) = (dice.below(plan.movers() as u64), plan.any(dice, "end"));
    let field = if word == "goal" { "goal" } else { "at" };
    plan.lines.insert(end, json!({ "event": word, "actor": mover.to_string(), field: [11, mover] }));
    Some(plan.planted("goal"))
}

/// A mover faces another direction than that of its moves.
pub fn facing(dice: &mut Rng) -> Option<Planted> {
    let mut plan = Plan::of(dice);
    let place = plan.any(dice, "place");
    plan.lines[place]["facing"] = ["n", "s", "w"][dice.below(3) as usize].into();
    Some(plan.planted("heading"))
}

/// A mover turns in the step of a move: before it, or after it.
pub fn turn(dice: &mut Rng, after: usize) -> Option<Planted> {
    let mut plan = Plan::of(dice);
    let index = plan.any(dice, "move");
    let line = &plan.lines[index];
    let turn = json!({ "event": "turn", "actor": line["actor"], "at": line["at"], "facing": "n" });
    plan.lines.insert(index + after, turn);
    Some(plan.planted("heading"))
}

/// A mover moves in the first or last step of a delay.
pub fn delay(dice: &mut Rng, more: u64) -> Option<Planted> {
    let mut plan = Plan::of(dice);
    let index = plan.any(dice, "move");
    let begin = (0..index).rev().find(|&index| plan.lines[index]["event"] == "begin")?;
    let until = plan.lines[begin]["t"].as_u64()? + more;
    let actor = plan.lines[index]["actor"].clone();
    plan.lines.insert(begin + 1, json!({ "event": "delay", "actor": actor, "until": until }));
    Some(plan.planted("delay"))
}

/// A mover is delayed from the beginning on.
pub fn early_delay(dice: &mut Rng) -> Option<Planted> {
    let mut plan = Plan::of(dice);
    let movers = plan.movers();
    let mover = dice.below(movers as u64).to_string();
    plan.lines.insert(movers, json!({ "event": "delay", "actor": mover, "until": 2 + dice.below(5) }));
    Some(plan.planted("delay"))
}

/// A figure of the header is too large by one, or the opposite.
pub fn claim(dice: &mut Rng, name: &str) -> Option<Planted> {
    let mut plan = Plan::of(dice);
    let claim = &mut plan.header["claims"][name];
    *claim = claim.as_u64().map_or_else(|| false.into(), |figure| (figure + 1).into());
    Some(plan.planted("claimed"))
}

/// The program reports a fault: about no mover, one or two.
pub fn reported(dice: &mut Rng, movers: usize) -> Option<Planted> {
    let mut plan = Plan::of(dice);
    let end = plan.any(dice, "end");
    let mut fault = json!({ "event": "fault", "text": "vertex conflict" });
    for (name, mover) in ["actor", "other"].into_iter().take(movers).zip(["0", "1"]) {
        fault[name] = mover.into();
    }
    plan.lines.insert(end, fault);
    Some(plan.planted("reported"))
}
