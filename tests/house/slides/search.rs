//! Claims of the slides of the lessons on A*, ties and searches.

use super::{Claim, So};
use crate::claims;
use gridscope::trace::Cell;
use gridscope::trace::trace::Replay;
use gridscope::trace::trace::breakpoint::Op;

/// Condition that a side-by-side run has this value in its outcome.
macro_rules! beside {
    ($number:literal, $field:literal, $json:literal) => {
        So::Beside($number, &So::Outcome($field, $json))
    };
}

/// Returns the parent that every tie so far kept or took, along one axis: 0 for x, 1 for y.
fn parents_of_ties(run: &Replay, axis: usize) -> Vec<i64> {
    let ties = (0..run.cursor()).filter(|&i| run.kind(i) == "tied").map(|i| run.event_json(i));
    ties.map(|e| e["parent"][axis].as_i64().unwrap_or(-9) - e["cell"][axis].as_i64().unwrap_or(9)).collect()
}

/// Returns the number of cells expanded so far inside a rectangle.
fn expanded_within(run: &Replay, (left, top): (u64, u64), (right, bottom): (u64, u64)) -> usize {
    let all = (0..run.cursor()).filter(|&i| run.kind(i) == "expanded").map(|i| run.event_json(i)["cell"].clone());
    all.filter(|c| {
        let (x, y) = (c[0].as_u64().unwrap_or(0), c[1].as_u64().unwrap_or(0));
        (left..=right).contains(&x) && (top..=bottom).contains(&y)
    })
    .count()
}

