//! Claims of the slides of the lessons on knowledge and fleeing.

use super::{Claim, So};
use crate::claims;
use gridscope::trace::trace::breakpoint::Op;

pub const CLAIMS: &[Claim] = claims! {
    "dead-end-and-flee" {
        1 "18 cells are closer to the enemy than 11" => So::Holds("bounded and register \"in danger\" = 18 and register \"threshold\" = 11");
        1 "Only two are beyond" => So::Holds("register \"frontier\" = 2");
        2 "at (1,1) has" => So::Shows("value", 1, 1, "45.5858");
        3 "from (6,1) the thief walks to (7,1)" => So::Says("The walker moved from (6,1) to (7,1)");
        3 "the thief runs into the dead end" => So::Beside(1, &So::Says("(3,1)"));
        4 "at (17,2) the thief is out of danger" => So::Says("The walker stops at (17,2)");
        4 "at (1,1)" => So::Beside(1, &So::Says("The walker stops at (1,1)"));
        2 "has the highest value" => So::Cells("value", Op::AtLeast, 45.0, 1);
        3 "closer to the enemy" => So::Explains("nearer to the threat");
    }
    "brogue-beside-sherratt" {
        1 "ends at distance 6" => So::Holds("register \"threshold\" = 6");
        1 "(7,1) above" => So::SoFar("bounded and at 7,1", 1);
        1 "(6,3) below" => So::Says("(6,3) is on the frontier: its distance d = 5+√2 = 6.4142 is not below the threshold 6, so the search stops there");
        2 "worth 10" => So::Shows("value", 7, 1, "10");
        3 "at (7,1)" => So::Says("The walker stops at (7,1)");
        3 "the farthest cell, (9,3)" => So::Beside(1, &So::Says("The walker stops at (9,3)"));
        2 "9.59 below" => So::Shows("value", 6, 3, "9.5858");
        2 "values rise from there" => So::Cells("value", Op::Less, 9.58, 0);
    }
    "no-frontier" {
        1 "The room has 45 cells" => So::Holds("enclosed and cells = 45");
        1 "is 20 or" => So::Holds("register \"threshold\" = 20");
        2 "at a distance of 5" => So::Beside(1, &So::Holds("register \"threshold\" = 5"));
        2 "(5,2) and (5,4) have" => So::Run(|run| run.tie(run.cursor() - 1).is_some_and(|tie| tie.candidates.len() == 2));
        2 "(5,4)" => So::Says("2 neighbours are equally low. The dice gave 0.812 and chose (5,4), a 1 in 2 chance");
        2 "(5,2) and (5,4) have the same value" => So::Beside(1, &So::Holds("register \"threshold\" = 5"));
        3 "(9,5) is as far" => So::Says("The walker stops at (9,5)");
        3 "the thief stopped at (6,5)" => So::Beside(1, &So::Says("The walker stops at (6,5)"));
        2 "have the same value" => So::Tied(&[(5, 2), (5, 4)]);
    }
    "naive-against-dirty" {
        1 "all 101 visible" => So::Holds("summed and visible = 101 and rebuilt = 101");
        2 "last seen in turn 0" => So::SoFar("summed and turn = 0", 2);
        2 "all 101 are copied again" => So::Holds("turn = 1 and rebuilt = 101");
        2 "turn 0 and last seen in turn 0" => So::SoFar("summed and turn = 0", 2);
        3 "2 of 101" => So::Holds("rebuilt = 2 and visible = 101");
        3 "other 99 are" => So::Holds("refreshed = 99");
        3 "Run B copies all of them" => So::Beside(1, &So::Holds("rebuilt = 101 and visible = 101"));
        4 "copied 447 cells" => So::Holds("register \"rebuilt in all\" = 447");
        4 "1,870 were seen" => So::Holds("register \"visible in all\" = 1870");
    }
    "dirty-lt-misses-a-change" {
        1 "in turn 0. Now rubble falls on (6,2), still in turn 0" => So::Holds("\"changed\" and turn = 0 and at 6,2");
        2 "Run B: 0 < 0 does not hold" => So::Beside(1, &So::Says("0"));
        2 "0 ≤ 0 holds" => So::Says("The viewer copied (6,2): last seen in turn 0, last changed in turn 0; the same turn counts as out of date. It saw rubble and nobody");
        3 "turn 1 run A has copied all 50 visible" => So::Holds("summed and turn = 1 and rebuilt = 50");
        4 "turn 5" => So::SoFar("\"changed\" and turn = 5", 1);
        4 "turn 6 run" => So::Holds("turn = 6 and rebuilt = 1");
        3 "Run B copied none" => So::Beside(1, &So::Holds("summed and turn = 1 and rebuilt = 0"));
        4 "Run B never knew of any rubble" => So::Beside(1, &So::InAll("rebuilt and at 6,2", 1));
    }
    "two-heads" {
        1 "The door between them has just opened" => So::Says("an open door");
        2 "In turn 3" => So::Holds("summed and turn = 3");
        2 "sees 65 cells" => So::SoFar("summed and turn = 3 and visible = 65", 1);
        2 "sees 61" => So::Holds("visible = 61");
        3 "Turn 7" => So::Holds("summed and turn = 7");
        4 "In turn 11" => So::Holds("summed and turn = 11");
        3 "Both are wrong" => So::Shows("status", 9, 2, "remembered wrongly");
        3 "Both are wrong" => So::Beside(1, &So::Shows("status", 2, 2, "remembered wrongly"));
        4 "Guard 1 is wrong" => So::Shows("status", 9, 2, "remembered wrongly");
        4 "Guard 2 is right" => So::Beside(1, &So::Shows("status", 2, 2, "remembered"));
        4 "guard 1 has come back to (2,2)" => So::SoFar("moved and turn = 11 and at 2,2", 1);
    }
    "last-known-place" {
        1 "sees the thief at (8,2)" => So::Says("The guard sees the thief at (8,2)");
        2 "turn 3 the thief has gone through the gap in the wall" => So::SoFar("moved and turn = 3 and \"actor\" = 1", 1);
        2 "at (8,2) in turn 2" => So::Says("It last saw it at (8,2), in turn 2");
        3 "at (8,2)" => So::Says("to (8,2)");
        4 "at (8,5)" => So::Says("The guard sees the thief at (8,5)");
        5 "After 10 steps" => So::Holds("register \"steps\" = 10");
        5 "in turn 9" => So::Says("in turn 9");
        3 "only (9,4) and (10,5)" => So::SoFar("rebuilt and (at 9,4 or at 10,5)", 2);
        3 "only (9,4) and (10,5) of the room behind" => So::Run(|run| run.of_kind("rebuilt").iter().filter(|&&i| (i as usize) < run.cursor() && run.cell(i as usize).is_some_and(|c| (4..=5).contains(&c.y) && (1..=12).contains(&c.x))).count() == 2);
        3 "not the thief" => So::Watch("seen there in turn", "2");
    }
    "opens-a-door" {
        1 "told of (10,2)" => So::Says("It last saw it at (10,2)");
        2 "After three steps" => So::Holds("register \"steps\" = 3");
        2 "the closed door at (6,2)" => So::Says("walked into the door at (6,2) and opened it");
        3 "at (10,1)" => So::Says("The guard sees the goal at (10,1)");
        4 "in turn 8" => So::Says("in turn 8");
    }
    "unknown-room" {
        1 "the goal at (8,4)" => So::Says("The guard sees the goal at (8,4)");
        2 "north, 20 steps" => So::Run(|run| run.outcome()["turns"] == 20);
        2 "takes the short path south" => So::Beside(1, &So::Run(|run| run.outcome()["turns"] == 9));
        3 "At (9,1)" => So::Says("to (9,1)");
        3 "after ten steps" => So::Holds("register \"steps\" = 10");
        4 "after 20 steps" => So::Holds("register \"steps\" = 20");
        4 "after 9" => So::Beside(1, &So::Holds("register \"steps\" = 9"));
        3 "only three cells of floor in the south" => So::Run(|run| {
        let south = |i: usize| run.cell(i).filter(|c| c.y >= 5 && run.event(i).sentence.ends_with("it is floor."));
        let seen: std::collections::BTreeSet<_> = run.of_kind("rebuilt").iter().map(|&i| i as usize).filter(|&i| i < run.cursor()).filter_map(south).collect();
        seen.len() == 3
        });
        4 "*why not* of a cell in the south" => So::WhyNot(5, 6, "never saw");
        0 "Ask *why not* at (5,6)" => So::WhyNot(5, 6, "never saw");
    }
    "a-forgotten-stamp" {
        1 "In turn 3 the door at (5,2) opens. In run A its cell gets a stamp" => So::Says("Something visible changed at (5,2): its time stamp is turn 3 now.");
        1 "In run B it was forgotten" => So::Beside(1, &So::InAll("stamped and turn = 3", 0));
        2 "Both viewers see 42 cells" => So::Says("In turn 3 the viewer saw 42 cells: 13 copied (new or out of date), 29 only marked as seen");
        2 "copies 13 of them" => So::Says("In turn 3 the viewer saw 42 cells: 13 copied (new or out of date), 29 only marked as seen");
        2 "Run B copies 12" => So::Beside(1, &So::Says("In turn 3 the viewer saw 42 cells: 12 copied (new or out of date), 30 only marked as seen"));
        2 "it still believes that the door is closed" => So::Beside(1, &So::Shows("status", 5, 2, "remembered wrongly"));
        3 "In turn 7 the prisoner steps into the door" => So::Beside(1, &So::Says("In turn 7 the viewer saw 42 cells: 2 copied (new or out of date), 40 only marked as seen"));
        3 "Now the door is open in its memory" => So::Beside(1, &So::Shows("status", 5, 2, "dirty: seen again"));
    }
    "vision-dominates" {
        1 "It sees 92 cells and remembers nothing, so both runs copy all" => So::Says("In turn 0 the guard saw 92 cells: 92 copied (new or out of date), 0 only marked as seen");
        2 "Run A copies 22 of 94 cells" => So::Says("In turn 2 the guard saw 94 cells: 22 copied (new or out of date), 72 only marked as seen");
        2 "Run B copies all 94" => So::Beside(1, &So::Says("In turn 2 the guard saw 94 cells: 94 copied (new or out of date), 0 only marked as seen"));
        3 "In turn 9 run A sees 94 cells and copies 2" => So::Says("In turn 9 the guard saw 94 cells: 2 copied (new or out of date), 92 only marked as seen");
        3 "Run B copies all 94" => So::Beside(1, &So::Says("In turn 9 the guard saw 94 cells: 94 copied (new or out of date), 0 only marked as seen"));
    }
};
