//! Rules that nothing in a log can break. They do not count as rules that hold.

use super::Rule;
use super::survey::Survey;

/// Returns the rules for which a log has no events or fields, each with the reason.
pub(super) fn without_subject(survey: &Survey) -> Vec<(Rule, &'static str)> {
    let mut all = Vec::new();
    let mut add = |when: bool, why: &'static str, rules: &[Rule]| {
        all.extend(rules.iter().filter(|_| when).map(|&rule| (rule, why)));
    };
    let no_g = "no event has a g";
    let no_from = "no event has a from";
    add(!survey.g, no_g, &[Rule::Cost, Rule::Changed, Rule::Reexpanded]);
    add(!survey.froms, no_from, &[Rule::Parent, Rule::Inconsistent]);
    add(!survey.priced && !survey.budget, "no event with a from has a g", &[Rule::Cost]);
    add(!survey.expands, "no cell is expanded", &[Rule::NeverOpened, Rule::Reexpanded, Rule::Missed]);
    let of_paths = [Rule::PathBroken, Rule::PathCost, Rule::NotShortest, Rule::Unsearched, Rule::Parents];
    add(!survey.paths, "the log has no path", &of_paths);
    add(!survey.path_cost, "no path states its cost", &[Rule::PathCost]);
    add(!survey.paths && !survey.none, "the log has neither a path nor a `done` with none", &[Rule::NoPath]);
    add(!survey.opens && !survey.expands && !survey.paths, "the log has no search", &[Rule::Wall]);
    all
}
