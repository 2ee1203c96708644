//! The parsed attributes of a variant and of a field.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Error, Expr, Ident, LitStr, Path, Result, Token, parenthesized};

/// The level of an event.
#[derive(Clone)]
pub(crate) enum Level {
    Detail,
    Step,
    Phase(Box<Expr>),
}

/// The source of a sentence.
#[derive(Clone)]
pub(crate) enum Say {
    Template(LitStr),
    Function(Path),
}

/// A computed field or text.
#[derive(Clone)]
pub(crate) struct Computed {
    pub(crate) name: String,
    pub(crate) word: bool,
    pub(crate) value: Expr,
}

/// The keys with which a cell waits, and the template that shows them.
#[derive(Clone)]
pub(crate) struct Keys {
    pub(crate) keys: Vec<Expr>,
    pub(crate) shown: LitStr,
}

/// Attributes that apply under a condition.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) condition: Expr,
    pub(crate) says: CaseAttributes,
}

/// The attributes of a variant that wraps another event.
#[derive(Clone)]
pub(crate) struct Nested {
    pub(crate) depth: Expr,
    pub(crate) context: Expr,
    pub(crate) lines: Expr,
    /// The first of its slots, if it differs from the first slot of the outer event.
    pub(crate) slots: Option<Expr>,
}

/// The attributes that may differ from case to case.
#[derive(Clone, Default)]
pub(crate) struct CaseAttributes {
    pub(crate) level: Option<Level>,
    pub(crate) line: Option<Expr>,
    pub(crate) tone: Option<Ident>,
    pub(crate) role: Option<Ident>,
    pub(crate) say: Option<Say>,
    pub(crate) kind: Option<LitStr>,
    pub(crate) was: Vec<LitStr>,
    pub(crate) called: Option<LitStr>,
    pub(crate) actor: Option<LitStr>,
    pub(crate) keys: Option<Keys>,
    pub(crate) dequeues: bool,
    pub(crate) counts_while: Option<LitStr>,
    pub(crate) sight: Option<LitStr>,
}

/// All attributes of a variant.
#[derive(Clone, Default)]
pub(crate) struct Attributes {
    pub(crate) says: CaseAttributes,
    pub(crate) slot: Option<Expr>,
    pub(crate) about: Option<Expr>,
    pub(crate) from: Option<Expr>,
    pub(crate) hides_cell: bool,
    pub(crate) hides_from: bool,
    pub(crate) progress: Option<Expr>,
    pub(crate) with: Vec<Computed>,
    pub(crate) texts: Vec<Computed>,
    pub(crate) cases: Vec<Case>,
    pub(crate) nested: Option<Nested>,
}

/// Rejects a second value for an attribute that may occur only once.
fn once<T>(place: &mut Option<T>, name: &Ident, value: T) -> Result<()> {
    if place.replace(value).is_some() {
        return Err(Error::new(name.span(), format!("`{name}` is said twice")));
    }
    Ok(())
}

