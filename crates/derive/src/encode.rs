//! `#[derive(Encode)]`: a type as bytes, field by field. A variant is a byte with its number, then its fields.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Fields, Index, Member, Result};

/// Generates the code for a struct or an enum, or returns why that is not possible.
pub(crate) fn generate(input: &DeriveInput) -> Result<TokenStream> {
    match &input.data {
        Data::Struct(data) => {
            let members = members(&data.fields);
            let (pattern, encode) = encoded(&members);
            let decode = decoded(&members);
            let encode = quote!(let Self #pattern = self; #encode);
            Ok(implement(&input.ident, &encode, &quote!(Some(Self #decode))))
        }
        Data::Enum(data) => {
            let variants = data.variants.iter().map(|variant| (&variant.ident, members(&variant.fields)));
            of_variants(&input.ident, variants)
        }
        Data::Union(_) => Err(Error::new(input.ident.span(), "a union has no bytes")),
    }
}

/// Generates the code for an enum with these variants, each with its fields.
fn of_variants<'a>(name: &Ident, variants: impl Iterator<Item = (&'a Ident, Vec<Member>)>) -> Result<TokenStream> {
    let (mut encode, mut decode) = (Vec::new(), Vec::new());
    for (number, (variant, members)) in variants.enumerate() {
        let many = |_| Error::new(variant.span(), "only 256 variants have a byte");
        let number = u8::try_from(number).map_err(many)?;
        let (pattern, fields) = encoded(&members);
        encode.push(quote!(Self::#variant #pattern => { to.push(#number); #fields }));
        let fields = decoded(&members);
        decode.push(quote!(#number => Self::#variant #fields,));
    }
    let encode = quote!(match self { #(#encode)* });
    let number = quote!(<u8 as gridscope_trace::event::Encode>::decode(from)?);
    Ok(implement(name, &encode, &quote!(Some(match #number { #(#decode)* _ => return None }))))
}

fn implement(name: &Ident, encode: &TokenStream, decode: &TokenStream) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl gridscope_trace::event::Encode for #name {
            fn encode(&self, to: &mut ::std::vec::Vec<u8>) { #encode }
            fn decode(from: &mut &[u8]) -> ::core::option::Option<Self> { #decode }
        }
    }
}

fn members(fields: &Fields) -> Vec<Member> {
    let member = |(number, field): (usize, &syn::Field)| {
        field.ident.clone().map_or_else(|| Member::Unnamed(Index::from(number)), Member::Named)
    };
    fields.iter().enumerate().map(member).collect()
}

/// Generates a pattern that binds all fields, and the code that writes them.
fn encoded(members: &[Member]) -> (TokenStream, TokenStream) {
    let names: Vec<_> = (0..members.len()).map(|number| format_ident!("field{number}")).collect();
    let pattern = quote!({ #(#members: #names),* });
    (pattern, quote!(#(gridscope_trace::event::Encode::encode(#names, to);)*))
}

/// Generates the fields of a value that is read.
fn decoded(members: &[Member]) -> TokenStream {
    quote!({ #(#members: gridscope_trace::event::Encode::decode(from)?),* })
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn variant_is_encoded_as_its_number_and_fields() {
        let code = generate(&parse_quote! { enum E { A, B { x: u8 }, C(u16) } }).expect("code").to_string();
        for expected in ["Self :: B { x : field0 } => { to . push (1u8)", "2u8 => Self :: C { 0 :", "_ => return None"]
        {
            assert!(code.contains(expected), "{expected}: {code}");
        }
    }

    #[test]
    fn struct_is_encoded_as_its_fields() {
        let code = generate(&parse_quote! { struct S { x: u8, y: u8 } }).expect("code").to_string();
        assert!(code.contains("let Self { x : field0 , y : field1 } = self"), "{code}");
    }

    #[test]
    fn a_union_is_refused() {
        let why = generate(&parse_quote! { union U { x: u8 } }).expect_err("a refusal").to_string();
        assert_eq!(why, "a union has no bytes");
    }
}
