//! Random changes to a text: bytes, tokens, numbers, lengths, lines, and pieces of another text.

use gridscope::trace::rng::Rng;

/// Maximum length of a changed text in bytes.
const LONGEST: usize = 1 << 18;

/// Numbers at the limits of number types.
const NUMBERS: [&str; 26] = [
    "-1",
    "0",
    "1",
    "-0.0",
    "7",
    "9",
    "255",
    "256",
    "4095",
    "4096",
    "16383",
    "16384",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "1e308",
    "1e999",
    "5e-324",
    "0.1",
    "\"inf\"",
    "null",
];

/// Tokens of the languages that are read.
const TOKENS: [&str; 44] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "true",
    "false",
    "null",
    "[]",
    "{}",
    "\"\"",
    "[0,0]",
    "[1,1]",
    "[-1,0]",
    "\"guard\"",
    "\"goal\"",
    "\"x-y\"",
    "\"inf\"",
    "NaN",
    "Infinity",
    "\u{1b}[31m",
    "\u{202e}",
    "\u{feff}",
    "\0",
    "é",
    "→",
    "\n",
    "\r\n",
    "\t",
    "  ",
    "=",
    "..",
    " and ",
    " or ",
    " not ",
    "(",
    ")",
    "legend:\n",
    "title: ",
    "weights:\n",
    "gridscope:1:",
];

/// Returns a text with a few changes. Pieces of `other` may be inserted.
pub fn mutated(dice: &mut Rng, text: &[u8], other: &[u8]) -> Vec<u8> {
    let mut all = text.to_vec();
    for _ in 0..=dice.below(4) {
        change(dice, &mut all, other);
        all.truncate(LONGEST);
    }
    all
}

/// Returns a position in a text, including its end.
fn place(dice: &mut Rng, all: &[u8]) -> usize {
    dice.below(all.len() as u64 + 1) as usize
}

/// Returns a range of a text. Short ranges are more likely.
fn range(dice: &mut Rng, all: &[u8]) -> std::ops::Range<usize> {
    let from = place(dice, all);
    let most = [4, 40, 400, all.len() as u64][dice.below(4) as usize];
    from..(from + dice.below(most + 1) as usize).min(all.len())
}

/// Returns the ranges of consecutive bytes of a class.
fn runs(all: &[u8], of: fn(u8) -> bool) -> Vec<std::ops::Range<usize>> {
    let (mut found, mut from) = (Vec::new(), None);
    for (at, &byte) in all.iter().chain([&0]).enumerate() {
        match (of(byte) && at < all.len(), from) {
            (true, None) => from = Some(at),
            (false, Some(begin)) => {
                found.push(begin..at);
                from = None;
            }
            _ => {}
        }
    }
    found
}

fn pick(dice: &mut Rng, all: &[std::ops::Range<usize>]) -> Option<std::ops::Range<usize>> {
    all.get(dice.below(all.len() as u64) as usize).cloned()
}

fn change(dice: &mut Rng, all: &mut Vec<u8>, other: &[u8]) {
    let number = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
    let word = |byte: u8| !matches!(byte, b'{' | b'}' | b'[' | b']' | b',' | b':' | b'\n' | b' ' | b'=');
    let line = |byte: u8| byte != b'\n';
    match dice.below(12) {
        0 if !all.is_empty() => {
            let at = dice.below(all.len() as u64) as usize;
            all[at] = dice.below(256) as u8;
        }
        1 => drop(all.drain(range(dice, all))),
        2 => {
            let piece = all[range(dice, all)].to_vec();
            let at = place(dice, all);
            drop(all.splice(at..at, piece));
        }
        3 => {
            let token = TOKENS[dice.below(TOKENS.len() as u64) as usize];
            let at = place(dice, all);
            drop(all.splice(at..at, token.bytes()));
        }
        4 | 5 => {
            if let Some(at) = pick(dice, &runs(all, number)) {
                let number = NUMBERS[dice.below(NUMBERS.len() as u64) as usize];
                drop(all.splice(at, number.bytes()));
            }
        }
        6 => {
            let words = runs(all, word);
            if let (Some(from), Some(to)) = (pick(dice, &words), pick(dice, &words)) {
                let piece = all[from].to_vec();
                drop(all.splice(to, piece));
            }
        }
        7 => {
            if let Some(at) = pick(dice, &runs(all, word)) {
                let token = TOKENS[dice.below(TOKENS.len() as u64) as usize];
                drop(all.splice(at, token.bytes()));
            }
        }
        8 => all.truncate(place(dice, all)),
        9 => {
            let piece = range(dice, all);
            let many = [2, 20, 2_000][dice.below(3) as usize];
            let times = (many as usize).min(LONGEST / (piece.len() + 1));
            let repeated = all[piece.clone()].repeat(times);
            drop(all.splice(piece, repeated));
        }
        10 => {
            let lines = runs(all, line);
            if let (Some(from), Some(to)) = (pick(dice, &lines), pick(dice, &lines)) {
                let piece = all[from].to_vec();
                drop(all.splice(to, piece));
            }
        }
        _ => {
            let piece = other[range(dice, other)].to_vec();
            let at = range(dice, all);
            drop(all.splice(at, piece));
        }
    }
}
