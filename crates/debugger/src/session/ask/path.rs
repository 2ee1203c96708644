//! A path that a reader draws: which steps it may take, what it costs by the rules of the run, and how it compares with the
//! path of the run.

use super::answer::{AskAnswer, Asked, Verdict, is_near};
use gridscope_trace::cheapest_paths::{Dag, Walk, distances};
use gridscope_trace::ends::ends;
use gridscope_trace::event::Value;
use gridscope_trace::geometry::{Cell, Dir};
use gridscope_trace::movement::{Mover, Passage, Rules, StepCosts};
use gridscope_trace::observe::unhalted;
use gridscope_trace::{Registry, Scene};
use std::ops::ControlFlow::Continue;

/// The rules of a run by which a drawn path is allowed and priced.
pub(super) struct PathRules {
    passage: Passage,
    rules: Rules,
    goal: Cell,
}

impl PathRules {
    /// Returns the rules of a search from a start to a goal. `None` if the scene has no such ends.
    pub(super) fn of(registry: &Registry, scene: &Scene) -> Option<Self> {
        let (start, goal) = ends(scene).ok()?;
        let card = registry.find(&scene.run.algorithm)?.card();
        let rules = scene.run.params.resolve(card.params).ok()?.movement_rules(StepCosts::new(2, 3, 1));
        Some(Self { passage: Passage::new(scene, &Mover::of(start), &rules), rules, goal })
    }

    const fn walk(&self) -> Walk<'_> {
        Walk { passage: &self.passage, order: self.rules.order.as_slice() }
    }

    /// Returns the cost of a step, or `None` if it is not allowed.
    pub(super) fn step(&self, from: Cell, to: Cell) -> Option<u64> {
        let size = self.passage.size();
        if !size.contains(from) {
            return None;
        }
        let dir = self.rules.order.iter().copied().find(|&dir: &Dir| from.step(dir, size) == Some(to))?;
        self.passage.step(from, dir).ok().map(|(_, price)| price)
    }

    /// Returns the cost up to each cell of a path, as far as its steps are allowed.
    fn costs(&self, path: &[Cell]) -> Vec<u64> {
        let steps = path.windows(2).map_while(|step| self.step(step[0], step[1]));
        let sums = steps.scan(0, |sum, price| {
            *sum += price;
            Some(*sum)
        });
        std::iter::once(0).chain(sums).collect()
    }

    fn price(&self, units: u64) -> String {
        Value::cost(units, self.rules.costs.unit).to_string()
    }

    /// Returns the cost of the cheapest path from a cell to the goal.
    fn onward(&self, from: Cell) -> Option<u64> {
        let all = unhalted(distances(self.walk(), from, self.goal, &mut || Continue(())));
        Some(all[self.passage.size().index(self.goal)]).filter(|&cost| cost != u64::MAX)
    }

    /// Returns the number of cheapest paths, as text.
    fn ways(&self, start: Cell) -> String {
        let dag = unhalted(Dag::new(self.walk(), start, self.goal, &mut || Continue(())));
        unhalted(dag.ways(&mut || Continue(()))).to_string()
    }
}

/// Returns the steps of a path, and what it costs, such as `11 steps, cost 27`.
pub(super) fn summary(path: &[Cell], rules: Option<&PathRules>) -> String {
    let steps = match path.len().saturating_sub(1) {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    };
    let cost = rules.and_then(|rules| rules.costs(path).last().map(|&cost| rules.price(cost)));
    cost.map_or_else(|| steps.clone(), |cost| format!("{steps}, cost {cost}"))
}

