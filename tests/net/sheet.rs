//! A sheet of digests: for each thing, the digest of its lines.

use std::collections::BTreeMap;
use std::io::Write as _;

/// Digests by name, such as `hello/board f`.
pub struct Sheet {
    digests: BTreeMap<String, u64>,
    /// Name of the thing whose lines are printed.
    dump: Option<String>,
}

impl Sheet {
    pub fn new() -> Self {
        Self { digests: BTreeMap::new(), dump: std::env::var("GRIDSCOPE_NET_DUMP").ok() }
    }

    /// Returns whether lines are printed. In that case nothing is compared.
    pub fn dumps(&self) -> bool {
        self.dump.is_some()
    }

    pub fn has(&self, whose: &str, thing: &str) -> bool {
        self.digests.contains_key(&format!("{whose}/{thing}"))
    }

    /// Adds lines to a thing. Their order counts. A new thing starts with its first lines.
    pub fn say(&mut self, whose: &str, thing: &str, lines: impl IntoIterator<Item = String>) {
        let name = format!("{whose}/{thing}");
        let shown = self.dump.as_ref() == Some(&name);
        let digest = self.digests.entry(name).or_insert(OFFSET);
        for line in lines {
            *digest = fnv(fnv(*digest, line.as_bytes()), b"\n");
            if shown {
                // Bypass the test harness, which hides the output of a passing test.
                let _ = writeln!(std::io::stdout().lock(), "{line}");
            }
        }
    }

    /// Returns every name with its digest as text.
    pub fn finish(self) -> BTreeMap<String, String> {
        self.digests.into_iter().map(|(name, digest)| (name, format!("{digest:016x}"))).collect()
    }
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues an FNV-1a digest.
fn fnv(digest: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(digest, |digest, &byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Formats a number with few digits, so that compiler options do not matter, nor whether it is stored as a whole number
/// or as a decimal.
pub fn number(x: f64) -> String {
    if x == 0.0 {
        "0".to_owned()
    } else if x.fract() == 0.0 && x.abs() < 1e15 {
        format!("{x:.0}")
    } else {
        format!("{x:.6e}")
    }
}

/// Formats an optional number.
pub fn perhaps(x: Option<f64>) -> String {
    x.map_or_else(|| "-".to_owned(), number)
}

/// Returns the numbers in a text, such as `3 -1.5` for `(3,−1.5)`.
pub fn numbers_in(text: &str) -> String {
    let mut all: Vec<String> = Vec::new();
    let (mut last, mut last_but_one) = (' ', ' ');
    for c in text.chars() {
        let inside = last.is_ascii_digit() || (last == '.' && last_but_one.is_ascii_digit());
        match all.last_mut() {
            Some(number) if inside && (c.is_ascii_digit() || (c == '.' && !number.contains('.'))) => number.push(c),
            _ if c.is_ascii_digit() => {
                let minus = matches!(last, '-' | '−') && !last_but_one.is_alphanumeric();
                all.push(if minus { format!("-{c}") } else { c.to_string() });
            }
            _ => {}
        }
        (last, last_but_one) = (c, last);
    }
    all.iter().map(|number| number.trim_end_matches('.')).collect::<Vec<_>>().join(" ")
}

#[test]
fn numbers_are_found_in_texts() {
    assert_eq!(numbers_in("f 9.50 of (3,−1), 2-3. 1/2 and g7 -4.x"), "9.50 3 -1 2 3 1 2 7 -4");
    assert_eq!(numbers_in("no number."), "");
}

#[test]
fn a_digest_knows_order_and_ends_of_lines() {
    let digest = |lines: &[&str]| {
        let mut sheet = Sheet::new();
        sheet.say("a", "b", lines.iter().map(ToString::to_string));
        sheet.finish()["a/b"].clone()
    };
    let all = [digest(&["x", "y"]), digest(&["y", "x"]), digest(&["xy"]), digest(&["x"]), digest(&[])];
    for (i, one) in all.iter().enumerate() {
        assert!(!all[i + 1..].contains(one), "{all:?}");
    }
}
