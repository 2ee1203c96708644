//! Claims of the slides of the lessons on auto chess.

use super::{Claim, So};
use crate::claims;
use gridscope::trace::trace::breakpoint::Op;

pub const CLAIMS: &[Claim] = claims! {
    "one-jump-instead-of-two" {
        1 "From (4,4) it" => So::Says("(4,4) is the nearest so far");
        1 "(4,5), one cell short" => So::Says("(4,4) is the nearest so far, 461.51 away; the first hop toward it is (4,5)");
        2 "diagonal, (5,4) is one jump away" => So::Watch("alt", "(5,4)");
        2 "hop (4,5) it is 181 away. That is less than 200" => So::Says("from (5,4) to the stock hop (4,5) it is 181.02 < 200, so the diagonal jump passes.");
        3 "at (2,7) it is 543 away, more than 200" => So::Says("to the piece (2,7) it is 543.06 > 200, so the diagonal jump passes.");
        4 "diagonal to (5,4)" => So::Says("Chose the diagonal jump from (2,7) to (5,4)");
        1 "no such cell is nearer" => So::Outcome("/stock/target", "[4,4]");
        4 "it would need a second jump" => So::If("fight=true;alone=true", &So::Outcome("/jumps/stock", "2"));
    }
    "problem-reach" {
        1 "(0,3) is on a diagonal" => So::Says("(0,3) is not a candidate for the diagonal jump: one jump does not get there");
        1 "at (2,5)" => So::Says("(0,3) is not a candidate for the diagonal jump: one jump does not get there, since the first leg of its path ends at (2,5)");
        1 "(0,3) is on a diagonal" => So::Beside(1, &So::InAll("offered and at 0,3", 1));
        2 "to (3,6), on the shortest path to (1,3)" => So::Says("Chose the stock hop from (4,7) to (3,6), toward (1,3)");
        3 "jumps to (2,5)" => So::Beside(1, &So::Says("Chose the diagonal jump from (4,7) to (2,5)"));
        2 "no diagonal is left" => So::Outcome("/alt", "null");
        3 "and run A three" => So::If("fight=true;alone=true", &So::Outcome("/jumps/diagonal", "3"));
        3 "it will need four jumps to attack" => So::If("fight=true;alone=true", &So::Beside(1, &So::Outcome("/jumps/diagonal", "4")));
    }
    "problem-far" {
        1 "(3,3) is the nearest cell" => So::Says("(3,3) is the nearest so far, 128 away");
        1 "128 away" => So::Says("128 away");
        2 "considers (2,3)" => So::Watch("alt", "(2,3)");
        2 "is 181, not more than 200" => So::Says("from (2,3) to the piece (3,4) it is 181.02 ≤ 200, so the diagonal jump is refused.");
        2 "Run B measures the same, but its condition is off" => So::Beside(1, &So::Says("200, so the diagonal jump would be refused, but this gate is off."));
        3 "steps to (3,3)" => So::Says("Chose the stock hop from (3,4) to its target (3,3)");
        3 "steps aside to (2,3)" => So::Beside(1, &So::Says("Chose the diagonal jump from (3,4) to (2,3)"));
        3 "It can attack from there, too, but from farther away" => So::Beside(1, &So::Cells("in-reach", Op::Equal, 128.0, 4));
        3 "from farther away" => So::Beside(1, &So::Shows("in-reach", 2, 3, "181.0193"));
    }
    "problem-near" {
        1 "(3,5) is the nearest cell" => So::Says("(3,5) is the nearest so far");
        2 "diagonal, (7,3) reaches" => So::Says("from (7,3) to the stock hop (3,5) it is 572.43 ≥ 200, so the diagonal jump is refused.");
        2 "hop (3,5) it is 572 away. That is not less than 200" => So::Says("to the stock hop (3,5) it is 572.43 ≥ 200");
        2 "Run B does not ask" => So::Beside(1, &So::Says("Gate near: from (7,3) to the stock hop (3,5) it is 572.43 ≥ 200, so the diagonal jump would be refused, but this gate is off"));
        3 "jumps to (3,5)" => So::Says("Chose the stock hop from (3,7) to its target (3,5)");
        3 "to (7,3)" => So::Beside(1, &So::Says("Chose the diagonal jump from (3,7) to (7,3)"));
        0 "the nearest diagonal cell belongs to the second" => So::Outcome("/alt", "[7,3]");
    }
    "near-prose-and-code" {
        1 "(2,1), 256 away" => So::Says("(2,1) is the nearest so far, 256 away");
        1 "a jump down to (3,2)" => So::Says("(2,1) is the nearest so far, 256 away; the first hop toward it is (3,2)");
        2 "On a diagonal, (2,3)" => So::Says("from (2,3) to the stock target (2,1) it is 256 ≥ 200, so the diagonal jump is refused.");
        2 "from the target (2,1): 256, not less than 200" => So::Says("to the stock target (2,1) it is 256 ≥ 200, so the diagonal jump is refused.");
        2 "from (3,2), the end of the first jump: 181" => So::Beside(1, &So::Says("from (2,3) to the stock hop (3,2) it is 181.02 < 200, so the diagonal jump passes."));
        3 "stock jump to (3,2)" => So::Says("Chose the stock hop from (4,1) to (3,2)");
        3 "In run B it jumps to (2,3)" => So::Beside(1, &So::Says("Chose the diagonal jump from (4,1) to (2,3)"));
    }
    "manhattan-longer-way" {
        1 "is (4,1), and run A's first jump leads to (3,7)" => So::Says("(4,1) is the nearest so far, 858.65 away; the first hop toward it is (3,7).");
        2 "8.41 cells" => So::Says("length 7 + 1√2 = 8.41");
        3 "7.24 cells" => So::Says("length 3 + 3√2 = 7.24");
        3 "at (1,4)" => So::Says("its first leg ends at (1,4)");
        3 "another direction" => So::Beside(1, &So::Outcome("hop", "[1,4]"));
    }
    "squeezed" {
        1 "The nearest of them is (3,3)" => So::SoFar("in-reach and at 3,3", 1);
        2 "The path to (3,3) begins with a jump to (1,3)" => So::Says("(3,3) is the nearest so far, 181.02 away; the first hop toward it is (1,3).");
        2 "That step passes pieces 2 and 3. Both cells beside it are blocked, so it is refused" => So::InAll("opened and at 3,3 and from = (2,4)", 0);
        3 "a length of 4.24 cells" => So::Says("length 3√2 = 4.24");
        3 "All three of its steps are diagonal" => So::SoFar("leg-measured", 3);
    }
    "a-whole-fight" {
        1 "unit 3 jumps from (2,7) to (6,3)" => So::Says("Unit 3 jumped from (2,7) to (6,3)");
        1 "to (6,3)" => So::Says("to (6,3)");
        1 "come to (5,4)" => So::Beside(1, &So::SoFar("moved and unit = 3 and at 5,4", 1));
        2 "Round 1" => So::SoFar("moved", 9);
        2 "only three of them" => So::InAll("moved", 12);
        2 "In both runs nine pieces have jumped" => So::Beside(1, &So::SoFar("moved", 9));
        2 "in run B seven" => So::Beside(1, &So::Run(|run| {
            let in_round_two = |i: &usize| (5568..10024).contains(i) && run.kind(*i) == "moved";
            (0..run.len()).filter(in_round_two).count() == 7
        }));
        3 "after 12 jumps in two rounds" => So::SoFar("moved", 12);
        3 "after 16 jumps" => So::Beside(1, &So::SoFar("moved", 16));
        3 "In run B the same round is over" => So::Beside(1, &So::Says("Unit 10 stays at (5,2): it can attack from there"));
        3 "two more will follow" => So::Beside(1, &So::Run(|run| run.turn() == Some(2)));
        4 "21 jumps in 4 rounds" => So::Beside(1, &So::Outcome("rounds", "4"));
        4 "21" => So::Beside(1, &So::Outcome("jumps", "21"));
        4 "12 jumps in 2." => So::Outcome("jumps", "12");
        4 "in 2." => So::Outcome("rounds", "2");
        1 "The first jump that differs" => So::SoFar("moved and (at 6,6 or at 4,3)", 2);
        1 "The first jump that differs" => So::Beside(1, &So::SoFar("moved and (at 6,6 or at 4,3)", 2));
    }
    "round-and-round" {
        1 "(1,4) is beside the enemy and 128 away" => So::Says("(1,4) is the nearest so far, 128 away; the first hop toward it is (1,4).");
        2 "considers (0,2), by way of (3,3)" => So::SoFar("offered and at 0,2", 1);
        2 "(3,3) is 286 from the stock jump, so not near, and 181 from the piece" => So::Says("from (3,3) to the piece (2,4) it is 181.02 ≤ 200, so the diagonal jump would be refused, but this gate is off.");
        2 "is 286 from the stock jump" => So::Run(|run| run.event(216).sentence.contains("from (3,3) to the stock hop (1,4) it is 286.22 ≥ 200, so the diagonal jump would be refused, but"));
        3 "over after 1 jump" => So::Beside(1, &So::Outcome("jumps", "1"));
        3 "the piece jumps to (3,3)" => So::Says("Chose the diagonal jump from (2,4) to (3,3)");
        3 "to (1,4)" => So::Beside(1, &So::Outcome("jumps", "1"));
        3 "to (1,4)" => So::Beside(1, &So::Says("Chose the stock hop from (2,4) to its target (1,4)"));
        4 "From (3,3) the path to (1,4) leads through (2,4)" => So::Says("Chose the stock hop from (3,3) to (2,4), toward (1,4)");
        5 "30 jumps between (2,4) and (3,3)" => So::Outcome("jumps", "30");
        5 "After 30 jumps" => So::Outcome("rounds", "30");
        5 "between (2,4) and (3,3)" => So::InAll("moved and (at 2,4 or at 3,3)", 30);
        0 "each of the three alone ends the circle" => So::If("reach=true", &So::Outcome("jumps", "1"));
        0 "each of the three alone ends the circle" => So::If("far=true", &So::Outcome("jumps", "1"));
        0 "each of the three alone ends the circle" => So::If("near=true", &So::Outcome("jumps", "1"));
    }
    "fewest-jumps" {
        1 "Run A has expanded the piece's own cell" => So::SoFar("took", 1);
        1 "From (7,4), 18 cells" => So::SoFar("landed and jumps = 1", 18);
        1 "It can attack from none of them" => So::Run(|run| (0..34).all(|i| !run.event(i).sentence.ends_with("and an enemy is in reach.")));
        2 "the 18 cells" => So::SoFar("took", 19);
        2 "stops before it tries three" => So::Run(|run| run.queue(1).0.first().is_some_and(|e| e.key == "jumps 2"));
        2 "Seven cells from which the piece can attack are two jumps away" => So::Run(|run| {
            let goal = |i: &usize| run.event(*i).sentence.ends_with("2 jumps, and an enemy is in reach.");
            (0..run.cursor()).filter(goal).count() == 7 && run.outcome()["jumps"] == 2
        });
        3 "seven, (2,1) is nearest to the piece" => So::Watch("target", "(2,1)");
        3 "to (5,4)" => So::Says("Chose the first of the fewest jumps, from (7,4) to (5,4), toward (2,1).");
        3 "to (6,3)" => So::Beside(1, &So::Says("Chose the stock hop from (7,4) to (6,3), toward (2,1)"));
        3 "and C it jumps to (6,3)" => So::Beside(2, &So::Says("Chose the stock hop from (7,4) to (6,3), toward (2,1)"));
        4 "run C 4" => So::Beside(2, &So::Outcome("jumps", "4"));
        4 "from (5,4) to (2,1)" => So::SoFar("moved and from = (5,4) and at 2,1", 1);
        4 "the second jump" => So::Outcome("jumps", "2");
        4 "needs 3 jumps" => So::Beside(1, &So::Outcome("jumps", "3"));
        4 "from (5,4) to (2,1)" => So::Beside(2, &So::Outcome("jumps", "4"));
    }
    "an-assassin-leaps" {
        1 "at (6,1) is the farthest, 923 away" => So::Says("The farthest enemy is at (6,1), 923.02 from the piece.");
        1 "Of six enemies" => So::Run(|run| run.event(0).sentence.contains("among 7 units"));
        2 "(6,0) is 128 from the archer" => So::Says("(6,0) is the nearest cell behind the enemy so far, 128 from it.");
        3 "(7,1) is just as close" => So::WhyNot(7, 1, "nearer to the piece than 1031.97");
        3 "it leaps to (6,0)" => So::Says("Chose the leap from (2,7) to (6,0), behind the enemy at (6,1)");
        3 "(6,0) is farther" => So::Winner(6, 0);
    }
    "tournament-of-rules" {
        1 "Seed 18 has put six pieces on the board" => So::Run(|run| run.event(0).sentence.contains("6 units begins") && run.event(0).sentence.ends_with("the seed placed the units."));
        2 "it will jump to (3,5)" => So::InAll("moved and unit = 1 and from = (0,2) and at 3,5", 1);
        2 "from where it cannot attack" => So::InAll("moved and unit = 1", 2);
        2 "lands on (4,6)" => So::Beside(1, &So::InAll("moved and unit = 1 and at 4,6", 1));
        2 "lands on (5,2)" => So::Beside(2, &So::InAll("moved and unit = 1 and at 5,2", 1));
        3 "6 jumps in run A" => So::Outcome("jumps", "6");
        3 "4 in run B" => So::Beside(1, &So::Outcome("jumps", "4"));
        3 "3 in run C" => So::Beside(2, &So::Outcome("jumps", "3"));
    }
    "to-the-back-row" {
        1 "(2,4) is the nearest cell to attack from: 384 away" => So::Says("(2,4) is the nearest so far, 384 away");
        1 "beside three of the fighters" => So::Outcome("/stock/target", "[2,4]");
        2 "diagonal, (7,2) is 905 away" => So::Says("(7,2) is the nearest diagonal cell so far, 905.1 away");
        3 "From (7,2) to the stock hop (2,4) it is 689, not less than 200" => So::Says("from (7,2) to the stock hop (2,4) it is 689.3 ≥ 200, so the diagonal jump would be refused, but this gate is off.");
        3 "Run B refuses the diagonal" => So::Beside(1, &So::Says("to the stock hop (2,4) it is 689.3 ≥ 200, so the diagonal jump is refused"));
        4 "on (7,2) beside" => So::Says("Chose the diagonal jump from (2,7) to (7,2)");
        4 "on (2,4)" => So::Beside(1, &So::Says("Chose the stock hop from (2,7) to its target (2,4)"));
    }
};