/// Returns how the drawn path compares with the path of the run. An empty path only asks for that of the run.
pub(super) fn answer(asked: &Asked<'_>, path: &[Cell]) -> Result<AskAnswer, String> {
    let run = asked.runs.first().ok_or("there is no run")?;
    let run_path = run.final_path();
    let (Some(&start), Some(&end)) = (run_path.first(), run_path.last()) else {
        return Err("the run has no path; expected one that ends with a path".to_owned());
    };
    let actor = asked.scene.actors.iter().find(|actor| actor.at == start);
    let who = actor.map_or_else(|| "the run".to_owned(), |actor| format!("the {}", actor.kind.name()));
    let rules = PathRules::of(asked.registry, asked.scene).filter(|rules| rules.goal == end);
    let prices = rules.as_ref().map(|rules| rules.costs(&run_path)).filter(|costs| costs.len() == run_path.len());
    let mut answer =
        AskAnswer { path: path.to_vec(), run_path: run_path.clone(), who: who.clone(), ..AskAnswer::default() };
    let (Some(rules), Some(prices)) = (rules, prices) else {
        // Without prices, the run says where the paths part.
        let why = (!path.is_empty()).then(|| run.why_not_path(path));
        let is_right = why.as_ref().is_some_and(|why| why.reason == "on-path") && path.len() == run_path.len();
        answer.verdict = match why {
            None => Verdict::Shown,
            Some(_) if is_right => Verdict::Right,
            Some(_) => Verdict::Wrong,
        };
        answer.title = match answer.verdict {
            Verdict::Right => format!("That is the path of {who}"),
            _ => capital(&format!("{who} goes another way")),
        };
        answer.text = why.map_or_else(|| summary(&run_path, None) + ".", |why| why.sentence);
        answer.tags = (who, "you".to_owned());
        return Ok(answer);
    };
    let cost = prices.last().copied().unwrap_or(0);
    answer.costs = prices.iter().map(|&cost| rules.price(cost)).collect();
    answer.tags.0 = format!("{who} {}", rules.price(cost));
    let best = rules.onward(start).unwrap_or(cost);
    let ways = || (best == cost).then(|| rules.ways(start)).filter(|ways| ways != "1");
    let ways = |so: &str| ways().map_or_else(String::new, |ways| format!("There are {ways} {so} paths."));
    let Some(&last) = path.last().filter(|_| path.len() > 1) else {
        answer.title = capital(&format!("{who} pays {}", rules.price(cost)));
        format!("{} {}", summary(&run_path, None) + ".", ways("such")).trim_end().clone_into(&mut answer.text);
        return Ok(answer);
    };
    let own = rules.costs(path);
    let so_far = own.last().copied().unwrap_or(0);
    if path[0] != start || own.len() < path.len() {
        answer.verdict = Verdict::Wrong;
        "Not allowed".clone_into(&mut answer.title);
        answer.text = run.why_not_path(path).sentence;
        return Ok(answer);
    }
    let is_whole = last == end;
    let Some(whole) = rules.onward(last).map(|rest| so_far + rest) else {
        answer.verdict = Verdict::Wrong;
        "Not finished".clone_into(&mut answer.title);
        answer.text = run.why_not_path(path).sentence;
        return Ok(answer);
    };
    answer.tags.1 = format!("you {}", rules.price(so_far));
    // The cost of a path over the first cells cannot fall from cell to cell.
    let through = |k: usize| rules.onward(path[k]).map_or(u64::MAX, |rest| own[k].saturating_add(rest));
    let step = (whole > cost).then(|| {
        let (mut right, mut wrong) = (0, own.len() - 1);
        while wrong - right > 1 {
            let middle = usize::midpoint(right, wrong);
            if through(middle) > cost { wrong = middle } else { right = middle }
        }
        wrong
    });
    let loss = step.map_or_else(String::new, |k| {
        answer.pins = vec![path[k]];
        let which = if k == 1 { "its first step".to_owned() } else { format!("step {k}") };
        format!(
            "Your path loses at {}, {which}. From there no way to the goal costs less than **{}**.",
            path[k],
            rules.price(through(k)),
        )
    });
    if !is_whole {
        "Not finished".clone_into(&mut answer.title);
        answer.verdict = Verdict::Unfinished;
        let more = if whole == cost {
            format!("It can still cost {}, as {who} pays.", rules.price(cost))
        } else {
            format!("{loss} {} pays {}.", capital(&who), rules.price(cost))
        };
        answer.text = format!("{} up to {last}. {more}", capital(&summary(path, Some(&rules))));
        return Ok(answer);
    }
    if whole > cost {
        answer.verdict = if is_near(whole as f64, cost as f64) { Verdict::Nearly } else { Verdict::Wrong };
        answer.title = format!("You pay {}, {who} {}", rules.price(whole), rules.price(cost));
        let near = if answer.verdict == Verdict::Nearly { "So close. " } else { "" };
        answer.text = format!("{near}{loss}");
        return Ok(answer);
    }
    answer.verdict = Verdict::Right;
    if whole < cost {
        answer.title = format!("You pay {}, {who} {}", rules.price(whole), rules.price(cost));
        answer.text = run.why_not_path(path).sentence;
    } else if path == run_path {
        answer.title = format!("You pay {}, as {who} does", rules.price(whole));
        format!("It is the same path. {}", ways("such")).trim_end().clone_into(&mut answer.text);
    } else {
        answer.title = format!("You pay {} too", rules.price(whole));
        let why = run.why_not_path(path);
        // The first sentence is the title.
        let rest = why.sentence.split_once(". ").map_or("", |(_, rest)| rest);
        format!("{} {rest}", ways("such")).trim().clone_into(&mut answer.text);
    }
    Ok(answer)
}

/// Returns a text with a capital first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
