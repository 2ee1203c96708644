//! A path that a reader draws: which steps it may take, what it costs by the rules of the run, and how it compares with the
//! path of the run.

use super::answer::{AskAnswer, Asked, Verdict, is_near};
use gridscope_trace::cheapest_paths::{Walk, count, find_distances};
use gridscope_trace::ends::ends;
use gridscope_trace::event::{Value, capital};
use gridscope_trace::geometry::{Cell, Dir};
use gridscope_trace::movement::{Mover, Passage, Rules, StepCosts};
use gridscope_trace::trace::{Halt, Progress};
use gridscope_trace::{Registry, Scene};
use std::ops::ControlFlow::{Break, Continue};

/// Number of checks after which counting paths gives up. Up to there it takes a few ten milliseconds.
const MAX_COUNTING: usize = 32;
/// Largest number of digits that a number of paths is written with.
const MAX_DIGITS: usize = 15;

/// The rules of a run by which a drawn path is allowed and priced.
#[derive(Debug)]
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
    async fn onward(&self, from: Cell, progress: &Progress) -> Result<Option<u64>, Halt> {
        let all = find_distances(self.walk(), from, self.goal, progress).await?;
        Ok(Some(all[self.passage.size().index(self.goal)]).filter(|&cost| cost != u64::MAX))
    }

    /// Returns a sentence about the number of cheapest paths, such as `There are 72 such paths.`. Returns an empty text for
    /// one path, or if so many cells are on one that counting takes long.
    async fn ways(&self, start: Cell, progress: &Progress) -> Result<String, Halt> {
        let distance = find_distances(self.walk(), start, self.goal, progress).await?;
        progress.pause().await?;
        let mut steps = 0;
        let mut goes_on = || {
            steps += 1;
            if steps < MAX_COUNTING { Continue(()) } else { Break(()) }
        };
        let Continue(ways) = count(self.walk(), &distance, self.goal, &mut goes_on) else { return Ok(String::new()) };
        let ways = ways.to_string();
        Ok(match ways.len() {
            1 if ways == "1" => String::new(),
            0..=MAX_DIGITS => format!("There are {ways} such paths."),
            digits => format!("The number of such paths has {digits} digits."),
        })
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
pub(super) async fn answer(asked: &Asked<'_>, path: &[Cell]) -> Result<AskAnswer, String> {
    compare(asked, path).await.unwrap_or_else(|halt| Err(halt.to_string()))
}

async fn compare(asked: &Asked<'_>, path: &[Cell]) -> Result<Result<AskAnswer, String>, Halt> {
    let progress = asked.progress;
    let Some(run) = asked.runs.first() else { return Ok(Err("there is no run".to_owned())) };
    let run_path = run.final_path();
    let (Some(&start), Some(&end)) = (run_path.first(), run_path.last()) else {
        return Ok(Err("the run has no path; expected one that ends with a path".to_owned()));
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
        return Ok(Ok(answer));
    };
    let cost = prices.last().copied().unwrap_or(0);
    answer.costs = prices.iter().map(|&cost| rules.price(cost)).collect();
    answer.tags.0 = format!("{who} {}", rules.price(cost));
    let best = rules.onward(start, progress).await?.unwrap_or(cost);
    let is_cheapest = best == cost;
    let Some(&last) = path.last().filter(|_| path.len() > 1) else {
        answer.title = capital(&format!("{who} pays {}", rules.price(cost)));
        let ways = if is_cheapest { rules.ways(start, progress).await? } else { String::new() };
        format!("{} {ways}", summary(&run_path, None) + ".").trim_end().clone_into(&mut answer.text);
        return Ok(Ok(answer));
    };
    let own = rules.costs(path);
    let so_far = own.last().copied().unwrap_or(0);
    if path[0] != start || own.len() < path.len() {
        answer.verdict = Verdict::Wrong;
        "Not allowed".clone_into(&mut answer.title);
        answer.text = run.why_not_path(path).sentence;
        return Ok(Ok(answer));
    }
    let is_whole = last == end;
    let Some(whole) = rules.onward(last, progress).await?.map(|rest| so_far + rest) else {
        answer.verdict = Verdict::Wrong;
        "Not finished".clone_into(&mut answer.title);
        answer.text = format!("No way leads on from {last} to the goal.");
        return Ok(Ok(answer));
    };
    answer.tags.1 = format!("you {}", rules.price(so_far));
    let loss = if whole > cost {
        let (step, through) = first_loss(&rules, path, &own, cost, progress).await?;
        answer.pins = vec![path[step]];
        let which = if step == 1 { "its first step".to_owned() } else { format!("step {step}") };
        format!(
            "Your path loses at {}, {which}. From there no way to the goal costs less than **{}**.",
            path[step],
            rules.price(through),
        )
    } else {
        String::new()
    };
    if !is_whole {
        "Not finished".clone_into(&mut answer.title);
        answer.verdict = Verdict::Unfinished;
        let more = if whole == cost {
            format!("It can still cost {}, as {who} pays.", rules.price(cost))
        } else {
            format!("{loss} {} pays {}.", capital(&who), rules.price(cost))
        };
        answer.text = format!("{} up to {last}. {more}", capital(&summary(path, Some(&rules))));
        return Ok(Ok(answer));
    }
    if whole > cost {
        answer.verdict = if is_near(whole as f64, cost as f64) { Verdict::Nearly } else { Verdict::Wrong };
        answer.title = format!("You pay {}, {who} {}", rules.price(whole), rules.price(cost));
        let near = if answer.verdict == Verdict::Nearly { "So close. " } else { "" };
        answer.text = format!("{near}{loss}");
        return Ok(Ok(answer));
    }
    answer.verdict = Verdict::Right;
    if whole < cost {
        answer.title = format!("You pay {}, {who} {}", rules.price(whole), rules.price(cost));
        answer.text = format!(
            "Your path is cheaper by **{}**. {} does not promise the cheapest path.",
            rules.price(cost - whole),
            asked.registry.title_of(&asked.scene.run.algorithm).unwrap_or("The run"),
        );
    } else if path == run_path {
        answer.title = format!("You pay {}, as {who} does", rules.price(whole));
        let ways = if is_cheapest { rules.ways(start, progress).await? } else { String::new() };
        format!("It is the same path. {ways}").trim_end().clone_into(&mut answer.text);
    } else {
        answer.title = format!("You pay {} too", rules.price(whole));
        let ways = if is_cheapest { rules.ways(start, progress).await? } else { String::new() };
        progress.pause().await?;
        let why = run.why_not_path(path);
        // The first sentence is the title.
        let rest = why.sentence.split_once(". ").map_or("", |(_, rest)| rest);
        format!("{ways} {rest}").trim().clone_into(&mut answer.text);
    }
    Ok(Ok(answer))
}

/// Returns the first step after which a path cannot cost as little as `cost` any more, and what it costs at least from there.
/// `own` has the cost up to each of its cells.
async fn first_loss(
    rules: &PathRules,
    path: &[Cell],
    own: &[u64],
    cost: u64,
    progress: &Progress,
) -> Result<(usize, u64), Halt> {
    // The cost of a path over the first cells cannot fall from cell to cell.
    let (mut right, mut wrong) = (0, own.len() - 1);
    let mut through = u64::MAX;
    while wrong - right > 1 || through == u64::MAX {
        let middle = usize::midpoint(right, wrong).max(1);
        let rest = rules.onward(path[middle], progress).await?;
        let whole = rest.map_or(u64::MAX, |rest| own[middle].saturating_add(rest));
        if whole > cost {
            (wrong, through) = (middle, whole);
        } else {
            right = middle;
        }
    }
    Ok((wrong, through))
}
