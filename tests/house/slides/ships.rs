//! What the slides of the lessons on ships and air say.

use super::{Claim, So};
use crate::claims;

pub const CLAIMS: &[Claim] = claims! {
    "a-breach" {
        1 "24 cells of the hull" => So::Holds("register \"pressure walls\" = 24");
        2 "the hole at (9,3)" => So::SoFar("\"changed\" and at 9,3", 1);
        2 "ten cells vent" => So::Holds("register \"venting cells\" = 10");
        3 "(5,2) was a mere wall" => So::Says("(5,2) became a pressure wall");
        4 "down to 0.5" => So::Shows("air", 7, 3, "0.5");
        4 "its 16 pressure walls" => So::Holds("register \"pressure walls\" = 16");
        4 "as full as before" => So::Shows("air", 2, 3, "1");
        5 "9 of air" => So::Holds("register \"air left\" = 9");
    }
    "open-the-door-and-close-it" {
        1 "The wall at (9,3) broke" => So::SoFar("\"changed\" and at 9,3", 1);
        1 "the left one is full" => So::Shows("air", 4, 3, "1");
        2 "(5,3) is open" => So::Says("(5,3) became an open door");
        3 "down to 0.1" => So::Shows("air", 4, 3, "0.1");
        3 "a single cell's worth is left" => So::Holds("register \"air left\" = 1");
        4 "(2,2), rises from 0.1 to 1" => So::Says("The air of (2,2) rose from 0.1 to 1");
        5 "9 of air" => So::Holds("register \"air left\" = 9");
    }
    "suction" {
        1 "At unit 2" => So::Watch("turn", "2");
        1 "the hole at (16,4)" => So::Says("The window at (16,4) became floor");
        2 "At unit 3" => So::Watch("turn", "3");
        2 "the doorway at (7,4)" => So::Says("Close at (7,4) did nothing");
        3 "At unit 6" => So::Watch("turn", "6");
        3 "The 25 cells" => So::Holds("sealed and cells = 25");
        4 "Dice choose (17,4), with 1/3" => So::Says("to (17,4), one of 3 best neighbours, each with 1/3");
        5 "by (17,5)" => So::Says("Enemy 1 was lost to the void at (17,5)");
        6 "2 things are lost" => So::Holds("register \"lost things\" = 2");
    }
    "explosion" {
        1 "It goes off at (12,5) and sends 36 shockwaves" => So::Says("An explosion at (12,5) sent 36 shockwaves");
        1 "between 4 and 5 away" => So::Says("4 to 5 away");
        2 "the enemy at (13,5)" => So::Says("went through enemy 1 at (13,5)");
        3 "Whatever is struck breaks with 2/3. The dice showed 10 where less than 8 breaks, so the door at (7,5) stands" => So::Says("(7,5) was struck: a die of 12 rolled 10, below 8 it breaks (2/3): it held");
        4 "14 cells of it are broken" => So::SoFar("\"changed\"", 14);
        5 "are lost: 3 of 4" => So::Holds("register \"lost things\" = 3");
        6 "35 of air" => So::Holds("register \"air left\" = 35");
    }
    "a-ship" {
        1 "a place, (12,16), and a length, 11 cells of the plan to the east" => So::Says("from (12,16), 11 cells east");
        2 "Three hallways stand" => So::Holds("register \"hallways\" = 3");
        3 "Twenty rooms" => So::Holds("register \"rooms\" = 20");
        3 "one door" => So::Holds("register \"doors\" = 20");
        4 "38 doors by now" => So::Holds("register \"doors\" = 38");
        4 "Then 38 windows" => So::Holds("register \"windows\" = 38");
        5 "all 1,177" => So::Says("all 1177 cells");
        6 "The start lies at one end" => So::SoFar("placed and thing = start", 1);
        6 "the stairs at the other" => So::SoFar("placed and thing = stairs-down", 1);
    }
    "a-refused-hallway" {
        1 "within 4 cells of the plan" => So::SoFar("labelled and distance > 4", 0);
        2 "from (20,24), 14 cells east" => So::Says("from (20,24), 14 cells east");
        2 "But (20,24) is labelled" => So::Says("(20,24) lies within 4 of a hallway");
        3 "The seventh try" => So::Holds("built and tries = 7");
        3 "13 cells west, from (32,28)" => So::Says("from (32,28), 13 cells west");
        4 "Three, and no more" => So::Holds("register \"hallways\" = 3");
        4 "96 draws" => So::SoFar("refused", 96);
    }
    "one-door-a-pair" {
        1 "Room 9 has stopped growing" => So::Says("Room 9 is done");
        1 "none to room 8, which it touches in 8 places" => So::SoFar("touched and room = 9 and other = 8", 8);
        2 "12 pairs" => So::Says("for 12 pairs of rooms");
        3 "rooms 9 and 8 touch" => So::Says("between rooms 9 and 8");
        3 "(43,20), with 1/8" => So::Says("Door at (43,20) between rooms 9 and 8, drawn from 8 candidates");
        4 "28 doors stand now" => So::Holds("register \"doors\" = 28");
        4 "the 12 pairs" => So::InAll("opened and register \"deck\" = 1", 12);
    }
    "two-halves-of-a-ship" {
        1 "Three hallways" => So::Holds("register \"hallways\" = 3");
        2 "The 12 rooms are done" => So::Holds("register \"rooms\" = 12");
        3 "253 cells of 716" => So::Says("the flood reached 253 of 716 cells");
        4 "19 rooms" => So::Holds("register \"rooms\" = 19");
        4 "all 1,176 cells are one region" => So::Says("all 1176 cells");
    }
    "three-decks" {
        1 "From the start at (2,9) to the stairs at (53,22) it is 70 steps" => So::Outcome("/decks/0/steps", "70");
        1 "(2,9)" => So::Outcome("/decks/0/start", "[2,9]");
        1 "(53,22)" => So::Outcome("/decks/0/goal", "[53,22]");
        1 "some of the 27 doors; 22 enemies" => So::Run(|run| run.explain().contains("27 doors") && run.explain().contains("22 enemies"));
        1 "Deck 1" => So::Says("Deck 1 is done");
        2 "Deck 2" => So::Says("Deck 2 is done");
        2 "One arrives on the right, at (59,10)" => So::Outcome("/decks/1/start", "[59,10]");
        2 "at (9,19): 77 steps" => So::Outcome("/decks/1/goal", "[9,19]");
        2 "77 steps" => So::Outcome("/decks/1/steps", "77");
        3 "Deck 3" => So::Says("Deck 3 is done");
        3 "From (10,21) it is 60 steps" => So::Outcome("/decks/2/start", "[10,21]");
        3 "60 steps" => So::Outcome("/decks/2/steps", "60");
        3 "to the teleporter at (48,9)" => So::Outcome("/decks/2/goal", "[48,9]");
        3 "teleporter" => So::Outcome("/decks/2/exit", "\"teleporter\"");
    }
};
