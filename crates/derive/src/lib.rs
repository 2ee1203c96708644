//! `#[derive(Event)]`: declares the properties of an event beside its variant.
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
//! On the enum: `context = TYPE` (default `()`), `size = BYTES` (default 24, checked at compile time), and `encoded` if
//! events go to and from bytes. The types of all fields then need `Encode`.
//!
//! On a variant, in any order:
//!
//! | attribute | meaning |
//! | --- | --- |
//! | `detail`, `step`, `phase(DEPTH)` | the level; the default is detail |
//! | `slot = EXPR` | the slot that it writes: a layer (`u8`, in the cell that it is about), a `Slot`, or an `Option<Slot>` |
//! | `line = N` | the line of the pseudocode, from 1 |
//! | `tone = TONE` | what happened to the cell; the default is `Wrote` if there is a slot, else `Looked` |
//! | `role = ROLE` | the role of a cell while it holds the event |
//! | `say = "TEMPLATE"` or `say = FUNCTION` | the sentence; a function takes `(&event, &context)` and returns a `String` |
//! | `kind = "NAME"`, `was = "OLD NAME"` | the name of the kind (by default the variant's name in kebab-case), and its earlier names |
//! | `about = EXPR`, `from = EXPR` | the cell that it is about, and the cell that a step came from: a `Cell`, an `Option<Cell>`, or a `Dir` from the cell; by default the fields `cell` and `from` or `parent` |
//! | `hide(cell)`, `hide(from)` | do not show that cell as a field; a field that it is made from is shown under its own name |
//! | `called = "TEMPLATE"` | the name of the phase that it begins; by default the kind |
//! | `actor = "TEMPLATE"` | the phase that it begins is the turn of the actor with that name |
//! | `progress = EXPR` | the share of the run that is done, 0 to 1 |
//! | `enqueues(KEY, KEY, "TEMPLATE")`, `dequeues` | it adds its cell to the open list with one or two keys, displayed with the template; it takes the first entry |
//! | `counts_while = "FIELD"` | the event counts only while the first layer's event in the cell has the same FIELD: a tie is stale if the cost was lowered since |
//! | `sight = "NAME"` | while it is the last event, a line with this name is drawn over the map from the cell that it came from to its cell; the line has an arrowhead, and is dashed if the tone is `Refused` |
//! | `with(NAME = EXPR, …)` | computed fields; `NAME: word = EXPR` if it is not a number, `"NAME" = EXPR` for a name with a hyphen |
//! | `text(NAME = EXPR, …)` | texts for the sentence only |
//! | `case(CONDITION, …)` | attributes that apply if the condition holds; the first case that holds applies. `part = Rooms` checks whether a field is that variant of its type |
//! | `nested(DEPTH, CONTEXT, LINES)` | it wraps an event of another algorithm with that context, whose phases are that much deeper; line n of its pseudocode is shown as `LINES[n − 1]`; a fourth value, of type `Offset`, gives its first layer and register |
//!
//! The two cells are shown as `cell` and `from`, before all fields. A field with `#[show(name = …)]` is not used as one
//! of them because of its own name. If `about` or `from` names it, it is shown only under its new name.
//!
//! On a field: `#[show("description")]`, `#[show(skip)]`, `#[show(name = "NAME")]`, `#[show(was = "OLD NAME")]`, and
//! `#[show(EXPR)]` for the displayed value. A single word, as in `#[show(cost)]`, is the method of the context that
//! computes the value. Add `word` or `number` if the type of the field does not make this clear. Expressions see the
//! fields by value, and the context as `cx`.
//!
//! A template names fields in braces: `{g}`. A format may follow a colon: `{p:.3}` for decimals, `{p:~2}` for at most
//! two decimals, `{p:odds}` for a probability as `a 1 in 2 chance`, `{n:count cell}` for a count with its noun, `{tile:a}`
//! with an article, `{name:cap}` with a capital, `{dir:arrow}` for an arrow. `{lit?burns|is out}` chooses a text by a
//! flag. Text in square brackets is left out if a field in it is missing.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

mod attributes;
mod encode;
mod generate;
mod model;
mod tables;
mod template;
mod word;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives `Event`. See the documentation of the crate.
#[proc_macro_derive(Event, attributes(event, show))]
pub fn derive_event(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let code = model::Model::new(&input).and_then(|model| {
        let encode = if model.encoded { encode::generate(&input)? } else { proc_macro2::TokenStream::new() };
        let event = generate::generate(&model);
        Ok(quote::quote!(#event #encode))
    });
    code.unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Derives `word()`, `named(word)`, `ALL` and `WORDS` for an enum without fields, and shows a field of that type as its
/// word. The word is given by `#[word("not below its own")]` on a variant. By default it is the variant's name in lower
/// case: `NotLower` becomes `not lower`.
///
/// `#[words(name)]` on the enum calls the method `name()`. Such an enum is not shown by itself. A style may follow:
/// `#[words(name, kebab)]` makes `not-lower`, and `#[words(title, capital)]` makes `Not lower`.
#[proc_macro_derive(Word, attributes(word, words))]
pub fn derive_word(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    word::generate(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Derives `Encode` for a struct or an enum whose fields all have it.
#[proc_macro_derive(Encode)]
pub fn derive_encode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    encode::generate(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

#[cfg(test)]
mod tests;
