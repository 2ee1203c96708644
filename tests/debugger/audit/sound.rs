//! Sound programs of every manner are never accused, whatever their logs state and whatever they leave out.

use super::print::Print;
use super::world::World;
use super::{far, heaps, many, queues, report};
use gridscope::core::rng::Rng;
use serde_json::{Map, Value, json};

/// What a sound program printed, and what it could state of itself.
pub struct Sound {
    pub world: World,
    pub events: String,
    pub order: heaps::Order,
    pub steps: Option<&'static str>,
    pub optimal: bool,
    /// Whether the searches are between the ends of the world.
    pub ends: bool,
}

impl Sound {
    pub fn new(world: &World, print: Print, order: heaps::Order) -> Self {
        Self { world: world.clone(), events: print.text, order, steps: None, optimal: true, ends: true }
    }

    /// Logs with the same events, which state everything, only rules, only the map, only its size, nothing, by chance.
    fn logs(&self, dice: &mut Rng) -> Vec<String> {
        let mut all = self.world.facts();
        if !self.ends {
            all.retain(|name, _| name != "start" && name != "goal");
        }
        if !self.order.is_empty() {
            all.insert("order".into(), json!(self.order));
        }
        all.extend(self.steps.map(|steps| ("steps".to_owned(), json!(steps))));
        if !self.optimal {
            all.insert("optimal".into(), false.into());
        }
        let always = ["format", "version", "optimal", "steps"];
        let with = |keep: &dyn Fn(&str) -> bool| -> Map<String, Value> {
            all.clone().into_iter().filter(|(name, _)| always.contains(&name.as_str()) || keep(name)).collect()
        };
        let chosen: Vec<String> = all.keys().filter(|_| dice.below(3) > 0).cloned().collect();
        let mut sized = with(&|name| name != "map");
        let size = self.world.tiles.size();
        sized.insert("size".into(), json!([size.width, size.height]));
        let headers = [
            all.clone(),
            with(&|name| !["costs", "order"].contains(&name)),
            with(&|name| name == "map"),
            with(&|name| chosen.iter().any(|c| c == name)),
            sized,
        ];
        let headers = headers.into_iter().map(|header| format!("{}\n", Value::Object(header)));
        headers.chain([String::new()]).map(|header| header + &self.events).collect()
    }
}

/// Many random maps, each with every header.
fn never_accused(seed: u64, program: fn(&mut Rng) -> Sound) {
    let mut dice = Rng::new(seed);
    for _ in 0..60 {
        let sound = program(&mut dice);
        for log in sound.logs(&mut dice) {
            let found = report(&log).findings;
            assert!(found.is_empty(), "a sound program is accused: {found:#?}\n{log}");
        }
    }
}

macro_rules! sound {
    ($($name:ident: $program:path, $seed:literal;)+) => {
        $(#[test]
        fn $name() {
            never_accused($seed, $program);
        })+
    };
}

sound! {
    a_star_with_stale_entries_in_its_heap_is_never_accused: heaps::astar, 1;
    floats_that_are_taken_by_f_and_the_larger_g_are_never_accused: heaps::floats_by_f_and_larger_g, 2;
    a_start_that_is_not_logged_is_never_accused: heaps::start_that_is_not_logged, 3;
    dijkstra_with_duplicates_and_prices_of_tiles_is_never_accused: heaps::dijkstra_that_marks_when_it_takes, 4;
    weighted_a_star_is_never_accused: heaps::weighted_astar, 5;
    greedy_search_is_never_accused: heaps::greedy, 6;
    units_in_the_way_are_never_accused: heaps::units_in_the_way, 7;
    a_budget_that_runs_out_is_never_accused: heaps::budget_that_runs_out, 8;
    breadth_first_search_is_never_accused: queues::breadth_first, 9;
    depth_first_search_with_a_stack_is_never_accused: queues::depth_first_with_a_stack, 10;
    depth_first_search_by_recursion_is_never_accused: queues::depth_first_by_recursion, 11;
    iterative_deepening_is_never_accused: queues::iterative_deepening, 12;
    a_search_from_both_ends_is_never_accused: queues::from_both_ends, 13;
    a_search_by_jump_points_is_never_accused: far::jump_points, 14;
    an_any_angle_search_is_never_accused: far::any_angle, 15;
    a_log_of_three_announced_searches_is_never_accused: many::three_announced, 16;
    a_log_of_three_searches_told_apart_by_their_ends_is_never_accused: many::three_by_their_ends, 17;
    a_search_that_failed_silently_is_never_accused: many::one_that_failed_silently, 18;
    an_agent_that_finds_walls_on_its_way_is_never_accused: many::walls_that_are_found_on_the_way, 19;
    a_search_while_the_ground_changes_elsewhere_is_never_accused: many::ground_that_changes_far_away, 20;
}
