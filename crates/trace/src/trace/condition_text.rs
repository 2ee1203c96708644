//! Conversion between conditions and text. A written condition parses back to the same condition.

use super::breakpoint::{Ask, Condition, Op, Source};
use crate::geometry::Cell;
use std::fmt;

/// Largest nesting depth of brackets.
const DEEPEST: usize = 32;

/// The reason why a text is not a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {at}: {what}")]
pub struct ConditionError {
    /// The position, counted from 1.
    pub at: usize,
    /// A description of what was expected there.
    pub what: String,
}

/// Words that need quotes when used as a name.
const RESERVED: [&str; 14] = [
    "and", "or", "not", "at", "phase", "actor", "check", "field", "layer", "register", "changed", "rises", "falls",
    "is",
];

pub(super) fn write(condition: &Condition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let list = |all: &[Condition], word: &str, f: &mut fmt::Formatter<'_>| {
        for (i, one) in all.iter().enumerate() {
            if i > 0 {
                write!(f, " {word} ")?;
            }
            bracketed(one, f)?;
        }
        Ok(())
    };
    match condition {
        Condition::Cell(cell) => write!(f, "at {},{}", cell.x, cell.y),
        Condition::Kind(kind) => f.write_str(&name(kind)),
        Condition::Number(source, what, ask) => {
            if *source != Source::Field {
                write!(f, "{} ", source.word())?;
            }
            f.write_str(&name(what))?;
            match ask {
                Ask::Is(op, number) => write!(f, " {} {number}", op.sign()),
                Ask::Reads(so, text) => {
                    let op = if *so { Op::Equal } else { Op::NotEqual };
                    write!(
                        f,
                        " {} {}",
                        op.sign(),
                        Cell::from_text(text).map_or_else(|| name(text), |cell| cell.to_string())
                    )
                }
                Ask::Changed => f.write_str(" changed"),
                Ask::Rises => f.write_str(" rises"),
                Ask::Falls => f.write_str(" falls"),
            }
        }
        Condition::Phase(phase) => write!(f, "phase {}", name(phase)),
        Condition::Actor(actor) => write!(f, "actor {}", name(actor)),
        Condition::Check(check) => write!(f, "check {}", name(check)),
        Condition::All(all) | Condition::Any(all) if all.is_empty() => f.write_str("nothing"),
        Condition::All(all) => list(all, "and", f),
        Condition::Any(all) => list(all, "or", f),
        Condition::Not(inner) => {
            f.write_str("not ")?;
            bracketed(inner, f)
        }
    }
}

/// Writes a condition, in brackets if it has parts.
fn bracketed(condition: &Condition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if matches!(condition, Condition::All(all) | Condition::Any(all) if !all.is_empty()) {
        write!(f, "({condition})")
    } else {
        write!(f, "{condition}")
    }
}

/// Returns a name, in quotes if it would not parse as one word.
fn name(text: &str) -> String {
    let plain = text.chars().next().is_some_and(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
        && !RESERVED.contains(&text)
        && text != "nothing";
    // A name never contains quotes, and a condition could not contain them.
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "'")) }
}

pub(super) fn parse(text: &str) -> Result<Condition, ConditionError> {
    let tokens = tokens(text)?;
    let mut reader = Reader { tokens: &tokens, next: 0, depth: 0, end: text.chars().count() + 1 };
    let condition = reader.any()?;
    match reader.tokens.get(reader.next) {
        None => Ok(condition),
        Some((at, token)) => {
            Err(ConditionError { at: *at, what: format!("expected and, or, or the end, not {token}") })
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Word(String),
    Quoted(String),
    Number(f64),
    Op(Op),
    Open,
    Close,
    Comma,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(w) => f.write_str(w),
            Self::Quoted(w) => write!(f, "\"{w}\""),
            Self::Number(n) => write!(f, "{n}"),
            Self::Op(op) => f.write_str(op.sign()),
            Self::Open => f.write_str("("),
            Self::Close => f.write_str(")"),
            Self::Comma => f.write_str(","),
        }
    }
}

/// Splits the text into tokens, each with the position of its first character, from 1.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, ConditionError> {
    let chars: Vec<char> = text.chars().collect();
    let mut all = Vec::new();
    let mut i = 0;
    while let Some(&c) = chars.get(i) {
        let at = i + 1;
        let run = |from: usize, keep: &dyn Fn(char) -> bool| {
            chars[from..].iter().take_while(|&&c| keep(c)).collect::<String>()
        };
        let (token, len) = match c {
            c if c.is_whitespace() => {
                i += 1;
                continue;
            }
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            ',' => (Token::Comma, 1),
            '≤' => (Token::Op(Op::AtMost), 1),
            '≥' => (Token::Op(Op::AtLeast), 1),
            '≠' => (Token::Op(Op::NotEqual), 1),
            '<' | '>' | '=' | '!' => {
                let two = chars.get(i + 1) == Some(&'=');
                let op = match (c, two) {
                    ('<', true) => Op::AtMost,
                    ('<', false) => Op::Less,
                    ('>', true) => Op::AtLeast,
                    ('>', false) => Op::Greater,
                    ('=', _) => Op::Equal,
                    (_, true) => Op::NotEqual,
                    (_, false) => return Err(ConditionError { at, what: "expected != for not equal".into() }),
                };
                (Token::Op(op), 1 + usize::from(two))
            }
            '"' => {
                let inner = run(i + 1, &|c| c != '"');
                let len = inner.chars().count() + 2;
                if i + len > chars.len() {
                    return Err(ConditionError { at, what: "the quotes are not closed".into() });
                }
                (Token::Quoted(inner), len)
            }
            c if c.is_ascii_digit() || c == '-' || c == '.' => {
                let word = run(i, &|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
                let number = word.parse::<f64>().ok().filter(|n| n.is_finite());
                let Some(number) = number else {
                    return Err(ConditionError { at, what: format!("{word} is not a number") });
                };
                (Token::Number(number), word.len())
            }
            c if c.is_alphabetic() || c == '_' => {
                let word = run(i, &|c| c.is_alphanumeric() || c == '-' || c == '_');
                let len = word.chars().count();
                (Token::Word(word), len)
            }
            c => return Err(ConditionError { at, what: format!("{c:?} cannot be used in a condition") }),
        };
        all.push((at, token));
        i += len;
    }
    Ok(all)
}

