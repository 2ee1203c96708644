//! Flags that state the rules of a log which does not state them, such as a search trace.

use crate::formats::Options;
use serde_json::{Map, Value, json};

/// Flags that add to the header of a log.
#[derive(clap::Args, Clone, Default)]
#[command(next_help_heading = "Rules that the log does not state")]
pub(super) struct RuleArgs {
    /// Costs of a straight and a diagonal step, then the extra costs of tiles: octile, 1, 10/14, 1/1.5,swamp=3; with
    /// weights, those of the map count
    #[arg(long, value_name = "COSTS", value_parser = costs)]
    costs: Option<Fields>,
    /// Fields of the header as JSON, as the report asks for them: '{"neighbours": 8, "corners": "never"}'
    #[arg(long, value_name = "JSON", value_parser = fields)]
    header: Option<Fields>,
}

/// Fields of a header.
type Fields = Box<Map<String, Value>>;

impl RuleArgs {
    /// Returns the options with these rules.
    pub(super) fn within(&self, options: Options) -> Options {
        let all = [&self.costs, &self.header].into_iter().flatten();
        Options { header: all.flat_map(|fields| (**fields).clone()).collect(), ..options }
    }
}

/// Parses costs: those of steps, and those of tiles.
fn costs(text: &str) -> Result<Fields, String> {
    let expected = || format!("{text:?} is no cost; expected octile, 1, 10/14 or 1/1.5,swamp=3");
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|cost| cost.is_finite() && *cost >= 0.0);
    let mut parts = text.split(',').map(str::trim);
    let steps = parts.next().unwrap_or_default();
    let (straight, diagonal) = match steps.split_once('/') {
        None if steps == "octile" => (1.0, Some(std::f64::consts::SQRT_2)),
        None => (number(steps).ok_or_else(expected)?, None),
        Some((straight, diagonal)) => {
            (number(straight).ok_or_else(expected)?, Some(number(diagonal).ok_or_else(expected)?))
        }
    };
    let (mut enter, mut weights) = (Map::new(), false);
    for part in parts {
        match part.split_once('=') {
            Some((tile, cost)) => _ = enter.insert(tile.trim().to_owned(), number(cost).ok_or_else(expected)?.into()),
            None if part == "weights" => weights = true,
            None => return Err(expected()),
        }
    }
    let mut costs = json!({ "straight": straight, "enter": enter, "weights": weights });
    if let Some(diagonal) = diagonal {
        costs["diagonal"] = diagonal.into();
    }
    let neighbours = if diagonal.is_some() { 8 } else { 4 };
    let all = [("costs".to_owned(), costs), ("neighbours".to_owned(), neighbours.into())];
    Ok(Box::new(all.into_iter().collect()))
}

/// Parses fields of a header. The braces around them may be left out, as the report of an audit does.
fn fields(text: &str) -> Result<Fields, String> {
    let text = text.trim();
    let object = if text.starts_with('{') { text.to_owned() } else { format!("{{{text}}}") };
    serde_json::from_str(&object).map_err(|error| format!("{error}; expected JSON such as '\"corners\": \"never\"'"))
}
