//! `#[derive(Word)]`: the words of an enum without fields, each declared beside its variant.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Error, Fields, Ident, LitStr, Result, Token};

/// Generates the code for an enum, or returns why that is not possible.
pub(crate) fn generate(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(input.ident.span(), "words are those of the variants of an enum"));
    };
    let (method, style) = method(input)?;
    let (mut names, mut words) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            let why = format!("{}: a variant with a word has no fields", variant.ident);
            return Err(Error::new(variant.ident.span(), why));
        }
        let mut word_attributes = variant.attrs.iter().filter(|a| a.path().is_ident("word"));
        let word = match word_attributes.next() {
            Some(attribute) => attribute.parse_args::<LitStr>()?,
            None => LitStr::new(&style(&variant.ident.to_string()), variant.ident.span()),
        };
        if let Some(second) = word_attributes.next() {
            return Err(Error::new_spanned(second, format!("{}: `word` is said twice", variant.ident)));
        }
        names.push(&variant.ident);
        words.push(word);
    }
    let name = &input.ident;
    let count = names.len();
    let (called, doc) = match &method {
        Some(method) => (method.clone(), format!("Returns the {method}.")),
        None => (format_ident!("word"), "The word for it, as tables, sentences and files have it.".to_owned()),
    };
    let show = method.is_none().then(|| {
        quote! {
            #[automatically_derived]
            impl gridscope_trace::event::Show for #name {
                fn show(self) -> ::core::option::Option<gridscope_trace::event::Value> {
                    gridscope_trace::event::Show::show(self.word())
                }
            }
        }
    });
    Ok(quote! {
        impl #name {
            /// All variants, in the order of their declaration.
            pub const ALL: [Self; #count] = [#(Self::#names),*];
            /// All words, in the order of the variants.
            pub const WORDS: &'static [&'static str] = &[#(#words),*];

            #[doc = #doc]
            pub const fn #called(self) -> &'static str {
                match self { #(Self::#names => #words),* }
            }

            /// Returns the first variant with this word.
            pub fn named(word: &str) -> ::core::option::Option<Self> {
                Self::ALL.into_iter().find(|variant| variant.#called() == word)
            }
        }

        #show
    })
}

/// Makes the word of a variant's name.
type Style = fn(&str) -> String;

/// Returns the method that `#[words(…)]` names, if there is one, and what makes a word of a variant's name.
fn method(input: &DeriveInput) -> Result<(Option<Ident>, Style)> {
    let Some(attribute) = input.attrs.iter().find(|a| a.path().is_ident("words")) else { return Ok((None, spaced)) };
    let names = attribute.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?;
    let mut names = names.into_iter();
    let method = names.next();
    match names.next() {
        None => Ok((method, spaced)),
        Some(style) if style == "kebab" => Ok((method, kebab)),
        Some(style) if style == "capital" => Ok((method, capital)),
        Some(other) => Err(Error::new(other.span(), "`kebab` or `capital` is expected here")),
    }
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

/// Converts `NotLower` to `not-lower`.
fn kebab(name: &str) -> String {
    spaced(name).replace(' ', "-")
}

/// Converts `NotLower` to `Not lower`.
fn capital(name: &str) -> String {
    let words = spaced(name);
    name.chars().take(1).chain(words.chars().skip(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn word_is_attribute_text_or_variant_name() {
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
    fn repeated_word_attribute_is_refused() {
        let why = generate(&parse_quote! { enum V { #[word("a")] #[word("b")] Lower } }).expect_err("a refusal");
        assert_eq!(why.to_string(), "Lower: `word` is said twice");
    }

    #[test]
    fn named_method_spells_words_in_its_style() {
        let code = |style: TokenStream| {
            generate(&parse_quote! { #[words(#style)] enum V { #[word("a b")] Lowest, NotLower } })
                .map(|c| c.to_string())
        };
        let kebab = code(quote!(name, kebab)).expect("code");
        assert!(kebab.contains("fn name") && kebab.contains("\"a b\"") && kebab.contains("\"not-lower\""), "{kebab}");
        assert!(kebab.contains("fn named") && !kebab.contains("Show"), "{kebab}");
        assert!(code(quote!(title, capital)).expect("code").contains("\"Not lower\""));
        assert!(code(quote!(name)).expect("code").contains("\"not lower\""));
        assert_eq!(
            code(quote!(name, loud)).expect_err("a refusal").to_string(),
            "`kebab` or `capital` is expected here"
        );
    }

    #[test]
    fn only_enums_have_words() {
        let why = generate(&parse_quote! { struct V; }).expect_err("a refusal").to_string();
        assert_eq!(why, "words are those of the variants of an enum");
    }
}
