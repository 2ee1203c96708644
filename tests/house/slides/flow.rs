//! Claims of the slides of the lessons on flow maps.

use super::{Claim, So};
use crate::claims;
use gridscope::trace::trace::breakpoint::Op;
use gridscope::trace::trace::replay::Outline;
use gridscope::trace::{Cell, Tile};

pub const CLAIMS: &[Claim] = claims! {
    "dungeon-dregs-before" {
        1 "at (13,7) gets 0" => So::Shows("distance", 13, 7, "0");
        2 "have 5" => So::Holds("value = 5 and cells = 3");
        3 "(5,8) has 9 and would give its neighbour 10" => So::Shows("distance", 5, 8, "9");
        3 "give its neighbour 10" => So::Shows("distance", 5, 7, "10");
        3 "the crate at (4,8) cannot be entered" => So::Says("No step from (5,8) to (4,8): it cannot be entered");
        4 "39 cells" => So::Holds("wave-ended and cells = 39");
        4 "at (4,1) sleeps" => So::Shows("distance", 4, 1, "500");
        4 "*why not* at (1,1)" => So::WhyNot(1, 1, "If (2,4) were not solid");
        2 "Three cells have 5" => So::Cells("distance", Op::Equal, 5.0, 3);
        4 "39 cells have a number" => So::Cells("distance", Op::AtMost, 16.0, 39);
    }
    "dungeon-dregs-after" {
        1 "at (8,1) becomes" => So::Says("a crate became floor at (8,1)");
        2 "neighbour, (9,1), has 10" => So::Shows("distance", 9, 1, "10");
        2 "takes 11" => So::Says("(8,1) now has value 11: the lowest value of its neighbours, at (9,1), plus the step");
        3 "brings 15 to (4,1)" => So::Says("woke at (4,1): the ripple reached it with value 15. It moves from the next turn on.");
        3 "8 cells" => So::Holds("register \"written since the wave began\" = 8");
        4 "touched 7 cells" => So::Holds("wave-ended and cells = 7");
        4 "one's 9" => So::SoFar("wave-ended and cells = 9", 1);
        4 "write 55" => So::Holds("full = 55");
        5 "After 15 steps" => So::Holds("left and steps = 15");
        5 "leaves by (13,7)" => So::Holds("at 13,7");
    }
    "rings-on-water" {
        1 "have 0" => So::Holds("level-began and value = 0 and cells = 2");
        1 "Three prisoners sleep" => So::SoFar("woke", 0);
        2 "has 15 cells" => So::Holds("value = 3 and cells = 15");
        3 "brings 5 to (5,5)" => So::Says("woke at (5,5): the ripple reached it with value 5. It moves from the next turn on.");
        4 "At (17,3) the ring of the southern exit was first, with 8" => So::Says("woke at (17,3): the ripple reached it with value 8. It moves from the next turn on.");
        5 "All 175 cells are written" => So::Holds("wave-ended and cells = 175");
        6 "left by (16,10), after 9 steps" => So::Says("left through the exit (16,10) in turn 19, after 9 steps.");
        2 "all cells that are three steps from the nearer exit" => So::Cells("distance", Op::Equal, 3.0, 15);
    }
    "door-closes" {
        1 "82 cells" => So::Holds("wave-ended and cells = 82");
        1 "at (7,3), which has 7" => So::Shows("distance", 7, 3, "7");
        2 "(7,3) loses its 7" => So::Says("(7,3) is solid now: it loses its value 7");
        3 "31 cells" => So::SoFar("raised", 31);
        3 "cells; (1,6) was" => So::Says("Raised (1,6) from 16 to not reached");
        4 "(1,7) was checked too, but (2,7) in the corridor is lower and supports its 17" => So::Says("(1,7) keeps its value 17: (2,7) still supports it");
        4 "supports its 17" => So::Shows("distance", 1, 7, "17");
        5 "up to 28 at (6,1)" => So::Shows("distance", 6, 1, "28");
        6 "(7,3) takes 7" => So::Says("(7,3) now has value 7: the lowest value of its neighbours, at (8,3), plus the step");
        3 "(1,6) was the last" => So::InAll("raised", 31);
        5 "up to 28 at (6,1)" => So::Cells("distance", Op::Greater, 28.0, 0);
        5 "Both prisoners were on their way to the door" => So::Outcome("/prisoners/0/path/1", "[2,1]");
        5 "Now they walk to the corridor" => So::Outcome("/prisoners/0/path/4", "[2,4]");
        5 "Now they walk to the corridor" => So::Outcome("/prisoners/1/path/2", "[2,4]");
    }
    "rooms-and-globe" {
        1 "37 cells" => So::Holds("wave-ended and map = 0 and cells = 37");
        2 "4 steps away" => So::Shows("distance", 5, 2, "4");
        2 "10 steps to the open" => So::Shows("global", 5, 2, "10");
        3 "at (9,3), the map of the eastern room says 13" => So::Says("Prisoner 1 went through the exit (8,3) to (9,3) in room east, where the map says 13");
        4 "after 18 steps" => So::Holds("left and steps = 18");
    }
    "without-a-map" {
        1 "In turn 6 the ring reaches prisoner 6 at (20,9)" => So::Says("Prisoner 6 woke at (20,9): the ripple reached it with value 6. It moves from the next turn on.");
        1 "In turn 6" => So::Watch("turn", "6");
        1 "6 steps from the exit" => So::Shows("distance", 20, 9, "6");
        1 "cheers" => So::Outcome("/prisoners/5/cheered", "6");
        1 "in all four runs" => So::Beside(3, &So::Outcome("/prisoners/5/cheered", "6"));
        2 "Prisoner 6 walked down the numbers" => So::Says("Prisoner 6 left through the exit");
        2 "turn 13" => So::Watch("turn", "13");
        2 "after 6 steps" => So::Holds("left and steps = 6");
        2 "left by (22,5)" => So::Says("left through the exit (22,5) in turn 13, after 6 steps.");
        2 "In B and D it got out as well" => So::Beside(1, &So::Outcome("/prisoners/5/left", "13"));
        2 "and D it got out as well" => So::Beside(3, &So::Outcome("/prisoners/5/left", "13"));
        2 "In C it did not" => So::Beside(2, &So::Outcome("/prisoners/5/left", "null"));
        3 "turn 25 the ring reaches (3,7): prisoner 7 is the last to wake" => So::Says("Prisoner 7 woke at (3,7): the ripple reached it with value 25. It moves from the next turn on.");
        3 "prisoner 7 is the last to wake" => So::SoFar("woke", 8);
        4 "prisoner 5 leaves in turn 33" => So::Says("Prisoner 5 left through the exit (22,5) in turn 33");
        4 "to (13,5)" => So::Beside(3, &So::Outcome("/prisoners/4/path", "[[12,5],[13,5]]"));
        5 "all 8 are out after turn 52" => So::Says("The run is over after turn 52");
        5 "all 8" => So::Outcome("/out", "8");
        5 "In B 4 get out" => So::Beside(1, &So::Outcome("/share_out", "0.5"));
        5 "in C 0" => So::Beside(2, &So::Outcome("/out", "0"));
        5 "in D 2" => So::Beside(3, &So::Outcome("/out", "2"));
    }
    "from-the-walls" {
        1 "80 free cells beside a wall" => So::SoFar("seeded", 80);
        1 "the crate at (7,6)" => So::Shows("distance", 7, 6, "-1");
        1 "holds 1" => So::Shows("distance", 7, 5, "1");
        1 "will hold 2" => So::Shows("distance", 2, 2, "500");
        2 "the radius is 4" => So::Run(|run| run.figures().iter().any(|f| f.label == "radius 4"));
        2 "No number is higher than 4" => So::Run(|run| run.figures().iter().any(|f| f.label == "radius 4"));
        2 "(20,6), where the prisoner is" => So::Says("Prisoner 1 moves next, from (20,6)");
        2 "The only centre is (20,6)" => So::Run(|run| run.figures().iter().any(|f| f.outline == Outline::Frame && f.points == [Cell::new(20, 6).middle()]));
        3 "After 3 of them" => So::SoFar("stepped", 3);
        3 "at (20,3)" => So::Holds("at 20,3");
        4 "16 that held 2" => So::SoFar("raised", 24);
        4 "with 3 are" => So::Holds("level-began and value = 3");
        5 "35 cells were touched" => So::Holds("wave-ended and cells = 35");
        5 "now 6" => So::Outcome("/radius", "6");
        5 "and (7,6)" => So::Shows("distance", 7, 6, "6");
        5 "one of 3 centres" => So::Outcome("/centres", "[[6,6],[7,6],[8,6]]");
        6 "at (20,6)" => So::Shows("distance", 20, 6, "-1");
        6 "8 neighbours hold 1" => So::Shows("distance", 19, 5, "1");
        6 "9 cells in 2 levels" => So::Holds("wave-ended and cells = 9 and levels = 2");
        2 "No number is higher than 4" => So::Cells("distance", Op::Greater, 4.0, 0);
        2 "The only centre is (20,6)" => So::Cells("distance", Op::Equal, 4.0, 1);
        5 "one of 3 centres" => So::Cells("distance", Op::AtLeast, 6.0, 3);
    }
    "flee-with-goals" {
        1 "87 cells know" => So::SoFar("flee-began and cells = 87", 1);
        1 "at (24,5) counts as if it were 10 steps" => So::Shows("distance", 24, 5, "10");
        1 "Multiplied by −1.2" => So::Shows("flee", 24, 5, "-12");
        2 "(19,1), with −22.8" => So::Shows("flee", 19, 1, "-22.8");
        3 "(8,1) is worth −9.6" => So::Shows("flee", 8, 1, "-9.6");
        3 "the corridor −9.8" => So::Shows("flee", 8, 3, "-9.8");
        3 "the factor is 1," => So::Beside(1, &So::Run(|run| run.tokens().iter().any(|t| t.at == Some(Cell::new(8, 1)))));
        4 "14 steps" => So::Watch("turn", "14");
        4 "at (19,1)" => So::Holds("at 19,1");
        2 "The lowest cell is (19,1)" => So::Cells("flee", Op::AtMost, -22.0, 1);
        4 "no neighbour is lower" => So::Cells("flee", Op::AtMost, -22.0, 1);
        4 "After 14 steps" => So::SoFar("stepped", 14);
    }
    "one-map-or-many" {
        1 "51 cells in 14 levels" => So::Says("over in room four: 14 levels, 51 cells reached");
        2 "200 cells in 49 levels" => So::Says("over in the global map: 49 levels, 200 cells reached");
        3 "(24,1) becomes a second exit of room three" => So::SoFar("smashed and at 24,1", 1);
        3 "23 cells in 10 levels. To compute it again would write 52" => So::Says("in room three: it touched 23 cells in 10 levels. Computing everything again would set 52");
        4 "136 cells in 30 levels" => So::Says("The wave from (24,1) is over in the global map: it touched 136 cells in 30 levels. Computing everything again would set 201");
        5 "The prisoner leaves by (32,2) after 16 steps" => So::Says("left through the exit (32,2) in turn 17, after 16 steps.");
        5 "in A and in B" => So::Beside(1, &So::Says("after 16 steps"));
        0 "every cell of rooms one and two" => So::Shows("global", 1, 7, "38");
        0 "for most of room three" => So::Shows("global", 23, 7, "14");
        4 "in every room behind the crate" => So::Shows("global", 1, 1, "32");
        4 "in every room behind the crate" => So::Shows("global", 9, 1, "24");
        4 "in every room behind the crate" => So::Shows("global", 17, 1, "16");
    }
    "a-door-for-everybody" {
        1 "The prisoner at (2,2) sleeps" => So::Shows("distance", 2, 2, "500");
        1 "(9,3) holds 15" => So::Shows("distance", 9, 3, "15");
        2 "at (10,5)" => So::Run(|run| run.tiles().contains(&(Cell::new(10, 5), Tile::DoorOpen)));
        2 "30 cells" => So::Holds("wave-ended and cells = 30");
        2 "and (9,3) now holds 3" => So::Shows("distance", 9, 3, "3");
        3 "only 1 cell" => So::Says("The wave from (10,5) is over in the global map: it touched 1 cell in 1 level. Computing everything again would set 132");
        4 "at (10,5)" => So::Says("went through the exit (10,5)");
        4 "says 16" => So::Says("Prisoner 1 went through the exit (10,5) to (10,6) in room yard, where the map says 16");
        5 "In turn 21" => So::Watch("turn", "21");
        5 "guard 1 sees the prisoner at (12,6)" => So::Says("Guard 1 sees prisoner 1 at (12,6) and chases them, since the map shows them at (2,2)");
        5 "is in the hall, out of sight" => So::Beside(1, &So::Run(|run| run.tokens().iter().any(|t| t.at.is_some_and(|at| at.y == 3 && at.x > 12))));
        6 "at (15,6) in turn 24" => So::Holds("at 15,6");
        6 "in turn 24" => So::Watch("turn", "24");
        6 "after 17 steps" => So::SoFar("stepped", 17);
        6 "had 28 steps" => So::Outcome("/prisoners/0/each", "28");
        6 "map 23" => So::Outcome("/prisoners/0/whole", "23");
    }
    "hunt-look-go-on" {
        1 "In turn 6" => So::Watch("turn", "6");
        1 "sees prisoner 1 at (6,1)" => So::Says("Guard 1 sees prisoner 1 at (6,1) and chases them, since the map shows them at (2,1)");
        1 "The map has it at (2,1)" => So::Says("Guard 1 sees prisoner 1 at (6,1) and chases them, since the map shows them at (2,1)");
        2 "floor at (5,1), where the map has a crate" => So::Says("Guard 1 noticed floor at (5,1), where the map shows a crate");
        3 "Prisoner 1 leaves by (0,5) in turn 17, after 14 steps" => So::Says("left through the exit (0,5) in turn 17, after 14 steps.");
        4 "to (0,5)" => So::Says("Guard 1 wants to go to (0,5): it last saw an escaped prisoner there");
        4 "A ring marks the place" => So::Run(|run| run.figures().iter().any(|f| f.label == "last seen here"));
        5 "at (0,5)" => So::Says("gave up the search for prisoner 1, last seen at (0,5).");
        6 "In turn 29" => So::Watch("turn", "29");
        6 "beside (5,1)" => So::Says("Guard 1 has inspected (5,1), knows that there is floor, and need not go there again");
    }
    "a-whole-dungeon" {
        1 "In turn 4" => So::Watch("turn", "4");
        1 "the door at (54,6)" => So::Run(|run| run.tiles().iter().any(|(cell, tile)| (cell.x, cell.y) == (54, 6) && tile.info().name == "rubble"));
        1 "prisoner 39 at (56,1)" => So::Says("Prisoner 39 woke at (56,1): the ripple reached it with value 7. It moves from the next turn on");
        1 "the value 7" => So::Says("Prisoner 39 woke at (56,1): the ripple reached it with value 7. It moves from the next turn on");
        2 "Guard 3 walks through the door at (23,7)" => So::Says("Guard 3 walked into the door at (23,7)");
        3 "Guard 4 sees prisoner 13 at (54,7)" => So::Says("Guard 4 sees prisoner 13 at (54,7) and chases them, since the map shows them at (59,2)");
        3 "The map has them at (59,2)" => So::Says("Guard 4 sees prisoner 13 at (54,7) and chases them, since the map shows them at (59,2)");
        4 "in turn 26" => So::Watch("turn", "26");
        4 "at (62,9)" => So::Says("Guard 4 caught prisoner 13 at (62,9)");
        5 "In turn 27" => So::Watch("turn", "27");
        5 "prisoner 39 leaves by the exit at (63,12), 22 steps" => So::Says("Prisoner 39 left through the exit (63,12) in turn 27, after 22 steps.");
        5 "two of the 64 escape" => So::Outcome("escaped", "2");
        5 "two are caught" => So::Outcome("caught", "2");
        5 "the 64 escape" => So::Run(|run| run.outcome()["prisoners"].as_array().map_or(0, Vec::len) == 64);
        5 "these 29 turns" => So::Outcome("turns", "29");
    }
};
