//! `#[derive(Word)]`: the words of an enum without fields, each declared beside its variant.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, LitStr, Result};

/// Generates the code for an enum, or returns why that is not possible.
pub(crate) fn generate(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(input.ident.span(), "words are those of the variants of an enum"));
    };
    let (mut names, mut words) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            let why = format!("{}: a variant with a word has no fields", variant.ident);
            return Err(Error::new(variant.ident.span(), why));
        }
        let mut given = variant.attrs.iter().filter(|a| a.path().is_ident("word"));
        let word = match given.next() {
            Some(attribute) => attribute.parse_args::<LitStr>()?,
            None => LitStr::new(&spaced(&variant.ident.to_string()), variant.ident.span()),
        };
        if let Some(second) = given.next() {
            return Err(Error::new_spanned(second, format!("{}: `word` is said twice", variant.ident)));
        }
        names.push(&variant.ident);
        words.push(word);
    }
    let name = &input.ident;
    let (count, doc) = (names.len(), "The word for it, as tables, sentences and files have it.");
    Ok(quote! {
        impl #name {
            /// All variants, in the order of their declaration.
            pub const ALL: [Self; #count] = [#(Self::#names),*];
            /// All words, in the order of the variants.
            pub const WORDS: &'static [&'static str] = &[#(#words),*];

            #[doc = #doc]
            pub const fn word(self) -> &'static str {
                match self { #(Self::#names => #words),* }
            }
        }

        #[automatically_derived]
        impl gridscope_core::event::Show for #name {
            fn show(self) -> ::core::option::Option<gridscope_core::event::Value> {
                gridscope_core::event::Show::show(self.word())
            }
        }
    })
}

/// Converts `NotLower` to `not lower`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for (i, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && i > 0 {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn a_word_is_what_is_said_or_the_name_in_words() {
        let code = generate(&parse_quote! { enum V { #[word("the lowest")] Lowest, NotLower } }).expect("code");
        let code = code.to_string();
        assert!(code.contains("\"the lowest\"") && code.contains("\"not lower\""), "{code}");
    }

    #[test]
    fn a_variant_with_fields_is_refused_by_name() {
        let why = generate(&parse_quote! { enum V { Lower { by: u8 } } }).expect_err("a refusal").to_string();
        assert_eq!(why, "Lower: a variant with a word has no fields");
    }

    #[test]
    fn a_word_is_said_once() {
        let why = generate(&parse_quote! { enum V { #[word("a")] #[word("b")] Lower } }).expect_err("a refusal");
        assert_eq!(why.to_string(), "Lower: `word` is said twice");
    }

    #[test]
    fn only_enums_have_words() {
        let why = generate(&parse_quote! { struct V; }).expect_err("a refusal").to_string();
        assert_eq!(why, "words are those of the variants of an enum");
    }
}
