//! Claims of the slides of the lessons on ships and air.

use super::{Claim, So};
use crate::claims;

pub const CLAIMS: &[Claim] = claims! {
    "a-breach" {
        1 "24 cells of the hull" => So::Holds("register \"pressure walls\" = 24");
        2 "at (9,3) breaks" => So::SoFar("\"changed\" and at 9,3", 1);
        2 "ten cells lose air" => So::Holds("register \"venting cells\" = 10");
        3 "(5,2) was" => So::Says("(5,2) is a pressure wall now: both floods reach it");
        4 "down to 0.5" => So::Shows("air", 7, 3, "0.5");
        4 "its 16 pressure walls" => So::Holds("register \"pressure walls\" = 16");
        4 "the left room still has 1" => So::Shows("air", 2, 3, "1");
        5 "1 for each cell of the left room" => So::Shows("air", 2, 3, "1");
        5 "air left is 9" => So::Holds("register \"air left\" = 9");
        1 "The wall between the rooms is not one of them" => So::SoFar("pressed and (at 5,2 or at 5,4)", 0);
    }
    "open-the-door-and-close-it" {
        1 "at (9,3)" => So::SoFar("\"changed\" and at 9,3", 1);
        1 "The left one, behind the door, is full" => So::Shows("air", 4, 3, "1");
        2 "at (5,3)" => So::Says("(5,3) became an open door");
        3 "has 0.1" => So::Shows("air", 4, 3, "0.1");
        3 "as much as one full cell: 1" => So::Holds("register \"air left\" = 1");
        4 "(2,2), rises from 0.1 to 1" => So::Says("The air at (2,2) rose from 0.1 to 1");
        5 "air is 9" => So::Holds("register \"air left\" = 9");
        2 "Now the left room loses its air" => So::Watch("turn", "11");
        3 "After nine units" => So::Watch("turn", "19");
    }
    "suction" {
        1 "unit 2 the window at (16,4) breaks" => So::Watch("turn", "2");
        1 "at (16,4) breaks" => So::Says("The window at (16,4) became floor");
        2 "unit 3 the door should close" => So::Watch("turn", "3");
        2 "the doorway at (7,4)" => So::Says("Close at (7,4) did nothing");
        3 "unit 6 the doorway is free" => So::Watch("turn", "6");
        3 "The 25 cells" => So::Holds("sealed and cells = 25");
        4 "choose (17,4), with 1/3" => So::Says("to (17,4), one of 3 equally good neighbours, a 1 in 3 chance");
        5 "by (17,5)" => So::Says("Enemy 1 was lost to the void at (17,5)");
        6 "2 things are lost" => So::Holds("register \"lost things\" = 2");
        4 "three neighbours without air, and all are equally good" => So::Tied(&[(17, 3), (17, 4), (17, 5)]);
    }
    "explosion" {
        1 "It goes off at (12,5) and sends 36 shockwaves" => So::Says("An explosion at (12,5) sent 36 shockwaves");
        1 "between 4 and 5 away" => So::Says("4 to 5 away");
        2 "the enemy at (13,5)" => So::Says("went through enemy 1 at (13,5)");
        3 "a chance of 2/3" => So::Says("(7,5) was hit. The 12-sided die gave 10; below 8 it breaks, a 2 in 3 chance, so it held");
        3 "(7,5) the die shows 10, and only a number below 8 breaks it" => So::Says("(7,5) was hit. The 12-sided die gave 10; below 8 it breaks, a 2 in 3 chance, so it held");
        4 "14 cells" => So::SoFar("\"changed\"", 14);
        5 "are lost: 3 of 4" => So::Holds("register \"lost things\" = 3");
        6 "air left is 35" => So::Holds("register \"air left\" = 35");
        6 "One throw decided that" => So::Run(|run| run.of_kind("struck").iter().filter(|&&i| run.cell(i as usize).is_some_and(|c| c.x <= 7)).count() == 1);
    }
    "a-chain-of-bloats" {
        1 "The explorer at (3,6) shoots once, as line 1 of the script says" => So::SoFar("scripted and at 3,6", 1);
        2 "The blast of a bloat reaches 2 cells. Two bloats are in reach" => So::SoFar("swelled", 2);
        3 "each burst once" => So::InAll("burst and at 7,5", 1);
        3 "Bloats 2 and 3 were in each other's blast" => So::InAll("burst and at 7,7", 1);
        4 "hits the window at (13,1), which breaks with a chance of 2/3" => So::Says("below 8 it breaks, a 2 in 3 chance, so it held");
        5 "The last bloat of the lower row" => So::InAll("burst and at 14,8", 1);
        5 "Its death has 21 causes" => So::Run(|run| run.outcome()["deaths"][0]["causes"].as_array().is_some_and(|all| all.len() == 21));
        5 "click (15,8) and ask" => So::Says("The guard died at (15,8)");
        5 "keeps 2 of 4" => So::Outcome("/health/13", "2");
        2 "They will burst in the next unit" => So::Watch("turn", "1");
        3 "Two units later both rows burst" => So::Watch("turn", "3");
    }
    "a-last-stand" {
        1 "Line 2 of the script" => So::SoFar("scripted", 2);
        1 "It stops at bloat 2" => So::Says("An explosion at (31,20)");
        1 "36 shockwaves" => So::Says("36 shockwaves");
        2 "Enemy 14 is dead" => So::Says("Enemy 14 died");
        2 "flames took 1" => So::SoFar("hurt and at 31,14 and left = 3", 1);
        2 "the rocket 2, flames the last 1" => So::SoFar("hurt and at 31,14 and left = 1", 1);
        3 "the three bloats burst" => So::SoFar("burst", 3);
        4 "Explorer 2 was pulled" => So::Says("Explorer 2 was lost to the void");
        5 "Explorer 1 went on through rooms without air, which cost 1 of its 4 health in each unit, and died at (35,17)" => So::Says("Explorer 1 died at (35,17)");
        6 "Explorer 3 held the beacon for five units, to unit 40" => So::Outcome("/beacon/sent", "40");
        6 "arrives in unit 42" => So::Outcome("/beacon/arrival", "42");
        6 "1 of 3 comes home" => So::Outcome("/survivors", "1");
    }
    "a-ship" {
        1 "place, (12,16), and a length: 11 cells" => So::Says("from (12,16), 11 cells east");
        2 "Three hallways are done" => So::Holds("register \"hallways\" = 3");
        3 "Twenty rooms" => So::Holds("register \"rooms\" = 20");
        3 "one door" => So::Holds("register \"doors\" = 20");
        4 "38 doors by now" => So::Holds("register \"doors\" = 38");
        4 "Then 38 windows" => So::Holds("register \"windows\" = 38");
        5 "all 1,177" => So::Says("all 1177 cells");
        6 "The start is at one end" => So::SoFar("placed and thing = start", 1);
        6 "the stairs at the other" => So::SoFar("placed and thing = stairs-down", 1);
    }
    "a-refused-hallway" {
        1 "within 4 cells of it on the plan" => So::SoFar("labelled and distance > 4", 0);
        2 "from (16,16), 8 cells east" => So::Says("from (16,16), 8 cells east");
        2 "But (16,16) has a dot" => So::Says("Refused the hallway from (16,16), 8 cells east: (16,16) is within 4 of a hallway. This was valid attempt 2");
        3 "The eleventh try" => So::Holds("built and tries = 11");
        3 "from (32,10), 6 cells south" => So::Says("from (32,10), 6 cells south");
        4 "from (26,16), 8 cells west" => So::Says("from (26,16), 8 cells west");
        4 "It is within 4 cells of a hallway" => So::Says("Refused the hallway from (26,16), 8 cells west: (26,16) is within 4 of a hallway. This was valid attempt 7");
        5 "the deck has two of six" => So::Holds("register \"hallways\" = 2");
        5 "136 hallways were refused" => So::SoFar("refused", 136);
    }
    "one-door-a-pair" {
        1 "Room 9 has stopped growing" => So::Says("Room 9 is done");
        1 "none to room 8, which it touches in 8 places" => So::SoFar("touched and room = 9 and other = 8", 8);
        2 "12 pairs" => So::Says("Next, the doors between rooms that touch without one: 12 pairs");
        3 "rooms 9 and 8 touch" => So::Says("between rooms 9 and 8");
        3 "chose (43,20), with a chance of 1/8" => So::Says("Door at (43,20) between rooms 9 and 8, chosen by the dice from 8 places");
        4 "28 doors" => So::Holds("register \"doors\" = 28");
        4 "the 12 pairs" => So::InAll("opened and register \"deck\" = 1", 12);
        3 "could have been the door" => So::Tied(&[(44, 9), (46, 9), (43, 10), (43, 12), (43, 14), (43, 16), (43, 18), (43, 20)]);
    }
    "two-halves-of-a-ship" {
        1 "Three hallways" => So::Holds("register \"hallways\" = 3");
        2 "The 12 rooms are done" => So::Holds("register \"rooms\" = 12");
        3 "reaches 253 of 716 cells" => So::Says("Refused plan 1: the flood reached only 253 of 716 cells of floor and doors, so they are not connected");
        4 "19 rooms" => So::Holds("register \"rooms\" = 19");
        4 "all 1,176 cells" => So::Says("all 1176 cells");
    }
    "three-decks" {
        1 "From the start at (2,9) to the stairs at (53,22) it is 70 steps" => So::Outcome("/decks/0/steps", "70");
        1 "(2,9)" => So::Outcome("/decks/0/start", "[2,9]");
        1 "(53,22)" => So::Outcome("/decks/0/goal", "[53,22]");
        1 "the 27 doors. 22 enemies" => So::Run(|run| run.explain().contains("27 doors") && run.explain().contains("22 enemies"));
        1 "From the start at (2,9)" => So::Says("Deck 1 is done");
        2 "You arrive on the right" => So::Says("Deck 2 is done");
        2 "at (59,10)" => So::Outcome("/decks/1/start", "[59,10]");
        2 "at (9,19): 77 steps" => So::Outcome("/decks/1/goal", "[9,19]");
        2 "77 steps" => So::Outcome("/decks/1/steps", "77");
        3 "From (10,21)" => So::Says("Deck 3 is done");
        3 "From (10,21) it is 60 steps" => So::Outcome("/decks/2/start", "[10,21]");
        3 "60 steps" => So::Outcome("/decks/2/steps", "60");
        3 "to the teleporter at (48,9)" => So::Outcome("/decks/2/goal", "[48,9]");
        3 "teleporter" => So::Outcome("/decks/2/exit", "\"teleporter\"");
    }
    "hull-first" {
        1 "without 2 cells on each side, 364 cells" => So::SoFar("stood", 364);
        1 "The dice mirror it" => So::Run(|run| (0..run.cursor()).any(|i| run.event(i).sentence.starts_with("The dice said yes to mirroring the hull")));
        1 "the first cut takes 2 × 2 cells at two corners" => So::Says("Made cut 1 at the south-west, 2 × 2 cells from (6,30): it removed 8 cells, and the hull has 356 of 364 left");
        1 "Run B begins with hallways and rooms" => So::Beside(1, &So::SoFar("stood", 0));
        2 "than 4, from (10,6) on" => So::Says("Refused cut 5 at the west, 7 × 2 cells from (6,28): the hull would be thinner than 4 at (10,6)");
        2 "Of twelve cuts four are refused" => So::InAll("spared", 4);
        2 "two of them because nothing is left there" => So::InAll("spared and why = nothing", 2);
        3 "After 12 cuts 242 cells are left" => So::SoFar("cut and left = 242", 1);
        3 "The dice want 2 hallways along the hull and 0 across" => So::Run(|run| (0..run.len()).any(|i| run.event(i).sentence == "Next, the hallways across the hull. The dice ask for 0."));
        3 "want 2 hallways along" => So::Run(|run| (0..run.len()).any(|i| run.event(i).sentence == "Next, the hallways along the hull. The dice ask for 2."));
        3 "11 cells" => So::SoFar("built and length = 11", 2);
        4 "while it had more than 30 cells" => So::InAll("split and cells <= 30", 0);
        4 "Section 12 has only 3 cells, and a room needs 4" => So::Says("Refused section 12 at (24,22) as a room: it has 3 cells, and a room needs 4");
        5 "hallway 1 reached 307 of 714 cells" => So::Says("307 cells of floor and doors can be reached");
        5 "714 cells" => So::SoFar("entered and number = 714", 1);
        5 "8 of the 12 rooms" => So::Outcome("unreachable", "8");
        5 "a room beside a hallway has doors to hallways only" => So::Run(|run| run.tables()[0].rows.iter().filter(|row| row.values[5].starts_with("room")).count() == 2);
        5 "the 12 rooms" => So::Outcome("rooms", "12");
        6 "its 20 rooms" => So::Beside(1, &So::Outcome("rooms", "20"));
        6 "Run B will reach all its" => So::Beside(1, &So::Outcome("unreachable", "0"));
        6 "none has a single door" => So::Beside(1, &So::Outcome("dead_ends", "0"));
        6 "In run A" => So::Says("Deck 1 is done");
        6 "6 of 12 rooms have a single door" => So::Outcome("dead_ends", "6");
    }
};
