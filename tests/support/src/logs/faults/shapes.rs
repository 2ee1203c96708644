//! Shapes of programs for planted mistakes: the ground, the order of expansion, and the style of printing.

use super::super::engine::{How, Outcome, Slip};
use super::super::grids::{finish, run};
use super::super::ground::{Ground, Terrain};
use super::super::manner::{Digits, Manner};
use super::super::one;
use super::super::printer::{Printer, Program};
use gridscope::trace::rng::Rng;

/// A program before it runs.
pub struct Shape {
    pub ground: Ground,
    pub manner: Manner,
    pub how: How,
    pub optimal: bool,
}

impl Shape {
    fn new(ground: Ground, manner: Manner, how: How) -> Self {
        Self { ground, manner, how, optimal: true }
    }

    /// Runs the program, with a mistake or without.
    pub fn run(&self, slip: Option<Slip>) -> (Program, Outcome) {
        let mut print = Printer::new(self.manner.clone(), &self.ground);
        let out = run(&self.ground, &How { slip, ..self.how }, &mut print);
        finish(&mut print, &out);
        let program = Program::new(&self.ground, print, self.how.order)
            .with("precision", self.manner.precision())
            .with("steps", "one");
        (if self.optimal { program } else { program.with("optimal", false) }, out)
    }
}

pub fn astar(dice: &mut Rng) -> Shape {
    let terrain = one(dice, &[Terrain::Plain, Terrain::Enter, Terrain::Legend]);
    let ground = Ground::new(dice, 12).with_terrain(dice, terrain);
    let how = How::by(one(dice, &[&["f"] as &[&str], &["f", "-g"], &["f", "h"]]));
    Shape::new(ground, Manner::full(dice), how)
}

pub fn dijkstra(dice: &mut Rng) -> Shape {
    let terrain = one(dice, &[Terrain::Enter, Terrain::Times]);
    let mut ground = Ground::new(dice, 11).costing(10.0, 14.0).with_terrain(dice, terrain);
    ground.neighbours = one(dice, &[4, 8]);
    Shape::new(ground, Manner::full(dice).exact().with("g"), How { weight: 0.0, ..How::by(&["g"]) })
}

pub fn breadth_first(dice: &mut Rng) -> Shape {
    let ground = Ground::new(dice, 11).costing(1.0, 1.0);
    let how = How { weight: 0.0, marks_pushed: dice.below(2) == 0, ..How::by(&["#"]) };
    Shape::new(ground, Manner::full(dice).exact().with("g"), how)
}

pub fn depth_first(dice: &mut Rng) -> Shape {
    let ground = Ground::new(dice, 10).costing(1.0, 1.0);
    let how = How { weight: 0.0, marks_pushed: true, ..How::by(&["-#"]) };
    Shape { optimal: false, ..Shape::new(ground, Manner::full(dice).exact().with("g"), how) }
}

pub fn greedy(dice: &mut Rng) -> Shape {
    let ground = Ground::new(dice, 12);
    Shape { optimal: false, ..Shape::new(ground, Manner::full(dice).with("gh"), How::by(&["h"])) }
}

pub fn prices(dice: &mut Rng) -> Shape {
    let terrain = one(dice, &[Terrain::Prices, Terrain::PricesAndMap]);
    let ground = Ground::new(dice, 11).with_terrain(dice, terrain);
    Shape::new(ground, Manner::full(dice), How::by(&["f"]))
}

pub fn large_numbers(dice: &mut Rng) -> Shape {
    let ground = Ground::new(dice, 10).costing(20_000_000.0, 28_284_271.0);
    Shape::new(ground, Manner::full(dice).exact(), How::by(&["f"]))
}

pub fn f32s(dice: &mut Rng) -> Shape {
    let mut ground = Ground::new(dice, 14).costing(1.0, std::f64::consts::SQRT_2);
    ground.neighbours = 8;
    let mut manner = Manner::full(dice).in_f32(dice);
    manner.digits = one(dice, &[Digits::Shortest, Digits::Widened]);
    Shape::new(ground, manner, How::by(&["f"]))
}

pub fn joined(dice: &mut Rng) -> Shape {
    let mut ground = Ground::new(dice, 11);
    ground.wraps = one(dice, &[(true, false), (false, true), (true, true)]);
    Shape::new(ground, Manner::full(dice), How::by(&["f"]))
}

/// Returns a maze with few loops.
pub fn corridors(dice: &mut Rng) -> Shape {
    loop {
        let ground = Ground::new(dice, 11);
        let odd = |&at: &(i32, i32)| at.0 % 2 == 1 && at.1 % 2 == 1;
        let pillars = ground.spots().filter(odd).filter(|&at| !ground.is_free(at)).count();
        let walls = ground.walls.iter().filter(|&&wall| wall).count();
        if walls * 10 > ground.walls.len() * 4 && pillars * 4 > ground.spots().filter(odd).count() * 3 {
            return Shape::new(ground, Manner::full(dice), How::by(&["f"]));
        }
    }
}
