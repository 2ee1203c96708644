//! Promises of a header besides the ground and its steps: goals, links, a budget, a footprint, and sight.

use super::cell::{Frame, cell};
use super::line::{LineFault, number};
use super::rules;
use gridscope_trace::geometry::{Cell, Dir};
use serde_json::{Map, Value};

/// Maximum number of goals.
const MAX_GOALS: usize = 4096;

/// How the distance between two cells is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// The sum of both axes.
    Manhattan,
    /// Diagonal steps cost √2, straight ones 1.
    Octile,
    /// The straight line.
    Euclid,
    /// The larger of both axes.
    Chebyshev,
}

impl Metric {
    /// Returns the distance for these differences along the two axes.
    pub fn of(self, (dx, dy): (u32, u32)) -> f64 {
        let (long, short) = (f64::from(dx.max(dy)), f64::from(dx.min(dy)));
        match self {
            Self::Manhattan => long + short,
            Self::Octile => short.mul_add(std::f64::consts::SQRT_2 - 1.0, long),
            Self::Euclid => long.hypot(short),
            Self::Chebyshev => long,
        }
    }

    /// Returns the word of a header.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manhattan => "manhattan",
            Self::Octile => "octile",
            Self::Euclid => "euclid",
            Self::Chebyshev => "chebyshev",
        }
    }

    fn read(field: &str, value: &Value) -> Result<Self, LineFault> {
        let all = [Self::Manhattan, Self::Octile, Self::Euclid, Self::Chebyshev];
        let found = all.into_iter().find(|metric| value.as_str() == Some(metric.name()));
        found.ok_or_else(|| (format!("{field:?} is {value}"), "manhattan, octile, euclid or chebyshev".into()))
    }
}

/// A link of a search that does not step from neighbour to neighbour. It leads from the first cell to the second.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Link {
    /// Cell that the link leaves.
    pub from: Cell,
    /// Cell that the link leads to.
    pub to: Cell,
    /// Cost, if stated.
    pub cost: Option<f64>,
}

/// A cone of sight.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Cone {
    /// Direction of its middle in degrees, clockwise from east, unless events state the `facing` of each viewer.
    pub facing: Option<f64>,
    /// Whole angle in degrees.
    pub degrees: f64,
}

/// Promises of a field of view.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct SightPromise {
    /// Whether two actors see each other, or neither does.
    pub symmetric: bool,
    /// Farthest distance that is seen, in cells.
    pub radius: Option<f64>,
    /// How the radius is measured, if stated.
    pub metric: Option<Metric>,
    /// Angle that is seen.
    pub cone: Option<Cone>,
    /// Whether walls in sight are logged as seen.
    pub walls: bool,
}

/// The promises of a header.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Promises {
    /// Goals, if a search has several. It reaches one of them.
    pub goals: Vec<Cell>,
    /// How the nearest cell is measured, where a path ends if no goal can be reached.
    pub nearest: Option<Metric>,
    /// All links, if `steps` is `links` and the header lists them.
    pub links: Vec<Link>,
    /// Promises about sight.
    pub sight: Option<SightPromise>,
    /// Cost that a search may spend.
    pub budget: Option<f64>,
    /// Width and height of the mover. Its cell is the top left one.
    pub body: Option<(u16, u16)>,
    /// Whether paths are smoothed after the search.
    pub smoothed: bool,
    /// Whether an actor may repeat its turns; `Some(false)` makes that a fault.
    pub repeats: Option<bool>,
}

impl Promises {
    /// Reads the promises of a header.
    pub(super) fn of(all: &Map<String, Value>, frame: Frame) -> Result<Self, LineFault> {
        let value = |name: &str| all.get(name).filter(|v| !v.is_null());
        Ok(Self {
            goals: value("goals").map(|v| goals(v, frame)).transpose()?.unwrap_or_default(),
            nearest: value("nearest").map(|v| Metric::read("nearest", v)).transpose()?,
            links: value("links").map(|v| links(v, frame)).transpose()?.unwrap_or_default(),
            sight: value("sight").map(sight).transpose()?,
            budget: value("budget").map(|v| rules::price("budget", v)).transpose()?.flatten(),
            body: value("body").map(body).transpose()?.filter(|&body| body != (1, 1)),
            smoothed: value("path").and_then(Value::as_str) == Some("smoothed"),
            repeats: match value("repeats") {
                None => None,
                Some(Value::Bool(may)) => Some(*may),
                Some(v) => return Err((format!("\"repeats\" is {v}"), "true or false".into())),
            },
        })
    }
}

