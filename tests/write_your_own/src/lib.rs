//! The programs of docs/write-your-own.md, for the test that compiles them.

mod step;

use proc_macro::TokenStream;

/// Makes the modules `step1` to `step11`, and `STEPS` with their text.
///
/// # Panics
/// Panics if a step is not Rust.
#[proc_macro]
pub fn steps(_: TokenStream) -> TokenStream {
    let steps: Vec<String> = (1..=step::LAST).map(step::program).collect();
    let texts = format!("const STEPS: [&str; {}] = {steps:?};", steps.len());
    let modules = (1..).zip(steps).map(|(number, text)| format!("#[allow(dead_code)] mod step{number} {{\n{text}}}\n"));
    modules.chain([texts]).collect::<String>().parse().expect("Rust")
}
