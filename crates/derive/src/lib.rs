//! `#[derive(Event)]`: what an event says of itself, declared beside its variant and nowhere else.
//!
//! ```text
//! #[derive(Clone, Copy, PartialEq, Debug, Event)]
//! #[event(context = Context)]
//! pub enum SearchEvent {
//!     /// A cell was reached and joined the queue.
//!     #[event(detail, slot = SEARCH, enqueues(d), role = Queued, line = 6, say = "Opened {cell}[ from {from}]: d = {d}.")]
//!     Opened { cell: Cell, from: Option<Dir>, #[show("steps from the start")] d: u32 },
//! }
//! ```
//!
//! On the enum: `context = TYPE` (default `()`), `size = BYTES` (default 24, checked when it is compiled).
//!
//! On a variant, in any order:
//!
//! | attribute | says |
//! | --- | --- |
//! | `detail`, `step`, `phase(DEPTH)` | the level; detail if nothing is said |
//! | `slot = EXPR` | what it writes: a layer (`u8`, in the cell that it is about), a `Slot`, or an `Option<Slot>` |
//! | `line = N` | the line of the listing, from 1 |
//! | `tone = TONE` | what became of the cell; `Wrote` where there is a slot, else `Looked` |
//! | `role = ROLE` | the part that a cell plays while it holds the event |
//! | `say = "TEMPLATE"` or `say = FUNCTION` | its sentence; a function takes `(&event, &context)` and gives a `String` |
//! | `kind = "NAME"`, `was = "OLD NAME"` | the name of the kind (the variant's in kebab-case if nothing is said), and names that it had before |
//! | `about = EXPR`, `from = EXPR` | the cell that it is about, and the one where a step came from: a `Cell`, an `Option<Cell>`, or a `Dir` from the cell; the fields `cell` and `from` or `parent` if nothing is said |
//! | `hide(cell)`, `hide(from)` | that place is no field; a field that it is made of is shown under its own name |
//! | `called = "TEMPLATE"` | what the phase that it begins is called; the kind if nothing is said |
//! | `actor = "TEMPLATE"` | the phase that it begins is the turn of the actor of that name |
//! | `progress = EXPR` | how much of the run is done, 0 to 1 |
//! | `enqueues(KEY, KEY, "TEMPLATE")`, `dequeues` | it puts its cell into the open list by one or two keys, shown so; it takes the first entry |
//! | `counts_while = "FIELD"` | a cell holds it only as long as the first layer's event there has the same FIELD: a tie at a cost that was lowered since is stale |
//! | `sight = "NAME"` | while it is the last event a line from where it came from to its cell is drawn over the map, called so: with a head, of dashes where the tone is `Refused` |
//! | `with(NAME = EXPR, …)` | fields that are computed; `NAME: word = EXPR` for one that is no number, `"NAME" = EXPR` for a name with a hyphen |
//! | `text(NAME = EXPR, …)` | texts for its sentence alone |
//! | `case(CONDITION, …)` | the same attributes where the condition holds; the first that holds counts. `part = Rooms` asks whether a field is that variant of its type |
//! | `nested(DEPTH, CONTEXT, LINES)` | it wraps an event of another algorithm, whose phases are that much deeper, with that context; its listing line n is shown as `LINES[n − 1]`; a fourth value, of type `Offset`, says which of the layers and registers are its first |
//!
//! The two cells are shown as `cell` and `from`, before all fields. A field with `#[show(name = …)]` is not taken for one of
//! them by its own name; where `about` or `from` names it, it is shown under its name alone.
//!
//! On a field: `#[show("what it is")]`, `#[show(skip)]`, `#[show(name = "NAME")]`, `#[show(was = "OLD NAME")]`, `#[show(EXPR)]` for the value that is
//! shown (a single word, as in `#[show(cost)]`, is the method of the context that makes it), with `word` or `number` where its type does not tell which. Expressions see the fields by value, and the
//! context as `cx`.
//!
//! A template names fields in braces: `{g}`, with a format after a colon: `{p:.3}` for decimals, `{p:~2}` for at most so
//! many, `{n:count cell}` for a count with its noun, `{tile:a}` with an article, `{name:cap}` with a capital,
//! `{dir:arrow}`, and `{lit?burns|is out}` to choose by a flag. What stands in square brackets is left out where a field
//! in it is missing.

#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

mod attributes;
mod generate;
mod model;
mod tables;
mod template;
mod word;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// See the documentation of the crate.
#[proc_macro_derive(Event, attributes(event, show))]
pub fn derive_event(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    match model::Model::new(&input) {
        Ok(model) => generate::generate(&model).into(),
        Err(error) => error.to_compile_error().into(),
    }
}

/// `word()` for an enum without fields, with `ALL` and `WORDS`, and what makes a field of that type show the word:
/// `#[word("not below its own")]` on a variant, or its name in lower case, `NotLower` as `not lower`.
#[proc_macro_derive(Word, attributes(word))]
pub fn derive_word(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    word::generate(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

#[cfg(test)]
mod tests;