struct Reader<'a> {
    tokens: &'a [(usize, Token)],
    next: usize,
    depth: usize,
    end: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|t| &t.1)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(w)) if w == word);
        self.next += usize::from(found);
        found
    }

    fn expected<T>(&self, what: &str) -> Result<T, ConditionError> {
        let (at, found) = match self.tokens.get(self.next) {
            Some((at, token)) => (*at, format!(", not {token}")),
            None => (self.end, String::new()),
        };
        Err(ConditionError { at, what: format!("expected {what}{found}") })
    }

    fn any(&mut self) -> Result<Condition, ConditionError> {
        self.list("or", Self::all, Condition::Any)
    }

    fn all(&mut self) -> Result<Condition, ConditionError> {
        self.list("and", Self::one, Condition::All)
    }

    fn list(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Condition, ConditionError>,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Result<Condition, ConditionError> {
        let first = part(self)?;
        let mut all = vec![first];
        while self.take_word(word) {
            all.push(part(self)?);
        }
        Ok(if all.len() == 1 { all.swap_remove(0) } else { join(all) })
    }

    fn one(&mut self) -> Result<Condition, ConditionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.expected("fewer brackets");
        }
        let condition = self.part()?;
        self.depth -= 1;
        Ok(condition)
    }

    fn part(&mut self) -> Result<Condition, ConditionError> {
        if self.take_word("not") {
            return Ok(Condition::Not(Box::new(self.one()?)));
        }
        if self.peek() == Some(&Token::Open) {
            self.next += 1;
            let inner = self.any()?;
            if self.peek() != Some(&Token::Close) {
                return self.expected("a closing bracket");
            }
            self.next += 1;
            return Ok(inner);
        }
        if self.take_word("nothing") {
            return Ok(Condition::default());
        }
        if self.take_word("at") {
            return Ok(Condition::Cell(self.cell()?));
        }
        if self.take_word("phase") {
            return Ok(Condition::Phase(self.name()?));
        }
        if self.take_word("actor") {
            return Ok(Condition::Actor(self.name()?));
        }
        if self.take_word("check") {
            return Ok(Condition::Check(self.name()?));
        }
        for source in Source::ALL {
            if self.take_word(source.word()) {
                let name = self.name()?;
                return match self.ask()? {
                    Some(ask) => Ok(Condition::Number(source, name, ask)),
                    None => self.expected("a comparison, changed, rises or falls"),
                };
            }
        }
        let name = self.name()?;
        Ok(match self.ask()? {
            Some(ask) => Condition::Number(Source::Field, name, ask),
            None => Condition::Kind(name),
        })
    }

    /// Parses the test of the value just named, if there is one.
    fn ask(&mut self) -> Result<Option<Ask>, ConditionError> {
        for (word, ask) in [("changed", Ask::Changed), ("rises", Ask::Rises), ("falls", Ask::Falls)] {
            if self.take_word(word) {
                return Ok(Some(ask));
            }
        }
        let Some(&Token::Op(op)) = self.peek() else { return Ok(None) };
        self.next += 1;
        if matches!(op, Op::Equal | Op::NotEqual) {
            let so = op == Op::Equal;
            let pair = matches!(self.tokens.get(self.next + 1), Some((_, Token::Comma)));
            if pair || self.peek() == Some(&Token::Open) {
                return Ok(Some(Ask::Reads(so, self.cell()?.to_string())));
            }
            if !matches!(self.peek(), Some(Token::Number(_))) {
                return match self.name() {
                    Ok(word) => Ok(Some(Ask::Reads(so, word))),
                    Err(_) => self.expected("a number, a word or a cell"),
                };
            }
        }
        let Some(&Token::Number(number)) = self.peek() else { return self.expected("a number") };
        self.next += 1;
        Ok(Some(Ask::Is(op, number)))
    }

    fn name(&mut self) -> Result<String, ConditionError> {
        match self.peek() {
            Some(Token::Word(word)) if !RESERVED.contains(&word.as_str()) => {
                let word = word.clone();
                self.next += 1;
                Ok(word)
            }
            Some(Token::Quoted(word)) => {
                let word = word.clone();
                self.next += 1;
                Ok(word)
            }
            _ => self.expected("a name (in quotes if it has spaces)"),
        }
    }

    /// Parses `3,2` or `(3,2)`.
    fn cell(&mut self) -> Result<Cell, ConditionError> {
        let bracket = self.peek() == Some(&Token::Open);
        self.next += usize::from(bracket);
        let x = self.coordinate()?;
        if self.peek() == Some(&Token::Comma) {
            self.next += 1;
        }
        let y = self.coordinate()?;
        if bracket {
            if self.peek() != Some(&Token::Close) {
                return self.expected("a closing bracket");
            }
            self.next += 1;
        }
        Ok(Cell::new(x, y))
    }

    fn coordinate(&mut self) -> Result<u16, ConditionError> {
        match self.peek() {
            Some(&Token::Number(n)) if n.fract() == 0.0 && (0.0..=f64::from(u16::MAX)).contains(&n) => {
                self.next += 1;
                Ok(n as u16)
            }
            _ => self.expected("a cell such as 3,2"),
        }
    }
}