pub const CLAIMS: &[Claim] = claims! {
    "hello" {
        1 "g = 0 is the cost so far, and h = 48" => So::Holds("g = 0 and h = 48");
        2 "(4,3) was reached from (3,2) with g = 5. Now (3,3) offers" => So::Says("Tie at (4,3): from (3,3) it costs 5 as well. The dice chose the new parent (3,3), a 1 in 2 chance");
        2 "(4,3) was reached from (3,2)" => So::Weighed(3, 2);
        2 "decide, 1/2 for each" => So::Says("The dice chose the new parent (3,3), a 1 in 2 chance");
        3 "to (14,12) cost 37" => So::Says("Tie at (14,12): from (13,11) it costs 37 as well. The dice chose the new parent (13,11), a 1 in 2 chance");
        4 "g = 51" => So::Holds("found and g = 51");
        5 "72 paths" => So::Outcome("ways", "72");
        0 "Eight doors" => So::Tiles("door", 8);
        0 "72 cheapest paths" => So::Outcome("ways", "72");
        1 "Only the start is in it" => So::SoFar("opened", 1);
        2 "a *tie*" => So::Tied(&[(3, 2), (3, 3)]);
        3 "over (14,11) and over (13,11)" => So::Tied(&[(14, 11), (13, 11)]);
        3 "over (14,11)" => So::Through(14, 11, 51, "18");
        3 "over (13,11)" => So::Through(13, 11, 51, "54");
        3 "over (14,11)" => So::SoFar("opened and at 14,11 and from = (13,10)", 1);
        3 "over (13,11)" => So::SoFar("tied and at 13,11 and parent = (13,10)", 1);
        3 "All 72 cheapest paths take the doors (7,4)" => So::Through(7, 4, 51, "72");
        3 "All 72 cheapest paths" => So::Through(14, 12, 51, "72");
        3 "(11,7), " => So::Through(11, 7, 51, "72");
        3 "(15,12)" => So::Through(15, 12, 51, "72");
        3 "take the doors" => So::Through(4, 6, 52, "9");
        3 "take the doors" => So::Through(15, 3, 56, "180");
        3 "take the doors" => So::Through(15, 9, 52, "54");
        3 "take the doors" => So::Through(7, 10, 52, "9");
        3 "take the doors" => So::Through(20, 10, 52, "54");
        4 "has a lower f" => So::Next(&[(1, 2), (1, 3), (4, 8), (10, 2), (6, 10), (11, 2), (14, 3), (12, 11), (13, 12), (17, 8), (20, 9)], "f 52");
        5 "through the same doors" => So::If("seed=2", &So::Run(|run| [(7, 4), (11, 7), (15, 12)].iter().all(|&(x, y)| run.final_path().contains(&Cell::new(x, y)))));
    }
    "counter-example" {
        1 "1,000 runs follow" => So::Outcome("samples", "1000");
        1 "The search has run once" => So::Says("Sample 1 of the parents rule");
        2 "1/n rule, 1,000 times" => So::Says("Rule parents");
        2 "(2,0), and it was taken 493 times" => So::Shows("walked", 2, 0, "493");
        2 "(0,1): 236 times" => So::Shows("walked", 0, 1, "236");
        3 "(2,0) is walked over 338 times" => So::Shows("walked", 2, 0, "338");
        3 "(0,1) 308 times" => So::Shows("walked", 0, 1, "308");
        4 "392 runs go over (2,0)" => So::Shows("walked", 2, 0, "392");
        4 "250 over (0,1)" => So::Shows("walked", 0, 1, "250");
        5 "547 runs go over (0,1)" => So::Shows("walked", 0, 1, "547");
        1 "three cheapest paths" => So::Outcome("ways", "3");
        2 "Only the path along the top leads through (2,0)" => So::Through(2, 0, 3, "1");
        2 "Only the path along the bottom leads through (0,1)" => So::Through(0, 1, 3, "1");
        5 "where only one path leads" => So::Through(0, 1, 3, "1");
    }
    "field-8x4" {
        1 "120 paths" => So::Outcome("ways", "120");
        2 "After 10,000 runs" => So::Outcome("samples", "10000");
        2 "one of the 120 paths" => So::Outcome("ways", "120");
        2 "corner (7,0), and it was taken 1270 times" => So::Shows("walked", 7, 0, "1270");
        3 "(7,0) is down to 79" => So::Shows("walked", 7, 0, "79");
        0 "the path along the north and east edge has probability 1/8" => So::Run(one_path_has_an_eighth);
        2 "the northern edge is bright" => So::Shows("walked", 1, 0, "9096");
        2 "the western edge dark" => So::Shows("walked", 0, 1, "904");
        2 "Only one of the 120 paths leads through the corner (7,0)" => So::Through(7, 0, 10, "1");
        3 "where most paths lead" => So::Through(3, 1, 10, "60");
        3 "where most paths lead" => So::Through(4, 2, 10, "60");
    }
    "one-path-only" {
        1 "120 paths" => So::Outcome("ways", "120");
        1 "This is the first of 10,000 runs" => So::Says("Sample 1 of the parents rule");
        2 "10,000 runs" => So::Shows("walked", 7, 0, "10000");
        2 "other 119 were never" => So::Run(|run| run.outcome()["ways"] == 120 && run.outcome()["distinct"] == 1);
        3 "the same picture" => So::Shows("walked", 7, 0, "10000");
    }
    "secret-door" {
        1 "the goal (5,2)" => So::Says("(5,2) cannot be reached");
        1 "The open list is empty after 18 expansions" => So::Says("empty after 18 expansions: (5,2) cannot be reached");
        2 "(5,1) north of the door and (5,3) south" => So::Weighed(5, 1);
        2 "(5,1) north of the door and (5,3) south" => So::Says("(5,3) is a candidate for the place to stop: h = 2, g = 12.");
        2 "both with h = 2" => So::Shows("h", 5, 1, "2");
        2 "costs 8" => So::Shows("g", 5, 1, "8");
        2 "second 12" => So::Shows("g", 5, 3, "12");
        3 "to (5,1)" => So::Says("The goal is out of reach. Going to (5,1) instead: the closest (h = 2) and, of those, the cheapest (g = 8).");
        4 "the closest cell that it can reach" => So::Outcome("reached", "[5,1]");
        1 "The open list is empty" => So::Waiting(0);
        2 "Two cells are closest" => So::Cells("h", Op::AtMost, 2.0, 2);
    }
    "the-long-way-round" {
        1 "the goal (2,0)" => So::Says("(2,0) cannot be reached");
        1 "The open list is empty after 21 expansions" => So::Says("empty after 21 expansions: (2,0) cannot be reached");
        2 "(1,0) and (2,1)" => So::Weighed(1, 0);
        2 "(1,0) and (2,1)" => So::Says("(2,1) is a candidate for the place to stop: h = 2, g = 4.");
        2 "both with h = 2" => So::Shows("h", 1, 0, "2");
        2 "the first costs 8" => So::Shows("g", 1, 0, "8");
        2 "the second 4" => So::Shows("g", 2, 1, "4");
        3 "(1,0)" => So::Says("The goal is out of reach. Going to (1,0) instead: the closest (h = 2) and, of those, the first on the map, row by row.");
        3 "at (2,1)" => So::Beside(1, &So::Outcome("reached", "[2,1]"));
        4 "over (2,1)" => So::Run(|run| run.outcome()["path"][2] == serde_json::json!([2, 1]));
        4 "on to (1,0)" => So::Outcome("reached", "[1,0]");
        4 "8 instead of 4" => So::Outcome("cost", "8");
        4 "instead of 4" => So::Beside(1, &So::Outcome("cost", "4"));
        0 "would not show the bug" => So::If("fallback-ties=first", &So::Outcome("reached", "[2,1]"));
        1 "The open list is empty" => So::Waiting(0);
        2 "Two cells beside the door are closest" => So::Cells("h", Op::AtMost, 2.0, 2);
    }
    "northwest-drift" {
        1 "(7,2) was reached from (7,1). Now (8,2) offers" => So::Says("Tie at (7,2): from (8,2) it costs 2 as well. The first parent, (7,1), stays");
        1 "(7,1)" => So::Says("Tie at (7,2): from (8,2) it costs 2 as well. The first parent, (7,1), stays");
        2 "were 15 ties" => So::SoFar("tied", 15);
        2 "each time the parent in the north stayed" => So::Run(|run| parents_of_ties(run, 1).iter().all(|&dy| dy == -1));
        2 "the parent in the east stays" => So::Beside(1, &So::Run(|run| parents_of_ties(run, 0).iter().all(|&dx| dx == 1)));
        3 "330 paths" => So::Outcome("ways", "330");
        3 "cost 11" => So::Outcome("cost", "11");
        0 "every cell with a choice points north" => So::Run(|run| parents_of_ties(run, 1).iter().all(|&dy| dy == -1));
        1 "a path of the same cost" => So::Tied(&[(7, 1), (8, 2)]);
        3 "330 paths" => So::Through(1, 1, 11, "1");
        3 "to another corner" => So::If("turn=3", &So::Run(|run| run.final_path().contains(&Cell::new(8, 5))));
    }
    "northwest-cure" {
        1 "(7,2)" => So::Says("Tie at (7,2)");
        1 "at (7,2): each of its two parents has 1 path" => So::Shows("paths", 7, 1, "1");
        1 "has 1 path" => So::Shows("paths", 8, 2, "1");
        1 "both keep (7,1)" => So::Says("kept the parent (7,1), a 1 in 2 chance");
        1 "both keep (7,1)" => So::Beside(1, &So::Says("kept the parent (7,1), a 1 in 2 chance"));
        2 "2 paths reach (7,3) through (7,2)" => So::Shows("paths", 7, 2, "2");
        2 "1 through (8,3)" => So::Shows("paths", 8, 3, "1");
        2 "makes A keep (7,2)" => So::Says("kept the parent (7,2), a 2 in 3 chance");
        2 "and B take (8,3)" => So::Beside(1, &So::Says("chose the new parent (8,3), a 1 in 2 chance"));
        3 "cost 11" => So::Outcome("cost", "11");
        3 "cost 11" => beside!(1, "cost", "11");
        3 "all 330" => So::Outcome("ways", "330");
        1 "A tie at (7,2)" => So::Tied(&[(7, 1), (8, 2)]);
        2 "The same throw" => So::Tied(&[(7, 2), (8, 3)]);
        3 "keeps close to the walls" => So::Beside(1, &So::Run(|run| run.final_path().iter().all(|c| c.x <= 2 || c.y <= 2)));
        3 "most of them lead through the middle" => So::Through(4, 3, 11, "150");
        3 "most of them lead through the middle" => So::Through(1, 1, 11, "1");
    }
    "corners" {
        1 "from (4,3) to (5,4) leads" => So::Says("No step from (4,3) to (5,4): the diagonal would cut");
        1 "*Never* and *one* refuse it" => So::Beside(1, &So::Says("No step from (4,3) to (5,4)"));
        1 "*Always* opens (5,4)" => So::Beside(2, &So::Says("Opened (5,4) from (4,3)"));
        2 "cost 23" => So::Holds("found and g = 23");
        2 "Runs B" => So::Beside(1, &So::SoFar("found", 1));
        2 "and C are there already" => So::Beside(2, &So::SoFar("found", 1));
        2 "run D is not" => So::Beside(3, &So::SoFar("found", 0));
        3 "*Never* pays 23" => So::Outcome("cost", "23");
        3 "pays 22" => beside!(1, "cost", "22");
        3 "cuts the corner at (5,2)" => So::Beside(1, &So::Run(|run| run.outcome()["path"].to_string().contains("[5,1],[6,2]")));
        3 "for 21" => beside!(2, "cost", "21");
        3 "is 26" => beside!(3, "cost", "26");
    }
    "steps-are-not-cost" {
        1 "(3,3) is 2 steps away" => So::Says("Expanded (3,3), first in the queue: 2 steps from the start.");
        2 "expands (6,3) at 5 steps" => So::Says("Expanded (6,3), first in the queue: 5 steps from the start.");
        2 "has tried two cells of the swamp" => So::Beside(1, &So::Run(|run| expanded_within(run, (2, 3), (8, 3)) == 2));
        3 "at 8 steps" => So::Says("Expanded (9,3), first in the queue: 8 steps from the start.");
        4 "would cost 37" => So::Beside(1, &So::WhyNot(5, 3, "costs 37"));
        4 "pays 24" => beside!(1, "cost", "24");
        4 "takes 12 steps" => So::Beside(1, &So::Run(|run| run.outcome()["path"].as_array().map(Vec::len) == Some(13)));
        4 "leads through the whole swamp" => So::PathOver("swamp", 7);
        4 "Run B pays 24" => So::Beside(1, &So::Through(5, 3, 37, "1"));
    }
    "cave-96x64" {
        1 "(37,40) is reached with g = 4284" => So::Says("Opened (37,40) from (36,39): g = 4284");
        1 "It stays in the open list to the end" => So::InAll("expanded and at 37,40", 0);
        2 "(66,53)" => So::Says("(66,53)");
        3 "cost 382" => So::Holds("found and g = 382");
        3 "2402 expansions" => So::Outcome("expanded", "2402");
        4 "The path goes round every lake" => So::Outcome("cost", "382");
        2 "the only way leads far around" => So::Through(66, 53, 434, "90552186563198976000");
        4 "The path goes round every lake" => So::PathOver("water", 0);
    }
    "a-long-detour" {
        1 "(14,2), after 11 steps" => So::Says("Expanded (14,2), the top of the stack: 11 steps");
        2 "reaches (4,5) after 30 steps" => So::Says("Expanded (4,5), the top of the stack: 30 steps");
        3 "(2,6), the goal, is expanded after 39 steps" => So::Says("Expanded (2,6), the top of the stack: 39 steps");
        4 "39 steps" => So::Outcome("steps", "39");
        4 "or 5" => beside!(1, "steps", "5");
        3 "through (3,6)" => So::SoFar("expanded and at 3,6", 1);
        3 "never tried the other three sides" => So::InAll("expanded and (at 1,6 or at 2,5 or at 2,7)", 0);
    }
    "rings-round-the-swamp" {
        1 "expands (3,2) at g = 6" => So::Says("Expanded (3,2): smallest g = 6");
        2 "(10,9), south of the swamp, is expanded at g = 18" => So::Says("Expanded (10,9): smallest g = 18");
        3 "(14,7) is expanded at g = 26" => So::Says("Expanded (14,7): smallest g = 26");
        4 "costs 34" => So::Outcome("cost", "34");
        4 "expanded 172 cells" => So::Outcome("expanded", "172");
        4 "expanded 15 cells" => beside!(1, "expanded", "15");
        4 "pays 49" => beside!(1, "cost", "49");
        3 "from both sides" => So::Next(&[(14, 3), (14, 1)], "g 26");
        3 "still open or not reached" => So::SoFar("expanded and (at 11,5 or at 12,5 or at 13,5)", 0);
        4 "goes around the swamp" => So::PathOver("swamp", 0);
        4 "went straight through" => So::Beside(1, &So::PathOver("swamp", 7));
    }
    "into-the-pocket" {
        1 "(12,5), h = 8" => So::Says("Expanded (12,5): smallest h = 8");
        2 "it expands (5,6) and (5,4)" => So::Says("Expanded (5,4)");
        2 "leave the pocket" => So::SoFar("expanded and (at 5,6 or at 5,4)", 2);
        2 "smaller estimate than any way around" => So::Next(&[(5, 7)], "h 24");
        2 "each has a smaller estimate" => So::Shows("h", 6, 4, "21");
        2 "All 21 cells of the pocket" => So::Run(|run| expanded_within(run, (6, 4), (12, 6)) == 21);
        3 "(7,8) is below the pocket" => So::Says("Expanded (7,8)");
        4 "expanded 44 cells" => So::Outcome("expanded", "44");
        4 "pays 37" => So::Outcome("cost", "37");
        4 "expanded 75 cells" => beside!(1, "expanded", "75");
        4 "pays 35" => beside!(1, "cost", "35");
        3 "every expansion is a step of the path" => So::Run(|run| {
        let on = run.final_path();
        run.of_kind("expanded").iter().filter(|&&i| i as usize >= run.cursor()).all(|&i| run.cell(i as usize).is_some_and(|c| on.contains(&c)))
        });
        3 "began straight towards the pocket" => So::Run(|run| run.final_path()[..3] == [(2, 5), (3, 5), (4, 5)].map(|(x, y)| Cell::new(x, y)));
        3 "keeps that detour" => So::Through(4, 5, 37, "18");
    }
    "two-balls" {
        1 "Four rings have grown around each of them" => So::SoFar("turned", 9);
        2 "(19,17): a path of 16 steps" => So::Says("The two searches met at (19,17): 16 steps from start to goal");
        3 "212 cells" => So::Outcome("expanded", "212");
        3 "needed 457" => beside!(1, "expanded", "457");
        2 "Run B, a single search" => So::Beside(1, &So::SoFar("found", 0));
    }
    "not-the-first-meeting" {
        1 "at (7,4): a path of cost 38" => So::Says("The two searches meet at (7,4): a path of cost 38, the cheapest so far.");
        2 "joins them at (7,5) too, for 35" => So::Says("The two searches meet at (7,5): a path of cost 35, the cheapest so far.");
        2 "cost 3 more" => So::SoFar("joined and best = 38", 1);
        2 "The same expansion, of (8,4)" => So::Watch("current", "(8,4)");
        2 "at (7,5) too, for 35" => So::Through(7, 5, 35, "2");
        3 "later (4,1) joins them for 33" => So::Says("The two searches meet at (4,1): a path of cost 33, the cheapest so far.");
        4 "of 33 or" => So::Says("on the goal side every open cell has f = 33 or more");
        5 "over (4,1) costs 33" => So::Outcome("cost", "33");
        5 "(4,1)" => So::InAll("joined and at 4,1", 1);
        1 "for the first time" => So::SoFar("joined", 1);
        3 "another path" => So::Through(4, 1, 33, "2");
        4 "No path can be cheaper" => So::Through(7, 4, 38, "1");
    }
    "over-open-ground" {
        1 "From (3,6), run A jumps along the diagonal to (6,9)" => So::Says("Opened (6,9) from (3,6)");
        1 "to (6,9)" => So::Waiting(1);
        2 "(12,8) is just past the end of the wall" => So::Says("Opened (12,8) from (11,9)");
        3 "(19,8) is past the top of the second wall" => So::Says("Expanded (19,8)");
        4 "Both pay 46" => So::Outcome("cost", "46");
        4 "Both pay 46" => beside!(1, "cost", "46");
        4 "expanded 7 cells" => So::Outcome("expanded", "7");
        4 "expanded 80" => beside!(1, "expanded", "80");
        1 "Only (6,9) is in the open list" => So::Next(&[(6, 9)], "f 44");
        2 "never enter the open list" => So::Run(|run| {
        let scanned: Vec<_> = run.of_kind("scanned").iter().filter_map(|&i| run.cell(i as usize)).collect();
        run.of_kind("opened").iter().filter_map(|&i| run.cell(i as usize)).all(|c| !scanned.contains(&c))
        });
        4 "720 paths cost the same" => beside!(1, "ways", "720");
    }
    "six-side-by-side" {
        1 "Five of them have expanded 8 cells each" => So::SoFar("expanded", 8);
        1 "Five of them have expanded 8 cells each" => So::Beside(1, &So::SoFar("expanded", 8));
        1 "Five of them have expanded 8 cells each" => So::Beside(2, &So::SoFar("expanded", 8));
        1 "Five of them have expanded 8 cells each" => So::Beside(3, &So::SoFar("expanded", 8));
        1 "needed only 6" => So::Beside(5, &So::SoFar("expanded", 6));
        1 "A, D and E have run into the pocket" => So::SoFar("expanded and at 10,4", 1);
        1 "D and E have run into the pocket" => So::Beside(3, &So::SoFar("expanded and at 10,4", 1));
        1 "E have run into the pocket" => So::Beside(4, &So::SoFar("expanded and at 10,4", 1));
        1 "has its path already" => So::Beside(5, &So::SoFar("found", 1));
        2 "arrives after 17 cells" => So::Beside(3, &So::SoFar("expanded", 17));
        2 "arrives after 17 cells" => So::Beside(3, &So::SoFar("found", 1));
        2 "has not arrived yet" => So::Beside(4, &So::SoFar("found", 0));
        3 "A walks 32 steps" => So::Outcome("steps", "32");
        3 "D pays 25" => beside!(3, "cost", "25");
        3 "C, E and F pay 24" => beside!(2, "cost", "24");
        3 "E and F pay 24" => beside!(4, "cost", "24");
        3 "F pay 24" => beside!(5, "cost", "24");
        3 "Dijkstra with 89 cells" => beside!(2, "expanded", "89");
        3 "with 33" => beside!(4, "expanded", "33");
        3 "jump points with 6" => beside!(5, "expanded", "6");
    }
    "at-any-angle" {
        1 "reached (8,9) straight from (2,11)" => So::Run(|run| run.event_json(run.cursor() - 1)["from"] == serde_json::json!([2, 11]));
        1 "(8,9)" => So::Says("Expanded (8,9)");
        2 "(2,11) does not see (10,8): after (9,9)" => So::Says("(2,11) has no line of sight to (10,8): it is blocked after (9,9)");
        2 "at (10,9), right at the corner" => So::Says("The path goes through (10,9)");
        3 "length 23.87" => So::Says("the path has length 23.8689");
        4 "bends at (10,9) and at (15,5)" => So::Outcome("path", "[[2,11],[10,9],[15,5],[24,3]]");
        4 "walks 25.31" => So::Beside(1, &So::Run(|run| run.outcome()["cost"].as_f64().is_some_and(|c| (c - 25.31).abs() < 0.005)));
        2 "after (9,9) the wall at (9,8) is in the way" => So::Tile(9, 8, "wall");
        3 "only two bends" => So::Run(|run| run.outcome()["path"].as_array().map(Vec::len) == Some(4));
        3 "if that parent can see it" => So::InAll("missed", 15);
    }
    "deeper-and-deeper" {
        1 "The first bound is 8" => So::SoFar("deepened and bound = 8", 1);
        1 "off, 10" => So::Says("The goal is not within this bound. The smallest f that was cut off, 10, is the next bound");
        2 "with the bound 10" => So::SoFar("deepened and bound = 10", 1);
        2 "is 12" => So::Says("The goal is not within this bound. The smallest f that was cut off, 12, is the next bound");
        3 "With the bound 12" => So::SoFar("deepened and bound = 12", 1);
        3 "is 14" => So::Says("The goal is not within this bound. The smallest f that was cut off, 14, is the next bound");
        4 "With the bound 14" => So::SoFar("deepened and bound = 14", 1);
        4 "to (10,6) with g = 11" => So::Says("Moved on to (10,6) from (9,6): f = 14 (g = 11");
        5 "costs 14" => So::Outcome("cost", "14");
        5 "77 cells were entered" => So::Outcome("expanded", "77");
        5 "expands 44" => beside!(1, "expanded", "44");
        0 "Without `memory` it is 291" => So::If("memory=false", &So::Outcome("expanded", "291"));
        0 "61 free cells" => So::Tiles("floor", 61);
        3 "still on this side of the wall" => So::SoFar("first-entered and at 7,6", 0);
        4 "the lowest g of each cell" => So::If("memory=false", &So::InAll("entered", 291));
        5 "each of them once" => So::Beside(1, &So::InAll("reopened", 0));
    }
    "a-wall-on-the-way" {
        1 "216 cells" => So::SoFar("settled", 216);
        1 "costs 69" => So::Shows("g", 2, 6, "69");
        2 "turn 9 the script builds three cells of wall" => So::Says("in turn 9");
        2 "up to (14,10)" => So::Says("(14,10) a wall");
        3 "Now (10,10), where the guard is, has its new cost: 51" => So::Says("Settled (10,10): the rest of the path costs 51.");
        3 "30 cells" => So::Run(|run| (656..run.cursor()).filter(|&i| matches!(run.kind(i), "settled" | "raised")).count() == 30);
        4 "after 30 steps" => So::Says("after 30 steps");
        3 "only six of them are beyond the wall" => So::Run(|run| (656..run.cursor()).filter(|&i| matches!(run.kind(i), "settled" | "raised") && run.cell(i).is_some_and(|c| c.x > 14)).count() == 6);
    }
    "three-mazes" {
        1 "one passage winds on" => So::Says("became floor");
        2 "its stack is marked" => So::Run(|run| run.cursor() < run.len());
        3 "339 cells" => So::Outcome("floor", "339");
        3 "18 dead ends" => So::Outcome("dead_ends", "18");
        3 "B 60, and C 54" => beside!(1, "dead_ends", "60");
        3 "54" => beside!(2, "dead_ends", "54");
    }
    "never-the-same-way" {
        1 "Planned once by the 1/n rule" => So::Says("Rule parents");
        1 "10,000 times: chi-square 3491.3" => So::Says("chi-square 3491.3");
        1 "10,000 times" => So::Outcome("samples", "10000");
        1 "was taken 2,554 times" => So::Run(|run| often(run, "parents").contains(&2554));
        2 "chi-square 8.8" => So::Says("chi-square 8.8");
        3 "chi-square 961.0" => So::Says("chi-square 961.0");
        3 "was taken 1,366 times, the rarest 351" => So::Run(|run| often(run, "replanned").iter().max() == Some(&1366) && often(run, "replanned").iter().min() == Some(&351));
        3 "than 1/n" => So::Run(|run| often(run, "parents").len() == 10);
        2 "about equally often" => So::Run(|run| often(run, "paths").iter().all(|count| (900..1100).contains(count)));
    }
};

/// Returns how often each path occurred under a rule, from the outcome.
fn often(run: &gridscope::trace::trace::Replay, rule: &str) -> Vec<u64> {
    let counts = run.outcome()["rules"][rule]["counts"].as_array().cloned().unwrap_or_default();
    counts.iter().filter_map(|count| count["count"].as_u64()).collect()
}

/// Returns whether exactly one path has the probability 1/8 under the parents rule, and none more.
fn one_path_has_an_eighth(run: &Replay) -> bool {
    let counts = run.outcome()["rules"]["parents"]["counts"].as_array().cloned().unwrap_or_default();
    let likely = counts.iter().filter_map(|count| count["expected"].as_f64()).filter(|&p| p > 0.1);
    likely.collect::<Vec<_>>() == [0.125]
}
