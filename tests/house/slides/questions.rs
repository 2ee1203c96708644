//! Claims of the slides of the lessons about questions.

use super::{Claim, So};
use crate::claims;

pub const CLAIMS: &[Claim] = claims! {
    "the-other-way" {
        1 "(7,8), the first cell of rubble" => So::Tile(7, 8, "rubble");
        1 "the first cell of rubble" => So::Tile(6, 8, "floor");
        1 "is reached with g = 15" => So::Says("Opened (7,8) from (6,8): g = 15");
        2 "(8,8) would cost g = 18" => So::Says("Opened (8,8) from (7,8): g = 18");
        2 "that makes f = 39" => So::Says("f = 39");
        2 "is never expanded" => So::InAll("expanded and at 8,8", 0);
        3 "costs 38" => So::Outcome("cost", "38");
        3 "As drawn it costs 41" => So::WhyNot(9, 8, "costs 41");
        3 "from (2,5) to (3,6): any path with that step costs 40 or" => So::WhyNot(3, 6, "costs 40");
        3 "(2,5)" => So::Says("(2,5) is on the path, at cost 0 from the start");
        2 "more than the path in the north costs" => So::Through(8, 8, 41, "9");
        2 "the path in the north" => So::Through(2, 4, 38, "3");
        3 "any path with that step costs 40" => So::Through(3, 6, 40, "108");
        3 "It loses at its first step, from (2,5) to (3,6)" => So::WhyNotPath(&[(2, 5), (3, 6), (4, 7), (4, 8), (5, 8), (6, 8), (7, 8), (8, 8), (9, 8), (10, 8), (11, 8), (12, 8), (13, 8), (14, 8), (15, 8), (16, 7), (17, 6), (17, 5)], "loses at step 1, from (2,5) to (3,6)");
    }
    "stop-when" {
        1 "guard 2 sees that the shutter at (5,2) is open" => So::Says("Guard 2 now believes that there is an open shutter at (5,2), not a shutter: it sees the cell");
        1 "guard 2 believes" => So::Holds("actor \"guard 2\" and layer belief changed");
        2 "guard 2, already at the shutter, plans a long path around for 40" => So::Holds("actor \"guard 2\" and planned and cost = 40");
        2 "Guard 1 is in the way" => So::SoFar("actor \"guard 1\" and moved and at 5,2", 1);
        3 "(5,2) is a closed shutter again" => So::Says("Guard 2 now believes that there is a shutter at (5,2), not an open shutter: it no longer sees the cell, and the map shows it so. It is wrong: there is an open shutter");
        4 "from (5,5)" => So::SoFar("actor \"guard 2\" and moved and at 5,5", 1);
        4 "four times in all" => So::InAll("actor \"guard 2\" and layer belief changed", 4);
    }
    "how-does-it-grow" {
        1 "has reached the goal" => So::Beside(1, &So::SoFar("found", 1));
        2 "expanded 281 cells" => So::SoFar("expanded", 281);
        3 "all 576 cells" => So::Outcome("expanded", "576");
        3 "only 24" => So::Beside(1, &So::Outcome("expanded", "24"));
    }
    "before-the-optimisation" {
        1 "run A has compared 54 entries" => So::Says("27 lookups, 54 comparisons");
        1 "run B 253" => So::Beside(1, &So::Says("31 lookups, 253 comparisons"));
        2 "Run B has compared 2,560 entries by now" => So::Beside(1, &So::Holds("compared = 2560"));
        2 "run A 194" => So::Holds("compared = 194");
        2 "Run B computed the estimate 414 times" => So::Beside(1, &So::Holds("estimates = 414"));
        2 "run A 39 times" => So::Holds("estimates = 39");
        3 "expanded 32 cells" => So::Outcome("expanded", "32");
        3 "Both expanded 32 cells" => So::Beside(1, &So::Outcome("expanded", "32"));
        3 "a path of cost 25" => So::Outcome("cost", "25");
        3 "Run A compared 301 entries" => So::Outcome("compared", "301");
        3 "run B 4,974" => So::Beside(1, &So::Outcome("compared", "4974"));
        1 "expand the same cells in the same order" => So::Shows("order", 3, 2, "4");
        1 "the same cells in the same order" => So::Beside(1, &So::Shows("order", 3, 2, "4"));
    }
    "what-comes-next" {
        1 "Only one of them has the smallest f" => So::SoFar("expanded", 9);
        2 "(6,3) is expanded with f = 8" => So::Says("Expanded (6,3): smallest f = 8");
        2 "a path of 8" => So::Holds("f = 8");
        3 "(1,4) is expanded with f = 10" => So::Says("Expanded (1,4): smallest f = 10");
        4 "f = 12" => So::Holds("expanded and f = 12 and at 9,3");
        1 "Only one of them has the smallest f" => So::Next(&[(6, 3)], "f 8");
        2 "Every cell of the pocket promised a path of 8" => So::Shows("f", 4, 3, "8");
        2 "Every cell of the pocket promised a path of 8" => So::Shows("f", 6, 4, "8");
        2 "Now no open cell does" => So::Next(&[(1, 4), (2, 5), (3, 5), (1, 3), (2, 2), (3, 2)], "f 10");
        3 "several cells tie" => So::Tied(&[(1, 4), (2, 5), (3, 5), (1, 3), (2, 2), (3, 2)]);
    }
    "smaller-and-smaller" {
        1 "(9,7) has the smallest f, 116" => So::Says("Expanded (9,7): smallest f = 116");
        2 "pays 67" => So::Outcome("cost", "67");
        2 "pays 55" => So::Beside(1, &So::Outcome("cost", "55"));
        2 "ten cells, one wall" => So::Outcome("cost", "67");
        2 "expands 99 cells" => So::Beside(1, &So::Outcome("expanded", "99"));
        1 "The cheapest path leads on to the east" => So::Through(10, 5, 55, "6");
        1 "the search turns south" => So::Through(9, 7, 59, "6");
    }
};
