//! Numbers for sentences.

/// Digits after the decimal point that a number has at most, unless more are needed to tell it from another one.
const DECIMALS: usize = 4;

/// Formats a number for a sentence: `12`, `4.8284`.
pub(super) fn number_text(x: f64) -> String {
    with_decimals(x, DECIMALS)
}

/// Formats numbers for one sentence, with as many digits as it takes to tell different ones apart.
pub(super) fn numbers_apart<const N: usize>(all: [f64; N]) -> [String; N] {
    let differ = |texts: &[String; N]| {
        let pair = |i: usize, j: usize| all[i] == all[j] || all[i].is_nan() || texts[i] != texts[j];
        (0..N).all(|i| (0..i).all(|j| pair(i, j)))
    };
    let tried = (DECIMALS..18).map(|decimals| all.map(|x| with_decimals(x, decimals)));
    { tried }.find(differ).unwrap_or_else(|| all.map(|x| x.to_string()))
}

fn with_decimals(x: f64, decimals: usize) -> String {
    if x.is_infinite() {
        return if x > 0.0 { "infinity" } else { "−infinity" }.into();
    }
    if x.abs() >= 1e15 {
        return format!("{x:e}");
    }
    let text = format!("{x:.decimals$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.to_owned() }
}
