//! What the slides of the lessons on auto chess say.

use super::{Claim, So};
use crate::claims;

pub const CLAIMS: &[Claim] = claims! {
    "one-jump-instead-of-two" {
        1 "From (4,4) the enemy can be attacked" => So::Says("(4,4) is the nearest so far");
        1 "(4,5), one cell short" => So::Says("the hop toward it is (4,5)");
        2 "offers (5,4)" => So::Watch("alt", "(5,4)");
        2 "(4,5) it is 181 away, less than 200" => So::Says("from (5,4) to the stock hop (4,5) it is 181.02 < 200: it passes");
        3 "(2,7) it is 543, more than 200" => So::Says("to the piece (2,7) it is 543.06 > 200: it passes");
        4 "diagonal to (5,4)" => So::Says("Chose the diagonal jump from (2,7) to (5,4)");
    }
    "problem-reach" {
        1 "(0,3) lies on a diagonal" => So::Says("Passed over (0,3) for the diagonal jump: not one clean jump");
        1 "ends at (2,5)" => So::Says("the first leg of its way ends at (2,5)");
        1 "(0,3) is passed over. Without the switch, on the right, it will be offered" => So::Beside(1, &So::InAll("offered and at 0,3", 1));
        2 "jumps to (3,6), on the shortest way to (1,3)" => So::Says("Chose the stock hop from (4,7) to (3,6), toward (1,3)");
        3 "jumps to (2,5)" => So::Beside(1, &So::Says("Chose the diagonal jump from (4,7) to (2,5)"));
    }
    "problem-far" {
        1 "(3,3) is the nearest cell" => So::Says("(3,3) is the nearest so far, 128 away");
        1 "128 away" => So::Says("128 away");
        2 "offers (2,3)" => So::Watch("alt", "(2,3)");
        2 "that is 181, not more than 200: refused" => So::Says("from (2,3) to the piece (3,4) it is 181.02 ≤ 200: refused");
        2 "measures the same, and is off" => So::Beside(1, &So::Says("it would be refused, but the switch is off"));
        3 "steps to (3,3)" => So::Says("Chose the stock hop from (3,4) to its target (3,3)");
        3 "steps aside to (2,3)" => So::Beside(1, &So::Says("Chose the diagonal jump from (3,4) to (2,3)"));
    }
    "problem-near" {
        1 "(3,5) is the nearest cell" => So::Says("(3,5) is the nearest so far");
        2 "(7,3), which reaches the other enemy" => So::Says("from (7,3) to the stock hop (3,5) it is 572.43 ≥ 200: refused");
        2 "(3,5) it is 572 away, not less than 200" => So::Says("to the stock hop (3,5) it is 572.43 ≥ 200");
        2 "On the right the gate is off" => So::Beside(1, &So::Says("but the switch is off"));
        3 "jumps to (3,5)" => So::Says("Chose the stock hop from (3,7) to its target (3,5)");
        3 "to (7,3)" => So::Beside(1, &So::Says("Chose the diagonal jump from (3,7) to (7,3)"));
    }
    "near-prose-and-code" {
        1 "(2,1), 256 away" => So::Says("(2,1) is the nearest so far, 256 away");
        1 "jump down to (3,2)" => So::Says("the hop toward it is (3,2)");
        2 "offers (2,3). By the article's words, on the left, that is 256 from the target (2,1): refused" => So::Says("from (2,3) to the stock target (2,1) it is 256 ≥ 200: refused");
        2 "from the stock hop (3,2): less than 200, it passes" => So::Beside(1, &So::Says("from (2,3) to the stock hop (3,2) it is 181.02 < 200: it passes"));
        3 "takes the stock hop to (3,2)" => So::Says("Chose the stock hop from (4,1) to (3,2)");
        3 "jumps to (2,3)" => So::Beside(1, &So::Says("Chose the diagonal jump from (4,1) to (2,3)"));
    }
    "manhattan-longer-way" {
        1 "(4,1), and the first jump toward it leads to (3,7)" => So::Says("(4,1) is the nearest so far, 858.65 away; the hop toward it is (3,7)");
        2 "8.41 cells" => So::Says("length 7 + 1√2 = 8.41");
        3 "7.24 cells" => So::Says("length 3 + 3√2 = 7.24");
        3 "jump to (1,4)" => So::Says("its first leg ends at (1,4)");
        3 "another direction" => So::Beside(1, &So::Outcome("hop", "[1,4]"));
    }
    "squeezed" {
        1 "in the corner at (0,7)" => So::Watch("stands at", "(0,7)");
        2 "From (0,7) no way leads" => So::Says("Chose nothing: from (0,7) no path leads");
    }
    "a-whole-fight" {
        1 "Unit 3 jumps" => So::Says("Unit 3 jumped from (2,7) to (6,3)");
        1 "lands at (6,3)" => So::Says("to (6,3)");
        1 "come to (5,4)" => So::Beside(1, &So::SoFar("moved and unit = 3 and at 5,4", 1));
        2 "Round 1" => So::SoFar("moved", 9);
        2 "only three of them" => So::InAll("moved", 12);
        2 "On both boards nine pieces have jumped" => So::Beside(1, &So::SoFar("moved", 9));
        2 "on the right seven" => So::Beside(1, &So::Run(|run| {
            let in_round_two = |i: &usize| (5568..10024).contains(i) && run.kind(*i) == "moved";
            (0..run.len()).filter(in_round_two).count() == 7
        }));
        3 "after 12 jumps in two rounds" => So::SoFar("moved", 12);
        3 "with 16 jumps" => So::Beside(1, &So::SoFar("moved", 16));
        3 "the same round is over as well" => So::Beside(1, &So::Says("Unit 10 stayed"));
        3 "two more rounds" => So::Beside(1, &So::Run(|run| run.turn() == Some(2)));
        4 "21 jumps in 4 rounds" => So::Beside(1, &So::Outcome("rounds", "4"));
        4 "21" => So::Beside(1, &So::Outcome("jumps", "21"));
        4 "12 jumps in 2." => So::Outcome("jumps", "12");
        4 "in 2." => So::Outcome("rounds", "2");
    }
    "round-and-round" {
        1 "(1,4) lies next to the enemy and 128 from the piece" => So::Says("(1,4) is the nearest so far, 128 away; the hop toward it is (1,4)");
        2 "The diagonal cell (0,2) is reached by way of (3,3)" => So::SoFar("offered and at 0,2", 1);
        2 "(3,3) lies 286 from the stock hop, not near, and 181 from the piece" => So::Says("from (3,3) to the piece (2,4) it is 181.02 ≤ 200: it would be refused, but the switch is off");
        2 "286 from the stock hop" => So::Run(|run| run.event(216).sentence.contains("from (3,3) to the stock hop (1,4) it is 286.22 ≥ 200: it would be refused, but"));
        3 "the piece jumps to (3,3)" => So::Says("Chose the diagonal jump from (2,4) to (3,3)");
        3 "there the fight is over after 1 jump" => So::Beside(1, &So::Outcome("jumps", "1"));
        3 "in B to (1,4)" => So::Beside(1, &So::Says("Chose the stock hop from (2,4) to its target (1,4)"));
        4 "From (3,3) the way to (1,4) leads through (2,4)" => So::Says("Chose the stock hop from (3,3) to (2,4), toward (1,4)");
        5 "30 jumps between (2,4) and (3,3)" => So::Outcome("jumps", "30");
        5 "Thirty rounds" => So::Outcome("rounds", "30");
        5 "between (2,4) and (3,3)" => So::InAll("moved and (at 2,4 or at 3,3)", 30);
    }
    "to-the-back-row" {
        1 "(2,4) is the nearest cell to attack from, 384 away" => So::Says("(2,4) is the nearest so far, 384 away");
        1 "next to three of the four fighters" => So::Outcome("/stock/target", "[2,4]");
        2 "Along the diagonal lies (7,2), 905 away" => So::Says("(7,2) is the nearest diagonal cell so far, 905.1 away");
        3 "From (7,2) to the stock hop it is 689, not less than 200" => So::Says("from (7,2) to the stock hop (2,4) it is 689.3 ≥ 200: it would be refused, but the switch is off");
        3 "In B that refuses the jump" => So::Beside(1, &So::Says("689.3 ≥ 200: refused"));
        4 "In A the piece lands on (7,2)" => So::Says("Chose the diagonal jump from (2,7) to (7,2)");
        4 "in B on (2,4)" => So::Beside(1, &So::Says("Chose the stock hop from (2,7) to its target (2,4)"));
    }
};
