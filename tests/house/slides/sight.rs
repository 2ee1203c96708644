//! Claims of the slides of the lessons on fields of view.

use super::{Claim, So};
use crate::claims;

pub const CLAIMS: &[Claim] = claims! {
    "i-see-you" {
        1 "at (5,3) cuts" => So::Says("Before (5,3) the remaining light falls from 255 to 0");
        1 "the slope 3/7" => So::Says("Before (5,3) the remaining light falls from 255 to 0, so the wedge is split at slope 3/7, at the corner on the far side of row 3");
        2 "In row 6 the wedge reaches up to 18/7" => So::Explains("the wedge 0/1 … 3/7 runs from 0 to 18/7");
        2 "(8,2) begins at 2½" => So::Explains("the cell from 2½ to 3½");
        3 "at (8,2)" => So::Shows("status", 8, 2, "seen");
        3 "at (2,5) is in the dark" => So::Beside(1, &So::Empty("order", 2, 5));
    }
    "five-sights" {
        1 "Run A starts with the four corners" => So::Says("shows all four neighbours at its corners");
        2 "here (5,3)" => So::Says("(5,3) is visible: the corner that it shares with the cell before is inside the wedge");
        3 "A sees 82" => So::Outcome("/visible", "82");
        3 "B 79" => So::Beside(1, &So::Outcome("/visible", "79"));
        3 "C 80" => So::Beside(2, &So::Outcome("/visible", "80"));
        3 "D 81" => So::Beside(3, &So::Outcome("/visible", "81"));
        3 "E 83" => So::Beside(4, &So::Outcome("/visible", "83"));
        3 "(10,1) is dark in B alone" => So::Beside(1, &So::Empty("order", 10, 1));
        3 "(10,1)" => So::Shows("status", 10, 1, "seen");
        3 "B alone" => So::Beside(2, &So::Shows("status", 10, 1, "seen"));
        3 "Click a dark cell" => So::WhyNot(9, 1, "(5,3)");
        3 "in B alone" => So::Beside(3, &So::Shows("status", 10, 1, "seen"));
        3 "dark in B alone" => So::Beside(4, &So::Shows("status", 10, 1, "seen"));
    }
    "doorway" {
        1 "only (5,2) is open" => So::Says("Wall meets floor before (5,2): the wedge now starts at slope −1/6, half a column back");
        2 "touches (6,1)" => So::Says("(6,1) is hidden");
        3 "In row 6 the wedge covers the centre of (8,1)" => So::Says("(8,1) is visible: its centre is inside the wedge");
        4 "sees 41 cells" => So::Outcome("/visible", "41");
        4 "B sees 45" => So::Beside(1, &So::Outcome("/visible", "45"));
        0 "four of the five rules see 45 cells" => So::If("variant=recursive", &So::Outcome("/visible", "45"));
        0 "four of the five rules see 45 cells" => So::If("variant=strips", &So::Outcome("/visible", "45"));
        0 "four of the five rules see 45 cells" => So::If("variant=bergstrom", &So::Outcome("/visible", "45"));
        4 "two cells dark on each side" => So::Empty("order", 7, 1);
        4 "two cells dark on each side" => So::Empty("order", 7, 3);
    }
    "jam-edge-bug" {
        1 "the wedge from −1/1 to −1/1. In row 2 it covers one cell, (2,0)" => So::Says("(2,0) was already visible; this wedge reaches it too");
        2 "In row 3 the same wedge covers only the index −1" => So::Explains("the indices −1 to −1");
        3 "covers the index 6 in row 4" => So::Explains("Its near and far edge give the indices 6 to 6, all beside the map: the strip ends.");
        3 "The map ends at 5" => So::Run(|run| run.size().height == 6);
        4 "Run A sees 16 cells" => So::Outcome("/visible", "16");
        4 "run B 25" => So::Beside(1, &So::Outcome("/visible", "25"));
        4 "(3,0) to (7,0)" => So::Beside(1, &So::Shows("light", 3, 0, "255"));
        4 "(3,0) to (7,0)" => So::Beside(1, &So::Shows("light", 7, 0, "255"));
        4 "(4,5) to (7,5)" => So::Beside(1, &So::Shows("light", 4, 5, "255"));
        4 "the pillar hides them" => So::Empty("light", 3, 0);
        4 "the pillar hides them" => So::Empty("light", 7, 5);
        4 "It sees the enemy at (6,0)" => So::Beside(1, &So::Shows("light", 6, 0, "255"));
    }
    "bush" {
        1 "At (4,2) the light falls from 255 to 127" => So::Says("Before (4,2) the remaining light falls from 255 to 127");
        2 "(5,4) has 127" => So::Says("(5,4) is visible but dim, with light 127");
        3 "(5,5) is a second bush" => So::Says("Before (5,5) the remaining light falls from 127 to 0");
        3 "the 127 that are left" => So::Watch("light", "127");
        4 "dark behind the double hedge" => So::Empty("order", 8, 7);
        4 "In run B, the symmetric rule, bushes do not matter" => So::Beside(1, &So::Shows("light", 8, 7, "255"));
    }
    "one-way-window" {
        1 "(7,3) can" => So::Says("(7,3) is visible: the wedge came in through its edge");
        2 "a fan of light" => So::Holds("lit");
        3 "reaches (7,5)" => So::Says("(7,5) is hidden: it is a one-way window, entered against its direction");
        4 "85 cells are seen" => So::Outcome("/visible", "85");
        4 "the other room, to (11,4)" => So::Shows("status", 11, 4, "seen");
    }
};