fn value<T: Parse>(input: ParseStream<'_>) -> Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

impl CaseAttributes {
    /// Parses the attribute `name` if it may differ from case to case.
    fn take(&mut self, name: &Ident, input: ParseStream<'_>) -> Result<bool> {
        match name.to_string().as_str() {
            "detail" => once(&mut self.level, name, Level::Detail)?,
            "step" => once(&mut self.level, name, Level::Step)?,
            "phase" => {
                let inside;
                parenthesized!(inside in input);
                once(&mut self.level, name, Level::Phase(Box::new(inside.parse()?)))?;
            }
            "line" => once(&mut self.line, name, value(input)?)?,
            "tone" => once(&mut self.tone, name, value(input)?)?,
            "role" => once(&mut self.role, name, value(input)?)?,
            "kind" => once(&mut self.kind, name, value(input)?)?,
            "called" => once(&mut self.called, name, value(input)?)?,
            "actor" => once(&mut self.actor, name, value(input)?)?,
            "was" => self.was.push(value(input)?),
            "say" => {
                input.parse::<Token![=]>()?;
                let say =
                    if input.peek(LitStr) { Say::Template(input.parse()?) } else { Say::Function(input.parse()?) };
                once(&mut self.say, name, say)?;
            }
            "counts_while" => once(&mut self.counts_while, name, value(input)?)?,
            "sight" => once(&mut self.sight, name, value(input)?)?,
            "dequeues" => self.dequeues = true,
            "enqueues" => {
                let inside;
                parenthesized!(inside in input);
                let (mut keys, mut shown) = (Vec::new(), None);
                while !inside.is_empty() {
                    if inside.peek(LitStr) {
                        shown = Some(inside.parse()?);
                    } else {
                        keys.push(inside.parse()?);
                    }
                    if !inside.is_empty() {
                        inside.parse::<Token![,]>()?;
                    }
                }
                if keys.is_empty() || keys.len() > 2 {
                    return Err(Error::new(name.span(), "`enqueues` takes one or two keys"));
                }
                let keys_template = shown.unwrap_or_else(|| shown_keys(&keys));
                once(&mut self.keys, name, Keys { keys, shown: keys_template })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Returns the template of keys that are plain fields: `d {d}`.
fn shown_keys(keys: &[Expr]) -> LitStr {
    let named = keys.iter().filter_map(|key| match key {
        Expr::Path(path) => path.path.get_ident().map(|i| format!("{i} {{{i}}}")),
        _ => None,
    });
    LitStr::new(&named.collect::<Vec<_>>().join("  "), Span::call_site())
}

const EXPECTED: &str = "detail, step, phase, slot, line, tone, role, say, kind, was, about, from, hide, called, actor, \
                        progress, enqueues, dequeues, with, text, case or nested";

impl Parse for Attributes {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut all = Self::default();
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            if !all.says.take(&name, input)? {
                match name.to_string().as_str() {
                    "slot" => once(&mut all.slot, &name, value(input)?)?,
                    "about" => once(&mut all.about, &name, value(input)?)?,
                    "from" => once(&mut all.from, &name, value(input)?)?,
                    "hide" => {
                        for place in list::<Ident>(input)? {
                            match place.to_string().as_str() {
                                "cell" => all.hides_cell = true,
                                "from" => all.hides_from = true,
                                _ => return Err(Error::new(place.span(), "`hide` takes `cell` or `from`")),
                            }
                        }
                    }
                    "progress" => once(&mut all.progress, &name, value(input)?)?,
                    "with" => all.with.extend(list::<Computed>(input)?),
                    "text" => all.texts.extend(list::<Computed>(input)?),
                    "case" => all.cases.push(case(input)?),
                    "nested" => once(&mut all.nested, &name, nested(input)?)?,
                    other => {
                        return Err(Error::new(name.span(), format!("there is no `{other}`; expected {EXPECTED}")));
                    }
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(all)
    }
}

fn list<T: Parse>(input: ParseStream<'_>) -> Result<Vec<T>> {
    let inside;
    parenthesized!(inside in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&inside)?.into_iter().collect())
}

impl Parse for Computed {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        // A name with a hyphen is written as a string.
        let name =
            if input.peek(LitStr) { input.parse::<LitStr>()?.value() } else { input.parse::<Ident>()?.to_string() };
        let mut word = false;
        if input.peek(Token![:]) {
            input.parse::<Token![:]>()?;
            let of: Ident = input.parse()?;
            word = match of.to_string().as_str() {
                "word" => true,
                "number" => false,
                _ => return Err(Error::new(of.span(), "expected `word` or `number`")),
            };
        }
        Ok(Self { name, word, value: value(input)? })
    }
}

fn case(input: ParseStream<'_>) -> Result<Case> {
    let inside;
    parenthesized!(inside in input);
    let condition: Expr = inside.parse()?;
    let mut says = CaseAttributes::default();
    while !inside.is_empty() {
        inside.parse::<Token![,]>()?;
        if inside.is_empty() {
            break;
        }
        let name: Ident = inside.parse()?;
        if !says.take(&name, &inside)? {
            return Err(Error::new(
                name.span(),
                format!(
                    "`{name}` cannot differ from case to case; level, line, tone, role, say, kind, called and keys can"
                ),
            ));
        }
    }
    Ok(Case { condition, says })
}

fn nested(input: ParseStream<'_>) -> Result<Nested> {
    let inside;
    parenthesized!(inside in input);
    let mut all: Vec<Expr> = Punctuated::<Expr, Token![,]>::parse_terminated(&inside)?.into_iter().collect();
    let slots = if all.len() == 4 { all.pop() } else { None };
    match <[Expr; 3]>::try_from(all) {
        Ok([depth, context, lines]) => Ok(Nested { depth, context, lines, slots }),
        Err(all) => {
            let span = all.first().map_or_else(Span::call_site, Spanned::span);
            Err(Error::new(span, "`nested` takes a depth, a context and a table of lines"))
        }
    }
}

/// The attributes of a field.
#[derive(Clone, Default)]
pub(crate) struct FieldAttributes {
    pub(crate) skip: bool,
    pub(crate) word: Option<bool>,
    pub(crate) name: Option<LitStr>,
    pub(crate) was: Vec<LitStr>,
    pub(crate) help: Option<LitStr>,
    pub(crate) value: Option<Expr>,
}

impl Parse for FieldAttributes {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut all = Self::default();
        while !input.is_empty() {
            let ahead = input.fork();
            let name = ahead.parse::<Ident>().ok().map(|i| i.to_string());
            let alone = ahead.is_empty() || ahead.peek(Token![,]);
            match name.as_deref() {
                Some("skip") if alone => all.skip = input.parse::<Ident>().is_ok(),
                Some("word") if alone => all.word = Some(input.parse::<Ident>().is_ok()),
                Some("number") if alone => all.word = Some(input.parse::<Ident>().is_err()),
                Some("name") if ahead.peek(Token![=]) && !ahead.peek(Token![==]) => {
                    input.parse::<Ident>()?;
                    all.name = Some(value(input)?);
                }
                Some("was") if ahead.peek(Token![=]) && !ahead.peek(Token![==]) => {
                    input.parse::<Ident>()?;
                    all.was.push(value(input)?);
                }
                _ if input.peek(LitStr) => all.help = Some(input.parse()?),
                _ => all.value = Some(input.parse()?),
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(all)
    }
}
