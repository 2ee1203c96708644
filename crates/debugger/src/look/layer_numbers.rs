//! Numbers of a layer as the map shows them: their short text, and the distance between isolines.

use gridscope_trace::event::Value;

/// Formats a number for the map with at most three significant digits, or four with a comma. Returns `None` for a value that means *not
/// reached*.
pub fn short(value: &Value) -> Option<String> {
    let x = match value {
        Value::Ratio(a, b) if *b != 1 && a.abs() < 100 && *b < 100 => return Some(value.to_string()),
        value => value.number()?,
    };
    if !x.is_finite() || x.abs() >= 1e12 {
        return None;
    }
    let sign = if x < 0.0 { "−" } else { "" };
    let size = x.abs();
    // As texts write it.
    if (999.5..9999.5).contains(&size) {
        let whole = size.round() as u64;
        return Some(format!("{sign}{},{:03}", whole / 1000, whole % 1000));
    }
    let (scaled, unit) = match size {
        s if s < 999.5 => (s, ""),
        s if s < 999_500.0 => (s / 1e3, "k"),
        s if s < 999_500_000.0 => (s / 1e6, "M"),
        s => (s / 1e9, "G"),
    };
    // Path costs with diagonals have one decimal. Thousands have as many as three digits allow.
    let decimals = match scaled {
        0.0 => 0,
        s if s < 0.0005 => return Some(format!("{sign}<0.001")),
        s if s < 0.01 => 3,
        s if s < 0.1 => 2,
        s if s < 10.0 && !unit.is_empty() => 2,
        s if s < 99.95 => 1,
        _ => 0,
    };
    let digits = format!("{scaled:.decimals$}");
    let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
    Some(format!("{sign}{digits}{unit}"))
}

/// Returns the distance between isolines: a round number that gives a handful of them.
pub fn isoline_step((low, high): (f64, f64)) -> f64 {
    let wide = (high - low).abs();
    if !wide.is_finite() || wide < 4.0 {
        return 0.0;
    }
    let power = 10f64.powf((wide / 6.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|step| wide / step <= 8.0).unwrap_or(10.0 * power)
}
