//! Planted faults of any-angle programs: lines through walls, and wrong path costs.

use super::super::angles::{Kind, ground, is_clear, is_clear_by_samples, search};
use super::super::manner::Manner;
use super::{Planted, indices};
use gridscope::trace::rng::Rng;

/// A program that checks lines by sampling. Some line that it takes for clear crosses a wall.
pub fn sampled(dice: &mut Rng, kind: Kind) -> Option<Planted> {
    let (ground, mut manner) = (ground(dice), Manner::full(dice));
    manner.expand_from = kind == Kind::Lazy(1) || dice.below(3) == 0;
    let any_angle = search(&ground, manner, kind, is_clear_by_samples);
    let program = any_angle.program;
    let mut lines: Vec<usize> = Vec::new();
    let bad = any_angle.links.iter().filter(|(from, at, _)| kind != Kind::Pulled && !is_clear(&ground, *from, *at));
    for &(_, at, _) in bad {
        let told = serde_json::json!(ground.told(at));
        lines.extend(indices(&program, |line| {
            line["at"] == told && (line["event"] == "open" || line["event"] == "expand")
        }));
    }
    let through = any_angle.path.is_some_and(|cells| cells.windows(2).any(|pair| !is_clear(&ground, pair[0], pair[1])));
    if through {
        lines.extend(indices(&program, |line| line["event"] == "path"));
    }
    (!lines.is_empty()).then(|| Planted::at(&program, lines, &["line"]))
}

pub fn path_cost(dice: &mut Rng) -> Option<Planted> {
    let (ground, manner) = (ground(dice), Manner::full(dice));
    let mut program = search(&ground, manner, Kind::Theta, is_clear).program;
    let index = program.lines.iter().position(|line| line["event"] == "path")?;
    let cost = program.lines[index]["cost"].as_f64()?;
    program.lines[index]["cost"] = serde_json::json!(cost + 0.3);
    Some(Planted::at(&program, [index], &["path-cost"]))
}
