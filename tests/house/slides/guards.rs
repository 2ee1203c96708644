//! Claims of the slides of the lessons on guards.

use super::{Claim, So};
use crate::claims;
use gridscope::trace::trace::replay::Outline;

pub const CLAIMS: &[Claim] = claims! {
    "unseen-shutter" {
        1 "In turn 0" => So::Watch("turn", "0");
        1 "opens the shutter at (5,2)" => So::Shows("truth", 5, 2, "shutter-open");
        1 "In run B it knows everything" => So::Beside(1, &So::Shows("belief", 5, 2, "shutter-open"));
        1 "the guard believes that it is still closed" => So::Shows("belief", 5, 2, "shutter");
        2 "for 46" => So::Says("Guard 1 plans a path from (1,5) to (2,1), cost 46");
        2 "it thinks the shutter is closed" => So::Shows("belief", 5, 2, "shutter");
        2 "for 22" => So::Beside(1, &So::Watch("plan cost", "22"));
        3 "In turn 4" => So::Watch("turn", "4");
        3 "is at (5,5)" => So::Watch("at", "(5,5)");
        3 "It sees the open shutter" => So::Shows("belief", 5, 2, "shutter-open");
        4 "from 40 to 14" => So::Says("Guard 1 plans a path from (5,5) to (2,1), cost 14");
        4 "from 40" => So::Outcome("/guards/0/plan_costs/3", "40");
        5 "after 11 moves" => So::Says("11 moves");
        5 "as many as run B" => So::Beside(1, &So::Outcome("turns", "11"));
        5 "up to (5,5)" => So::Outcome("/guards/0/path/4", "[5,5]");
        5 "both paths are the same" => So::Beside(1, &So::Outcome("/guards/0/path/4", "[5,5]"));
        0 "here that makes no difference" => So::If("knowledge=last-seen", &So::Outcome("turns", "11"));
    }
    "back-and-forth" {
        1 "the shutter at (5,2)" => So::Shows("belief", 5, 2, "shutter-open");
        1 "In truth it was closed" => So::Shows("truth", 5, 2, "shutter");
        1 "for 22" => So::Says("Guard 1 plans a path from (1,5) to (2,1), cost 22");
        1 "both guards plan through it" => So::Beside(1, &So::Watch("plan cost", "22"));
        2 "From (5,5) both" => So::Watch("at", "(5,5)");
        2 "both guards see that it is closed" => So::Beside(1, &So::Watch("at", "(5,5)"));
        2 "38 instead of 16" => So::Says("Guard 1 plans a path from (5,5) to (2,1), cost 38");
        2 "instead of 16" => So::Outcome("/guards/0/plan_costs/3", "16");
        3 "At (6,5)" => So::Watch("at", "(6,5)");
        3 "believes the map again" => So::Shows("belief", 5, 2, "shutter-open");
        3 "turns back, for 16" => So::Says("Guard 1 plans a path from (6,5) to (2,1), cost 16");
        3 "goes on, for 36" => So::Beside(1, &So::Watch("plan cost", "36"));
        4 "plans for 38" => So::Says("Guard 1 plans a path from (5,5) to (2,1), cost 38");
        4 "between 38 and 16" => So::Outcome("/guards/0/plan_costs/7", "16");
        5 "After 24 turns" => So::Outcome("turns", "24");
        5 "between (5,5) and (6,5)" => So::Outcome("/guards/0/path/23", "[6,5]");
        5 "between (5,5)" => So::Outcome("/guards/0/path/24", "[5,5]");
        5 "arrived after 23" => So::Beside(1, &So::Outcome("turns", "23"));
        4 "it rose once and only falls since then" => So::Beside(1, &So::Run(|run| {
        let costs: Vec<_> = run.outcome()["guards"][0]["plan_costs"].as_array().into_iter().flatten().map(serde_json::Value::as_u64).collect();
        costs.windows(2).filter(|pair| pair[1] > pair[0]).count() == 1
        }));
    }
    "lamps-and-dark" {
        1 "the shutter at (10,2)" => So::Shows("light", 10, 2, "lit");
        1 "which the script has just opened" => So::Shows("truth", 10, 2, "shutter-open");
        1 "sees up to 3 cells far" => So::Run(|run| run.figures().iter().any(|f| f.label == "range 3"));
        2 "for 62" => So::Says("Guard 1 plans a path from (11,7) to (16,1), cost 62");
        2 "neither guard" => So::Beside(1, &So::Watch("plan cost", "62"));
        3 "From (10,7) the shutter is 5 cells" => So::Watch("at", "(10,7)");
        3 "run A sees lit cells from farther away" => So::Shows("overlay", 10, 2, "seen, for a lamp lights it");
        3 "Run B does not" => So::Beside(1, &So::Empty("overlay", 10, 2));
        4 "drops to 24" => So::Says("Guard 1 plans a path from (10,7) to (16,1), cost 24");
        4 "has 60 to go" => So::Beside(1, &So::Watch("plan cost", "60"));
        5 "19 turns" => So::Outcome("turns", "19");
        5 "after 37" => So::Beside(1, &So::Outcome("turns", "37"));
        5 "turn 1" => So::Outcome("turns", "19");
    }
    "one-way-window-guards" {
        1 "the shutter at (9,2)" => So::Holds("at 9,2");
        1 "guard 1 sees" => So::Says("Guard 1 now believes that there is an open shutter at (9,2), not a shutter: it sees the cell");
        1 "guard 1 sees" => So::Says("it sees the cell");
        1 "at (9,2) is open" => So::Run(|run| { let mut run = run.fork(); run.look_through(2); super::shown(&run, "belief", 9, 2).is_some_and(|v| v.to_string() == "shutter") });
        2 "Guard 1 plans through the alley, with 26 to go" => So::Run(|run| run.figures().iter().any(|f| f.label == "guard 1: 26 to go"));
        2 "with 38 to go" => So::Run(|run| run.figures().iter().any(|f| f.label == "guard 2: 38 to go"));
        2 "Guard 2 thinks" => So::Shows("belief", 9, 2, "shutter");
        2 "In run B neither guard knows" => So::Beside(1, &So::Watch("changes believed", "0"));
        3 "24 to go" => So::Says("Guard 1 plans a path from (5,6) to (8,1), cost 24");
        3 "Guard 1 has" => So::Says("Guard 1 plans a path from (5,6)");
        4 "Guard 1 has arrived, after 14 moves" => So::Says("Guard 1 arrived at (8,1) after 14 moves");
        4 "Guard 2 is still on its way" => So::Outcome("/guards/1/path/20", "[10,1]");
        5 "From (17,1) guard 2 sees" => So::Watch("at", "(17,1)");
        5 "guard 2 sees the open shutter at last" => So::Holds("at 9,2");
        5 "has cost six moves" => So::Outcome("/guards/1/path/20", "[10,1]");
        5 "has cost six moves" => So::If("knowledge=omniscient", &So::Outcome("/guards/1/path/14", "[10,1]"));
    }
    "patrol-and-keys" {
        1 "the door at (5,3)" => So::Shows("truth", 5, 3, "door-locked");
        1 "Guard 1 has" => So::Outcome("/guards/0/path/2", "[5,3]");
        1 "with 11 to go. Guard 2 has no key" => So::Run(|run| run.figures().iter().any(|f| f.label == "guard 1: 11 to go"));
        1 "for 47" => So::Says("Guard 2 plans a path from (1,6) to (2,1), cost 47");
        2 "Guard 1 walks into the door" => So::Says("Guard 1 moved from (5,4) to (5,3)");
        2 "Guard 2 does" => So::Run(|run| { let mut run = run.fork(); run.look_through(2); super::shown(&run, "belief", 5, 3).is_some_and(|v| v.to_string() == "door-locked") });
        2 "leaves it open" => So::Shows("truth", 5, 3, "door-open");
        3 "From (5,6)" => So::Watch("at", "(5,6)");
        3 "it is open" => So::Holds("at 5,3");
        3 "guard 2 sees" => So::Says("Guard 2 now believes that there is an open door at (5,3), not a locked door: it sees the cell");
        4 "from 41 to 15" => So::Says("Guard 2 plans a path from (5,6) to (2,1), cost 15");
        4 "from 41" => So::Outcome("/guards/1/plan_costs/3", "41");
        4 "for 39" => So::Beside(1, &So::Watch("plan cost", "39"));
        4 "takes 5 turns. Guard 2 came" => So::Beside(1, &So::Watch("plan cost", "39"));
        5 "for 32" => So::Says("Guard 1 plans a path from (7,2) to (5,4), cost 32");
        5 "Guard 1 wants" => So::Says("Guard 1 plans a path from (7,2)");
        5 "guard 2 comes up the corridor" => So::Outcome("/guards/1/path/7", "[5,3]");
        5 "after 11" => So::Outcome("/guards/0/plan_costs/6", "11");
        5 "guard 1 plans around the outside" => So::Run(|run| run.path().contains(&gridscope::trace::Cell::new(11, 4)));
    }
    "two-guards-one-corridor" {
        1 "for 26" => So::Watch("plan cost", "26");
        1 "guard 2 sees or knows that guard 1 is in its way" => So::Beside(2, &So::Watch("plan cost", "26"));
        1 "In run B it plans straight through" => So::Beside(1, &So::Watch("plan cost", "16"));
        2 "guard 1, at (8,2), sees guard 2 in the corridor and plans around it" => So::Watch("at", "(8,2)");
        2 "27" => So::Says("Guard 1 plans a path from (8,2) to (14,2), cost 27");
        3 "at (7,2), guard 1 does not see guard 2 any" => So::Watch("at", "(7,2)");
        3 "drops to 14" => So::Says("Guard 1 plans a path from (7,2) to (14,2), cost 14");
        4 "In run A this goes on forever" => So::Outcome("/guards/0/arrived", "false");
        4 "In run B both wait for each other and stop" => So::Beside(1, &So::Says("nothing changes any more"));
        4 "both have arrived" => So::Beside(2, &So::Outcome("/guards/1/arrived", "true"));
        4 "after 12 turns" => So::Beside(2, &So::Outcome("turns", "12"));
        4 "this goes on forever" => So::If("max-turns=200", &So::Outcome("/guards/0/arrived", "false"));
        4 "In run C guard 2 goes around" => So::Beside(2, &So::Outcome("/guards/1/path/6", "[10,5]"));
        4 "In run C guard 2 goes around" => So::Beside(2, &So::Outcome("/guards/0/path/8", "[14,2]"));
    }
    "he-still-goes-there" {
        1 "The goal (8,3) is a closed secret door" => So::Shows("belief", 8, 3, "secret-door");
        1 "to (8,2), the closest cell, for 14" => So::Says("Guard 1 knows no path from (1,2) to its goal, so it plans a path to the closest cell, (8,2), cost 14");
        1 "In run B there is no plan" => So::Beside(1, &So::Outcome("/guards/0/plan_costs/0", "null"));
        2 "Turn 1" => So::Watch("turn", "1");
        2 "he sees it" => So::Shows("belief", 8, 3, "secret-door-open");
        2 "for 14" => So::Says("Guard 1 plans a path from (2,2) to (8,3), cost 14.");
        2 "for 16" => So::Beside(1, &So::Outcome("/guards/0/plan_costs/1", "16"));
        3 "Turn 4: the door closes. He sees that (8,3) is a secret door again" => So::Says("Guard 1 now believes that there is a secret door at (8,3), not an open secret door: it sees the cell");
        3 "Turn 4" => So::Watch("turn", "4");
        3 "in both runs" => So::Beside(1, &So::Shows("belief", 8, 3, "secret-door"));
        4 "with 4 to go" => So::Run(|run| run.figures().iter().any(|f| f.label == "guard 1: 4 to the closest cell"));
        4 "he is at (6,2)" => So::Says("Guard 1 moved from (5,2) to (6,2)");
        4 "at (4,2) and stays there" => So::Beside(1, &So::Says("Guard 1 stays at (4,2): there is no plan."));
        5 "After 8 turns" => So::Says("The run ended after 8 turns");
        5 "at (8,2)" => So::Outcome("/guards/0/path/7", "[8,2]");
    }
    "curious-guards" {
        1 "turn 1 the thief goes from (4,3) to the shutter at (4,4)" => So::Says("The script moved the thief from (4,3) to (4,4)");
        1 "In turn 1" => So::Watch("turn", "1");
        2 "Guard 1, at (14,5)" => So::Watch("at", "(14,5)");
        2 "that (4,4) is open" => So::Says("Guard 1 noticed an open shutter at (4,4), where the map shows a shutter");
        3 "Guards 2 and 3 are too far away" => So::Run(|run| [2, 3].into_iter().all(|eyes| { let mut run = run.fork(); run.look_through(eyes); super::shown(&run, "overlay", 4, 4).is_none() }));
        3 "Guard 2 hears of it from guard 1" => So::SoFar("noticed and \"guard\" = 2", 1);
        3 "tells guard 3" => So::Says("Guard 2 and guard 3 told each other of 1 cell");
        4 "In turn 5 they are at (9,5), (8,7) and (11,6)" => So::Says("Guard 3 moved from (12,6) to (11,6)");
        4 "(9,5), " => So::Outcome("/guards/0/path/6", "[9,5]");
        4 "(8,7)" => So::Outcome("/guards/1/path/6", "[8,7]");
        4 "In turn 5" => So::Watch("turn", "5");
        4 "guard 3 stays in front of the secret door, at (16,6)" => So::Beside(1, &So::Says("Guard 3 stays at (16,6)"));
        5 "turn 9 guard 2 is the first to arrive, at (5,5)" => So::Says("Guard 2 stays at (5,5): it closed a door or shutter");
        5 "In turn 9" => So::Watch("turn", "9");
        5 "closes (4,4)" => So::Shows("truth", 4, 4, "shutter");
        5 "The others see it and go back" => So::InAll("righted", 3);
        6 "turn 17 guard 3 is at (16,6) again" => So::Says("Guard 3 stays at (16,6): it is as close as it believes it can get.");
        6 "In turn 17" => So::Watch("turn", "17");
        6 "(17,6) is closed" => So::Watch("goal", "(17,6)");
    }
    "mcneills-picture" {
        1 "at (3,4)" => So::Says("Guard 1 plans a path from (12,5) to (7,2), cost 31");
        1 "Guard 1 sees" => So::Shows("belief", 3, 4, "secret-door-open");
        1 "plans through it to the thief at (7,2), for 31" => So::Watch("plan cost", "31");
        2 "In turn 6 the window at (9,4) opens" => So::Says("The script made the shutter at (9,4) an open shutter");
        2 "In turn 6" => So::Watch("turn", "6");
        2 "All three guards are west of it" => So::Outcome("/guards/2/path/6", "[8,5]");
        3 "Guard 3, at (8,5)" => So::Watch("at", "(8,5)");
        3 "for 23" => So::Says("Guard 3 plans a path from (8,5) to (7,2), cost 23");
        3 "for 11" => So::Beside(1, &So::Outcome("/guards/2/plan_costs/6", "11"));
        3 "turns around for 11" => So::Beside(1, &So::Outcome("/guards/2/path/7", "[9,5]"));
        4 "In turn 12 guard 1 is through the door" => So::Watch("turn", "12");
        4 "sees that the window is open" => So::Shows("belief", 9, 4, "shutter-open");
        4 "Its plan costs 7" => So::Watch("plan cost", "7");
        1 "So do the others" => So::Outcome("/guards/1/plan_costs/0", "34");
        1 "So do the others" => So::Outcome("/guards/2/plan_costs/0", "35");
        1 "So do the others" => So::Outcome("/guards/2/path/12", "[3,4]");
        2 "west of it" => So::Outcome("/guards/0/path/6", "[6,5]");
        2 "west of it" => So::Outcome("/guards/1/path/6", "[7,5]");
    }
    "too-wide-for-the-gap" {
        1 "from (3,3) to (19,3) through the middle gap, for 36" => So::Says("Guard 1 plans a path from (3,3) to (19,3), cost 36.");
        1 "for 34" => So::Beside(1, &So::Says("Guard 1 plans a path from (3,3) to (19,3), cost 34"));
        1 "for 48" => So::Beside(2, &So::Says("Guard 1 plans a path from (3,3) to (19,3), cost 48"));
        2 "turn 1 the shutter at (11,5)" => So::Says("The script made the open shutter at (11,5) a shutter");
        2 "In turn 1" => So::Watch("turn", "1");
        2 "see 5 cells far" => So::Run(|run| run.figures().iter().any(|f| f.label == "range 5"));
        3 "turn 3 guard A is at (6,3) and sees that (11,5) is closed" => So::Watch("at", "(6,3)");
        3 "In turn 3" => So::Watch("turn", "3");
        3 "that (11,5) is closed" => So::Says("Guard 1 now believes that there is a shutter at (11,5), not an open shutter: it sees the cell");
        3 "(11,6) beside" => So::Shows("belief", 11, 6, "floor");
        4 "One free cell is not enough for two" => So::WhyNot(11, 6, "the body does not fit there");
        4 "costs 41 and leads to the last gap" => So::Says("Guard 1 plans a path from (6,3) to (19,3), cost 41");
        4 "it would have been 30" => So::SoFar("planned and cost = 32", 1);
        4 "for 28" => So::Beside(1, &So::Says("Guard 1 plans a path from (6,3) to (19,3), cost 28"));
        5 "at (11,9). Its body fills (11,9) to (12,10)" => So::Watch("at", "(11,9)");
        5 "In turn 11" => So::Watch("turn", "11");
        5 "(11,9) to (12,10)" => So::Run(|run| run.figures().iter().any(|f| f.outline == Outline::Area && f.points[..3] == [[11.0, 9.0], [13.0, 9.0], [13.0, 11.0]]));
        6 "A needed 19 moves" => So::Says("Guard 1 arrived at (19,3) after 19 moves");
        6 "B needed 16" => So::Beside(1, &So::InAll("moved", 16));
        6 "C 18" => So::Beside(2, &So::InAll("moved", 18));
        2 "none of them knows" => So::Watch("changes believed", "0");
        2 "none of them knows" => So::Beside(1, &So::Watch("changes believed", "0"));
        2 "none of them knows" => So::Beside(2, &So::Watch("changes believed", "0"));
        5 "Run C is already through" => So::Beside(2, &So::Watch("at", "(13,10)"));
    }
};
