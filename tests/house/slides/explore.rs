//! Claims of the slides of the lessons on auto-explore.

use super::{Claim, So};
use crate::claims;

pub const CLAIMS: &[Claim] = claims! {
    "item-against-unknown" {
        1 "(1,1), two steps to the west" => So::Says("(1,1) is a candidate: a single unknown cell with value 2, all its neighbours are known");
        2 "(10,1), seven steps" => So::Says("(10,1) is a candidate: an item with value 7");
        2 "up to 5 steps farther" => So::Outcome("/value", "7");
        3 "is 7, and 2 + 5 = 7 is the bound in run A" => So::Says("Item: the lowest value, 7, is within the bound 7, so the target comes from here");
        3 "is 6" => So::Beside(1, &So::Says("Item: the lowest value, 7, is above the bound 6, so the target comes from elsewhere"));
        4 "Run A walks seven steps to the item" => So::Outcome("/value", "7");
        4 "B two" => So::Beside(1, &So::Outcome("/value", "2"));
    }
    "probable-corner" {
        1 "(8,2) and (8,3) are" => So::Says("(8,3) is a candidate: an unknown cell with value 2");
        1 "(8,2)" => So::Shows("value", 8, 2, "2");
        2 "reaches (1,1) diagonally" => So::Says("(1,1) is a candidate: a single unknown cell with value 5, a probable corner");
        3 "4 steps farther" => So::Watch("singles up to", "6");
        3 "5 is within the bound 2 + 4 = 6" => So::Says("Single unknown cell: the lowest value, 5, is within the bound 6, so the target comes from here");
        4 "A looks into the corner first" => So::Outcome("/target", "[1,1]");
        4 "Run B goes east" => So::Beside(1, &So::Outcome("/target", "[8,2]"));
    }
    "probable-wall" {
        1 "for (2,1)" => So::Empty("value", 2, 1);
        2 "from (2,2)" => So::Run(|run| run.event(26).sentence.contains("Reached (2,1) from (2,2)"));
        2 "both sides of (2,2)" => So::Says("a probable wall");
        3 "(8,2) and (8,3)" => So::Says("(8,2) is a candidate: an unknown cell with value 5");
        3 "(8,3), five" => So::Shows("value", 8, 3, "5");
        4 "Two steps" => So::Outcome("/value", "2");
    }
    "square-approach" {
        1 "at (4,3) diagonally" => So::Says("(4,3) is a candidate: an unexplored door with value 3");
        1 "from (3,2)" => So::Run(|run| run.event(41).sentence.contains("from (3,2)"));
        2 "Its value is 3" => So::Says("Chose the unexplored door at (4,3), value 3");
        3 "to (4,2), of value 3" => So::Shows("value", 4, 2, "3");
        3 "(3,2) with its 2" => So::Shows("value", 3, 2, "2");
        4 "The last step goes straight into the door" => So::Outcome("/path/3", "[4,3]");
        2 "Nothing else is left" => So::InAll("listed", 1);
    }
    "ambush-step" {
        1 "(3,2) is unknown" => So::Says("(3,2) is a candidate: a single unknown cell with value 2, all its neighbours are known");
        1 "the wall at (2,2)" => So::Empty("value", 2, 2);
        2 "from (1,2) to (2,3)" => So::Says("(2,3) is on the path. Its value is 1; the previous cell is to the north-west.");
        2 "at (3,2)" => So::Outcome("/target", "[3,2]");
        3 "to (1,3) first" => So::Says("(1,3) comes first");
    }
    "trap-detour" {
        1 "(3,1) is a known trap" => So::Says("(3,1) is put off: it is a trap");
        1 "value 69, of which 67 are" => So::Beside(1, &So::Shows("value", 3, 1, "69"));
        2 "a target with the value 4" => So::Says("(9,1) is a candidate: an unexplored door with value 4");
        3 "the flood ends after 4 rings" => So::Says("The flood ended after 4 rings");
        4 "Run A goes to the door" => So::Outcome("/kind", "\"door\"");
        4 "value 71" => So::Beside(1, &So::Outcome("/value", "71"));
        4 "Run B walks over the trap" => So::Beside(1, &So::Outcome("/kind", "\"single\""));
    }
    "what-takes-a-turn" {
        1 "A opens the door at (5,2) and steps into it" => So::Says("from (4,2) to (5,2)");
        1 "In its third turn" => So::Run(|run| run.turn() == Some(3));
        1 "B opens it in its third turn as well" => So::Beside(1, &So::Run(|run| run.turn() == Some(3) && run.tiles().len() == 1));
        1 "at (4,2)" => So::Beside(1, &So::SoFar("moved", 2));
        2 "at (6,3)" => So::Says("Step 4: from (5,2) to (6,3)");
        2 "B has made three" => So::Beside(1, &So::SoFar("moved", 3));
        3 "at (6,4)" => So::Says("Step 6: from (6,4)");
        3 "to (6,3) and stops there" => So::Beside(1, &So::Says("Stopped at the trap at (6,4), which the path leads over."));
        4 "A has explored everything, in 16 moves" => So::Outcome("moves", "16");
        4 "explored everything" => So::Says("every cell is known");
        4 "B 24 cells" => So::Beside(1, &So::Holds("unknown = 24"));
    }
    "down-before-up" {
        1 "at (2,1) leads" => So::Says("(2,1) is a candidate: an exit up with value 2");
        2 "at (8,1) leads" => So::Says("(8,1) is a candidate: an exit down with value 4");
        3 "nothing is left" => So::Says("Unexplored door: no candidate");
        4 "The exit down at (8,1) wins" => So::Says("Chose the exit down at (8,1), value 4");
        3 "nothing is left in the other lists" => So::InAll("listed", 2);
    }
    "directional-adjacency" {
        1 "eight neighbours" => So::Says("8 neighbours on the map");
        2 "(10,15) was reached by a step south" => So::Says("Expanded (10,15), reached by a step south, value 5. It looks ↓ and ↙ ↘, at 3 neighbours on the map");
        2 "It asks only three cells" => So::Says("3 neighbours on the map");
        3 "(15,15) was" => So::Says("Expanded (15,15), reached by a step south-east, value 5. It looks ↓ → and ↙ ↘ ↗, at 5 neighbours on the map");
        3 "It asks five neighbours" => So::Says("5 neighbours on the map");
        4 "1160 looks" => So::Says("The flood ended after 11 rings. It looked at 1160 neighbours and checked for the edge of the map 2324 times");
        4 "441 cells" => So::Run(|run| run.size().area() == 441);
        4 "take 3277 and find nothing more" => So::Run(|run| { let inner = u32::from(run.size().width) - 2; inner * inner * 8 + 4 * inner * 5 + 3 * 3 == 3277 });
        2 "Its other neighbours are reached sooner" => So::Shows("value", 9, 15, "5");
        2 "Its other neighbours are reached sooner" => So::Shows("value", 9, 14, "4");
    }
    "explore-cave" {
        1 "(23,1), three steps" => So::Says("Chose the unknown cell at (23,1), value 3");
        2 "unknown cell is 6" => So::Watch("lowest unknown", "6");
        2 "(9,9), at 10" => So::Says("Chose the single unknown cell at (9,9), value 10");
        3 "(8,6) is the nearest of them by a straight line" => So::Winner(8, 6);
        4 "(36,20), nine steps" => So::Says("Chose the item at (36,20), value 9");
        5 "unknown cell is 18" => So::Watch("lowest unknown", "18");
        5 "be 5 steps" => So::Watch("items up to", "23");
        5 "(18,21) is 19" => So::Says("Chose the item at (18,21), value 19");
        6 "153 moves" => So::InAll("moved", 153);
        6 "and 27 choices" => So::SoFar("pick-began", 27);
        6 "the exit down at (2,13)" => So::Holds("at 2,13");
        0 "With a `radius` of 4 it takes 197 moves" => So::If("radius=4", &So::Outcome("moves", "197"));
        0 "with `symmetric` sight 144" => So::If("sight=symmetric", &So::Outcome("moves", "144"));
        3 "five unknown cells" => So::Weighed(1, 8);
        3 "five unknown cells" => So::Weighed(1, 9);
        3 "five unknown cells" => So::Weighed(8, 4);
        3 "five unknown cells" => So::Weighed(8, 5);
        3 "five unknown cells are five steps away" => So::Run(|run| run.decision().is_some_and(|d| d.candidates.iter().filter(|c| c.values.iter().any(|v| v == "5")).count() == 5));
    }
    "the-cheat" {
        1 "(11,6), six steps away" => So::Says("Chose the single unknown cell at (11,6), value 6");
        1 "peeked 4 times" => So::Beside(1, &So::SoFar("peeked", 4));
        1 "to (11,8)" => So::Beside(1, &So::Outcome("/picks/1/target", "[11,8]"));
        2 "After 40 moves" => So::SoFar("moved", 40);
        2 "to (13,0)" => So::Outcome("/picks/17/value", "14");
        2 "to (13,0)" => So::Outcome("/picks/17/target", "[13,0]");
        2 "B, after as many" => So::Beside(1, &So::SoFar("moved", 40));
        2 "to (10,1)" => So::Beside(1, &So::Run(|run| run.watch().iter().any(|(name, v)| name == "target" && v.to_string() == "(10,1)")));
        3 "A has made 57 moves" => So::SoFar("moved", 57);
        3 "every cell is known" => So::Says("Explored: every cell is known");
        3 "In run B six cells stayed unknown" => So::Beside(1, &So::Says("6 cells stayed unknown"));
    }
    "the-borg" {
        1 "three turns more" => So::Says("Rested a turn; 3 more turns to go");
        1 "Run B has made its first step" => So::Beside(1, &So::SoFar("moved", 1));
        2 "at (24,5)" => So::Says("Pushed the weaker enemy at (24,5) away.");
        2 "after 28 moves" => So::SoFar("moved", 28);
        2 "after 26" => So::Beside(1, &So::Outcome("moves", "26"));
        3 "at (13,3)" => So::Says("the trap at (13,3)");
        3 "rolls 59, less than 80" => So::Says("the dice gave 59 of 100, less than 80");
        4 "needs 57 moves and six actions: 63 turns" => So::Outcome("turns", "63");
        4 "57 moves" => So::Outcome("moves", "57");
        4 "B 129 cells" => So::Beside(1, &So::Holds("unknown = 129"));
    }
    "to-the-teleporter" {
        1 "opened the door at (16,3)" => So::SoFar("\"changed\" and at 16,3", 1);
        1 "The enemy at (18,3) is weaker" => So::Says("Pushed the weaker enemy at (18,3) away.");
        2 "After 20 steps nothing is left" => So::Says("Step 20: nothing is left to explore on this deck, so the explorer takes the stairs at (21,5) to (21,9)");
        2 "the stairs at (21,5) to (21,9)" => So::Says("takes the stairs at (21,5) to (21,9)");
        3 "a broken window at (12,14)" => So::Shows("air", 12, 14, "0");
        3 "opens the door at (16,10). Now the air of 31 cells leaves" => So::Says("The opening at (16,10) lets the air out of 31 cells.");
        4 "has closed the door at (16,10)" => So::SoFar("\"changed\" and at 16,10", 2);
        4 "The room on the right is full of air again" => So::Shows("air", 20, 12, "10");
        5 "It has closed the door at (7,11), too" => So::SoFar("\"changed\" and at 7,11", 2);
        5 "It needs 10 turns of rest" => So::SoFar("gasped", 10);
        5 "This was the first of them" => So::Says("Rested a turn; 9 more turns to go");
        6 "the teleporter at (2,13)" => So::Says("Explored: nothing is left but the teleporter at (2,13), and the explorer is there");
        6 "after 42 steps" => So::Outcome("moves", "42");
        6 "in 58 turns" => So::Outcome("turns", "58");
        1 "knew nothing of this ship" => So::Run(|run| run.event(41).sentence.contains("383 unknown cells") && run.size().area() == 384);
    }
};