/// Reads a list of cells.
fn goals(value: &Value, frame: Frame) -> Result<Vec<Cell>, LineFault> {
    let fail = || (format!("\"goals\" is {}", brief(value)), "a list of cells such as [[3, 1], [7, 2]]".to_owned());
    let all = value.as_array().filter(|all| !all.is_empty()).ok_or_else(fail)?;
    if all.len() > MAX_GOALS {
        return Err((format!("\"goals\" has {} cells", all.len()), format!("at most {MAX_GOALS}")));
    }
    all.iter().map(|one| cell("goals", one, frame)?.ok_or_else(fail)).collect()
}

fn links(value: &Value, frame: Frame) -> Result<Vec<Link>, LineFault> {
    let fail = |found: &Value| {
        (
            format!("\"links\" holds {}", brief(found)),
            "a list such as [[[0, 0], [5, 2], 3]]: two cells and a cost".to_owned(),
        )
    };
    let one = |link: &Value| {
        let (from, to, cost) = match link.as_array().map(Vec::as_slice) {
            Some([from, to]) => (from, to, None),
            Some([from, to, cost]) => (from, to, rules::price("links", cost)?),
            _ => return Err(fail(link)),
        };
        let end = |v: &Value| cell("links", v, frame)?.ok_or_else(|| fail(link));
        Ok(Link { from: end(from)?, to: end(to)?, cost })
    };
    value.as_array().ok_or_else(|| fail(value))?.iter().map(one).collect()
}

fn body(value: &Value) -> Result<(u16, u16), LineFault> {
    let fail = || (format!("\"body\" is {}", brief(value)), "[width, height] in cells, such as [2, 2]".to_owned());
    let side = |v: &Value| v.as_u64().and_then(|n| u16::try_from(n).ok()).filter(|n| (1..=64).contains(n));
    match value.as_array().map(Vec::as_slice) {
        Some([width, height]) => side(width).zip(side(height)).ok_or_else(fail),
        _ => Err(fail()),
    }
}

fn sight(value: &Value) -> Result<SightPromise, LineFault> {
    const KNOWN: [&str; 5] = ["symmetric", "radius", "metric", "cone", "walls"];
    let fail = |found: &str, v: &Value| {
        let expected =
            "an object such as {\"symmetric\": true, \"radius\": 7, \"cone\": {\"facing\": \"e\", \"degrees\": 90}}";
        (format!("{found} {}", brief(v)), expected.to_owned())
    };
    let all = value.as_object().ok_or_else(|| fail("\"sight\" is", value))?;
    if let Some((name, v)) = all.iter().find(|(name, _)| !KNOWN.contains(&name.as_str())) {
        return Err(fail(&format!("\"sight\" has {name:?}:"), v));
    }
    let field = |name: &str| all.get(name).filter(|v| !v.is_null());
    let flag = |name: &str| match field(name) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(v) => Err(fail(&format!("\"sight\" has {name:?}:"), v)),
    };
    let cone = |v: &Value| {
        let degrees = v.get("degrees").and_then(Value::as_f64).filter(|d| *d > 0.0 && *d <= 360.0);
        let facing = v.get("facing").filter(|v| !v.is_null());
        let angle = facing.map(|v| facing_of(v).ok_or_else(|| fail("the \"facing\" of the cone is", v))).transpose()?;
        let degrees = degrees.ok_or_else(|| fail("\"sight\" has \"cone\":", v))?;
        Ok::<_, LineFault>(Cone { facing: angle, degrees })
    };
    Ok(SightPromise {
        symmetric: flag("symmetric")?,
        radius: field("radius").map(|v| rules::price("radius", v)).transpose()?.flatten(),
        metric: field("metric").map(|v| Metric::read("metric", v)).transpose()?,
        cone: field("cone").map(cone).transpose()?,
        walls: flag("walls")?,
    })
}

/// Returns a direction in degrees, clockwise from east: a number, or a word such as `ne`.
pub fn facing_of(value: &Value) -> Option<f64> {
    if let Some(word) = value.as_str() {
        let word = word.to_ascii_lowercase();
        let long = |dir: &Dir| word.replace(['-', '_', ' '], "") == long_name(*dir);
        let dir = Dir::ALL.into_iter().find(|dir| dir.name() == word || long(dir))?;
        let (dx, dy) = dir.offset();
        return Some(f64::from(dy).atan2(f64::from(dx)).to_degrees());
    }
    number("facing", value).ok().flatten().filter(|degrees| degrees.is_finite())
}

fn long_name(dir: Dir) -> String {
    let word = |letter: char| match letter {
        'n' => "north",
        'e' => "east",
        's' => "south",
        _ => "west",
    };
    dir.name().chars().map(word).collect()
}

/// Returns the beginning of a value, for an error.
fn brief(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}
