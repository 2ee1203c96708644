//! Three nets over every lesson and every vector, to compare before and after changes of the kernel.
//!
//! - **Facts** ([`facts`], facts.txt and vectors.txt): what a run shows, as digests, with a line for each thing of each
//!   lesson. They do not change. A commit that changes one explains why the new answer is right.
//! - **Digests** ([`digests`], digests.txt): the whole trace of each lesson, bit for bit. They change with any change
//!   of a trace.
//! - **Words** ([`words`], words/): the texts of a run for readers. They may change, and each change is reviewed as a
//!   diff.
//!
//! ```text
//! cargo test --test net                                     compares, and prints the differences
//! GRIDSCOPE_NET=write cargo test --test net                 writes the current state; then read git diff
//! GRIDSCOPE_NET_ONLY=hello cargo test --test net            lessons and vectors whose names begin with this
//! GRIDSCOPE_NET_DUMP='hello/board f' cargo test --test net  prints the lines behind one digest
//! ```
//!
//! To see *how* a fact differs, dump it here and in a checkout of the older commit, and compare the two.
//!
//! Only [`face`] and [`digest`] call the interface of a run (`trace::Replay`), and only [`cards`] reads a card. If
//! these change, only these files must be adapted. A renamed kind, field, layer, check or series is a row of
//! [`facts::RENAMED`].

mod cards;
mod digest;
mod digests;
mod face;
mod facts;
mod files;
mod lessons;
mod sheet;
mod vectors;
mod words;

use files::{compare_digests, compare_texts};
use lessons::{lessons, only};
use sheet::Sheet;
use std::collections::BTreeMap;

/// Things that every lesson's net must contain.
const ALWAYS: [&str; 12] = [
    "size",
    "roles at all",
    "kinds",
    "fields",
    "field names",
    "levels",
    "lines",
    "tones",
    "cells",
    "history",
    "why-not events",
    "outcome",
];

#[test]
fn facts_are_what_they_were() {
    let mut sheet = Sheet::new();
    for lesson in lessons() {
        for (name, mut run) in lesson.runs() {
            facts::add(&mut sheet, &name, &mut run, &lesson.drawn);
            if !sheet.dumps() {
                for thing in ALWAYS {
                    assert!(sheet.has(&name, thing), "{name}: nothing is known of its {thing}");
                }
            }
        }
    }
    compare_digests("facts.txt", sheet);
}

#[test]
fn vectors_are_what_they_were() {
    let mut sheet = Sheet::new();
    let cases = vectors::add(&mut sheet);
    assert!(only().is_some() || cases == 840, "{cases} vectors");
    compare_digests("vectors.txt", sheet);
}

#[test]
fn words_are_those_that_were_read() {
    let mut texts = BTreeMap::new();
    for lesson in lessons() {
        let mut runs = lesson.runs();
        texts.insert(format!("{}.txt", lesson.id), words::of(&mut runs));
    }
    texts.insert("cards.txt".to_owned(), cards::of_all());
    compare_texts("words", &texts);
}
