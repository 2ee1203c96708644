//! Plots of an experiment as data: A against B, cactus, and success over work. A drawing has axes, colours and a page.
//!
//! Each value of the sweep is a curve. The work of a run is one of its numbers, such as the expansions or the turns.

use super::{Measure, Row};
use crate::export::ExportError;

/// Function that draws plots on a page, and returns the bytes of an SVG, or of a PDF.
pub type DrawPlots = fn(&Plots, PlotFormat) -> Result<Vec<u8>, ExportError>;

/// Format of the file of plots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlotFormat {
    /// Scalable vector graphics.
    Svg,
    /// Portable document format.
    Pdf,
}

/// Points of one value of the sweep.
#[derive(Clone, PartialEq, Debug)]
pub struct PlotCurve {
    /// Value of the sweep; empty without a sweep.
    pub name: String,
    /// Index of the value, for its colour.
    pub index: usize,
    /// Points x, y.
    pub points: Vec<[f64; 2]>,
}

/// The three plots.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plots {
    /// Title of the page.
    pub title: String,
    /// Name of what is varied.
    pub what: String,
    /// Name of the number that is the work.
    pub work: String,
    /// Name of the flag that says whether a run succeeded. `None` if each run with a number did.
    pub success: Option<String>,
    /// First value, on the x axis of the scatter.
    pub first: String,
    /// Work of each other value over the work of the first one, a point for each seed with which both succeeded.
    pub scatter: Vec<PlotCurve>,
    /// Work of the runs that succeeded, least first, over their number.
    pub cactus: Vec<PlotCurve>,
    /// Share of the runs that had succeeded, over the work.
    pub success_over_work: Vec<PlotCurve>,
    /// Number of runs that are in no plot: they failed, or their work is not above 0.
    pub left_out: usize,
}

/// Names of flags that say whether a run succeeded, the first choice first.
const SUCCESS: [&str; 3] = ["found", "solved", "reached"];

impl Plots {
    /// Makes the plots of a number in rows, which must be in the order of their runs.
    ///
    /// # Errors
    /// Returns a sentence if the rows have no such number, or no number at all.
    pub fn new(what: &str, measures: &[Measure], rows: &[Row], wanted: Option<&str>) -> Result<Self, String> {
        let number = |at: usize, row: &Row| row.measures.get(at).copied().flatten();
        let counts = || (0..measures.len()).filter(|&at| !measures[at].is_flag);
        let varies =
            |&at: &usize| rows.iter().any(|row| number(at, row) != rows.first().and_then(|row| number(at, row)));
        let chosen = match wanted {
            Some(name) => counts().find(|&at| measures[at].name == name),
            None => counts().find(varies).or_else(|| counts().next()),
        };
        let work = chosen.ok_or_else(|| {
            let known = counts().map(|at| measures[at].name.as_str()).collect::<Vec<_>>().join(", ");
            let found = wanted.map_or_else(|| "no number to plot".to_owned(), |name| format!("no number {name:?}"));
            format!("the outcome has {found}; expected one of: {known}")
        })?;
        let flag = |name: &&str| measures.iter().position(|measure| measure.is_flag && measure.name == **name);
        let success = SUCCESS.iter().find_map(flag);
        let mut all = Self {
            title: String::new(),
            what: what.to_owned(),
            work: measures[work].name.clone(),
            success: success.map(|at| measures[at].name.clone()),
            ..Self::default()
        };
        let solved = |row: &Row| {
            let is_solved = success.is_none_or(|at| number(at, row) == Some(1.0));
            number(work, row).filter(|&x| is_solved && x > 0.0)
        };
        let mut firsts: Vec<(u64, f64)> = Vec::new();
        for (index, of_value) in rows.chunk_by(|a, b| a.value == b.value).enumerate() {
            let runs: Vec<(u64, f64)> = of_value.iter().filter_map(|row| Some((row.seed, solved(row)?))).collect();
            all.left_out += of_value.len() - runs.len();
            let name = of_value[0].value.clone();
            let mut costs: Vec<f64> = runs.iter().map(|run| run.1).collect();
            costs.sort_unstable_by(f64::total_cmp);
            let curve = |points| PlotCurve { name: name.clone(), index, points };
            let share = |n: usize| n as f64 / of_value.len() as f64;
            all.cactus.push(curve((1..).zip(&costs).map(|(n, &cost)| [f64::from(n), cost]).collect()));
            all.success_over_work.push(curve((1..).zip(&costs).map(|(n, &cost)| [cost, share(n)]).collect()));
            if index == 0 {
                all.first = name;
                firsts = runs;
                firsts.sort_unstable_by_key(|run| run.0);
                continue;
            }
            let pair = |&(seed, cost): &(u64, f64)| {
                let at = firsts.binary_search_by_key(&seed, |run| run.0).ok()?;
                Some([firsts[at].1, cost])
            };
            let pairs = runs.iter().filter_map(pair).collect();
            all.scatter.push(PlotCurve { name, index, points: pairs });
        }
        Ok(all)
    }
}
