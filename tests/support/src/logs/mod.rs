//! Logs in the form in which other programs print them: sound ones of many kinds, and ones with a single planted fault.
//!
//! The tests of the audit run a few of each. `cargo run -p gridscope-fuzz --bin audit_table` runs any number of them.
//! Both use the tables in this module.

pub mod angles;
pub mod beyond;
pub mod both_ends;
pub mod classic;
pub mod engine;
pub mod faults;
pub mod grids;
pub mod ground;
pub mod incremental;
pub mod lifelong;
pub mod manner;
pub mod printer;
pub mod shapes;
pub mod sight;
pub mod states;

use gridscope::trace::rng::Rng;

/// Returns a random item.
pub fn one<T: Copy>(dice: &mut Rng, all: &[T]) -> T {
    all[dice.pick(all.len()).0]
}

/// A sound program.
pub struct Generator {
    pub name: &'static str,
    /// Returns its log on random ground.
    pub log: fn(&mut Rng) -> String,
}

macro_rules! generators {
    ($($name:literal: $make:path;)+ classic: $($classic:literal: $old:path;)+) => {
        /// All sound programs.
        pub const GENERATORS: &[Generator] = &[
            $(Generator { name: $name, log: |dice| { let program = $make(dice); program.text(dice) } },)+
            $(Generator { name: $classic, log: |dice| classic::log($old, dice) },)+
        ];
    };
}

generators! {
    "A* and Dijkstra": grids::any_ground;
    "floats of 32 bits": grids::floats_of_32_bits;
    "floats of 64 bits": grids::floats_of_64_bits;
    "reopened by rounding": grids::reopened_by_rounding;
    "large whole numbers": grids::large_whole_numbers;
    "price grids": grids::price_grids;
    "tiles of its own": grids::tiles_of_its_own;
    "walls between cells": grids::walls_between_cells;
    "joined edges": grids::joined_edges;
    "prices of both cells": grids::prices_of_both_cells;
    "negative coordinates": grids::negative_coordinates;
    "blocked ends": grids::blocked_ends;
    "weighted A*": grids::weighted;
    "greedy": grids::greedy;
    "breadth first, marks when pushed": grids::breadth_first_marks_when_pushed;
    "breadth first, marks when taken": grids::breadth_first_marks_when_taken;
    "depth first, marks when pushed": grids::depth_first_marks_when_pushed;
    "depth first, marks when taken": grids::depth_first_marks_when_taken;
    "facing and turns": states::facing;
    "space and time": states::reservations;
    "time and facing": states::facing_in_time;
    "odd and even diagonals": states::diagonals;
    "keys that are carried": states::keys;
    "states that are not stated": states::unstated;
    "D* Lite": incremental::dstar_lite;
    "LPA*": incremental::lpa_star;
    "D* Lite that does not say so": incremental::unstated;
    "sources that join late": incremental::late_sources;
    "Theta*": angles::theta;
    "Lazy Theta*": angles::lazy;
    "a path that is pulled straight": angles::pulled_straight;
    "Dijkstra from both ends": both_ends::dijkstra;
    "A* from both ends": both_ends::astar;
    "a layer of distances": beyond::distance_layer;
    "guards who walk and see": beyond::guards;
    "decisions by scores": beyond::decisions;
    classic:
    "stale entries in a heap": classic::heaps::astar;
    "taken by f and the larger g": classic::heaps::floats_by_f_and_larger_g;
    "a start that is not logged": classic::heaps::start_that_is_not_logged;
    "duplicates, and prices of tiles": classic::heaps::dijkstra_that_marks_when_it_takes;
    "weighted, on tiles": classic::heaps::weighted_astar;
    "greedy, on tiles": classic::heaps::greedy;
    "units in the way": classic::heaps::units_in_the_way;
    "a budget that runs out": classic::heaps::budget_that_runs_out;
    "breadth first, on tiles": classic::queues::breadth_first;
    "depth first with a stack": classic::queues::depth_first_with_a_stack;
    "depth first by recursion": classic::queues::depth_first_by_recursion;
    "iterative deepening": classic::queues::iterative_deepening;
    "breadth first from both ends": classic::queues::from_both_ends;
    "jump points": classic::far::jump_points;
    "Theta*, on tiles": classic::far::any_angle;
    "three announced searches": classic::many::three_announced;
    "three searches told apart by their ends": classic::many::three_by_their_ends;
    "a search that failed silently": classic::many::one_that_failed_silently;
    "walls that are found on the way": classic::many::walls_that_are_found_on_the_way;
    "ground that changes far away": classic::many::ground_that_changes_far_away;
}
