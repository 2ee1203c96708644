//! What the slides of the lessons on knowledge and fleeing say.

use super::{Claim, So};
use crate::claims;

pub const CLAIMS: &[Claim] = claims! {
    "dead-end-and-flee" {
        1 "18 cells lie nearer to the enemy than 11" => So::Holds("bounded and register \"in danger\" = 18 and register \"threshold\" = 11");
        1 "only two" => So::Holds("register \"frontier\" = 2");
        2 "the dead end at (1,1) is worth most" => So::Shows("value", 1, 1, "45.5858");
        3 "From (6,1) the thief steps to (7,1)" => So::Says("Stepped from (6,1) to (7,1)");
        3 "the thief runs into the dead end" => So::Beside(1, &So::Says("(3,1)"));
        4 "(17,2) is beyond the danger" => So::Says("Stopped on (17,2)");
        4 "The other thief stands at (1,1)" => So::Beside(1, &So::Says("Stopped on (1,1)"));
    }
    "brogue-beside-sherratt" {
        1 "the danger ends at 6" => So::Holds("register \"threshold\" = 6");
        1 "(7,1) above" => So::SoFar("bounded and at 7,1", 1);
        1 "(6,3) below" => So::Says("(6,3) is frontier");
        2 "an edge cell is worth 10" => So::Shows("value", 7, 1, "10");
        3 "The first thief stops at (7,1)" => So::Says("Stopped on (7,1)");
        3 "the farthest cell, (9,3)" => So::Beside(1, &So::Says("Stopped on (9,3)"));
    }
    "no-frontier" {
        1 "The room has 45 cells" => So::Holds("enclosed and cells = 45");
        1 "none lies 20 or more" => So::Holds("register \"threshold\" = 20");
        2 "(5,2) and (5,4) hold the same" => So::Run(|run| run.tie(run.cursor() - 1).is_some_and(|tie| tie.among.len() == 2));
        2 "(5,4)" => So::Says("which takes (5,4)");
        2 "a danger of only 5" => So::Beside(1, &So::Holds("register \"threshold\" = 5"));
        3 "(9,5) is as far" => So::Says("Stopped on (9,5)");
        3 "the thief stopped at (6,5)" => So::Beside(1, &So::Says("Stopped on (6,5)"));
    }
    "naive-against-dirty" {
        1 "all 97 cells in sight" => So::Holds("summed and visible = 97 and rebuilt = 97");
        2 "all 97 are copied again" => So::Holds("turn = 1 and rebuilt = 97");
        2 "the stamp of turn 0" => So::SoFar("summed and turn = 0", 2);
        3 "2 of 97" => So::Holds("rebuilt = 2 and visible = 97");
        3 "the other 95" => So::Holds("refreshed = 95");
        3 "all of them are copied" => So::Beside(1, &So::Holds("rebuilt = 97 and visible = 97"));
        4 "439 cells were copied in all" => So::Holds("register \"rebuilt in all\" = 439");
        4 "1,815 were seen" => So::Holds("register \"visible in all\" = 1815");
    }
    "dirty-lt-misses-a-change" {
        1 "in turn 0. Now rubble falls on (6,2), still in turn 0" => So::Holds("\"changed\" and turn = 0 and at 6,2");
        2 "a memory of turn 0 is not enough for a change of turn 0" => So::Says("0 ≤ 0, so dirty");
        2 "Below, 0 < 0 does not hold" => So::Beside(1, &So::Says("0"));
        3 "In turn 1 the careful viewer has rebuilt all 50 cells" => So::Holds("summed and turn = 1 and rebuilt = 50");
        4 "cleared in turn 5" => So::SoFar("\"changed\" and turn = 5", 1);
        4 "in turn 6 one cell is rebuilt" => So::Holds("turn = 6 and rebuilt = 1");
    }
    "two-heads" {
        1 "The door has just opened" => So::Says("an open door");
        2 "In turn 3" => So::Holds("summed and turn = 3");
        2 "the first guard sees 65 cells" => So::SoFar("summed and turn = 3 and visible = 65", 1);
        2 "the second 61" => So::Holds("visible = 61");
        3 "Turn 7" => So::Holds("summed and turn = 7");
        4 "In turn 11" => So::Holds("summed and turn = 11");
    }
    "last-known-place" {
        1 "sees the thief at (8,2)" => So::Says("saw the thief at (8,2)");
        2 "In turn 3 the thief has slipped" => So::SoFar("moved and turn = 3 and \"actor\" = 1", 1);
        2 "it stood at (8,2) in turn 2" => So::Says("its last known place is (8,2), of turn 2");
        3 "The guard stands at (8,2)" => So::Says("to (8,2)");
        4 "the thief is at (8,5)" => So::Says("saw the thief at (8,5)");
        5 "After 10 steps" => So::Holds("register \"steps\" = 10");
        5 "in turn 9" => So::Says("in turn 9");
    }
    "opens-a-door" {
        1 "told of (10,2)" => So::Says("its last known place is (10,2)");
        2 "Three steps on" => So::Holds("register \"steps\" = 3");
        2 "the closed door at (6,2)" => So::Says("walked into the door at (6,2) and opened it");
        3 "at (10,1)" => So::Says("saw the goal at (10,1)");
        4 "in turn 8" => So::Says("arrived in turn 8");
    }
    "unknown-room" {
        1 "the goal at (8,4)" => So::Says("saw the goal at (8,4)");
        2 "20 steps round" => So::Run(|run| run.outcome()["turns"] == 20);
        2 "takes the short way south" => So::Beside(1, &So::Run(|run| run.outcome()["turns"] == 9));
        3 "At (9,1)" => So::Says("to (9,1)");
        3 "ten steps gone" => So::Holds("register \"steps\" = 10");
        4 "after 20 steps" => So::Holds("register \"steps\" = 20");
        4 "The guard with the map needed 9" => So::Beside(1, &So::Holds("register \"steps\" = 9"));
    }
};
