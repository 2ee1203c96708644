//! The tables of an event enum: its cases and its fields, followed by those of wrapped events.

use crate::attributes::{CaseAttributes, Level, Say};
use crate::model::{Model, Variant, is_constant};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use syn::Ident;

/// Returns the cases of all variants except nested ones, as constants.
pub(crate) fn cases(model: &Model) -> Vec<TokenStream> {
    let variants = model.variants.iter().filter(|v| v.wraps.is_none());
    variants.flat_map(|v| v.cases().into_iter().map(|(_, says)| case(v, &says))).collect()
}

fn case(variant: &Variant, says: &CaseAttributes) -> TokenStream {
    let kind = says.kind.as_ref().map_or_else(|| kebab(&variant.name), syn::LitStr::value);
    let (was, help) = (&says.was, &variant.help);
    let level = match &says.level {
        None | Some(Level::Detail) => quote!(Detail),
        Some(Level::Step) => quote!(Step),
        Some(Level::Phase(depth)) if is_constant(depth, variant) => quote!(Phase(#depth)),
        Some(Level::Phase(_)) => quote!(Phase(0)),
    };
    let default_tone = || if variant.is.slot.is_some() { quote!(Wrote) } else { quote!(Looked) };
    let tone = says.tone.as_ref().map_or_else(default_tone, |t| quote!(#t));
    let role = says.role.as_ref().map_or_else(|| quote!(None), |r| quote!(#r));
    let line = says.line.as_ref().map_or_else(|| quote!(1), |l| quote!(#l));
    let text = |t: Option<&syn::LitStr>| t.map_or_else(|| quote!(None), |t| quote!(Some(#t)));
    let say = text(match &says.say {
        Some(Say::Template(t)) => Some(t),
        _ => None,
    });
    let (called, actor) = (text(says.called.as_ref()), text(says.actor.as_ref()));
    let (counts_while, sight) = (text(says.counts_while.as_ref()), text(says.sight.as_ref()));
    let queue = match (&says.keys, says.dequeues) {
        (Some(keys), _) => {
            let keys_template = &keys.shown;
            quote!(Enqueues(#keys_template))
        }
        (None, true) => quote!(Dequeues),
        (None, false) => quote!(Unmoved),
    };
    quote! {
        gridscope_trace::event::Case {
            kind: #kind,
            was: &[#(#was),*],
            help: #help,
            level: gridscope_trace::event::Level::#level,
            tone: gridscope_trace::event::Tone::#tone,
            role: gridscope_trace::view::board::Role::#role,
            line: #line,
            say: #say,
            called: #called,
            actor: #actor,
            queue: gridscope_trace::event::OpenListEffect::#queue,
            counts_while: #counts_while,
            sight: #sight,
        }
    }
}

/// Converts `PassedOver` to `passed-over`.
fn kebab(name: &Ident) -> String {
    let mut text = String::new();
    for (i, c) in name.to_string().chars().enumerate() {
        if c.is_uppercase() && i > 0 {
            text.push('-');
        }
        text.extend(c.to_lowercase());
    }
    text
}

/// Returns the number of the first case of each variant. Nested variants come after all others.
pub(crate) fn numbered(model: &Model) -> Vec<TokenStream> {
    let own: usize = model.variants.iter().filter(|v| v.wraps.is_none()).map(|v| v.cases().len()).sum();
    let (mut next, mut before) = (0, quote!(#own));
    let mut all = Vec::new();
    for variant in &model.variants {
        if let Some(inner) = &variant.wraps {
            all.push(before.clone());
            before = quote!(#before + <#inner as gridscope_trace::event::Event>::CASES.len());
        } else {
            all.push(quote!(#next));
            next += variant.cases().len();
        }
    }
    all
}

/// Returns a table followed by those of the wrapped events.
pub(crate) fn join_tables(
    own: &TokenStream,
    nested: &[&Variant],
    join: &str,
    part: impl Fn(&syn::Type, &crate::attributes::Nested) -> (TokenStream, TokenStream),
) -> TokenStream {
    let join = format_ident!("join_{join}");
    let mut table = quote!(#own);
    for variant in nested {
        let (Some(inner), Some(is)) = (&variant.wraps, &variant.is.nested) else { continue };
        let (added, more) = part(inner, is);
        table = quote! {{
            const BEFORE: &[gridscope_trace::event::#join::Item] = #table;
            const ALL: [gridscope_trace::event::#join::Item; BEFORE.len() + #added.len()] =
                gridscope_trace::event::#join::join(BEFORE, #added #more);
            &ALL
        }};
    }
    table
}

pub(crate) fn fields_table(model: &Model) -> TokenStream {
    let mut known: BTreeMap<String, (bool, String, Vec<String>)> = BTreeMap::new();
    let mut order = Vec::new();
    for variant in &model.variants {
        for (name, number) in variant.visited() {
            let field = variant.fields.iter().find(|f| f.shown_name() == name);
            let help = field
                .map_or_else(String::new, |f| f.shown.help.as_ref().map_or_else(|| f.help.clone(), syn::LitStr::value));
            let entry = known.entry(name.clone()).or_insert_with(|| {
                order.push(name);
                (false, String::new(), Vec::new())
            });
            entry.0 |= number;
            for was in field.into_iter().flat_map(|f| &f.shown.was).map(syn::LitStr::value) {
                if !entry.2.contains(&was) {
                    entry.2.push(was);
                }
            }
            if entry.1.is_empty() {
                entry.1 = help;
            }
        }
    }
    let rows = order.iter().map(|name| {
        let (number, help, was) = &known[name];
        quote!(gridscope_trace::event::Field { name: #name, was: &[#(#was),*], help: #help, number: #number })
    });
    quote!(&[#(#rows),*])
}
