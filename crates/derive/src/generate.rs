//! The implementation of `Event` for a model.

use crate::attributes::{CaseAttributes, Level, Say};
use crate::model::{Model, Variant, is_constant};
use crate::tables::{cases, fields_table, join_tables, numbered};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{BinOp, Expr};

/// Generates the `impl` for all declarations.
pub(crate) fn generate(model: &Model) -> TokenStream {
    let name = &model.name;
    let context = &model.context;
    let size = model.size;
    let (own, all): (Vec<_>, Vec<_>) = (cases(model), numbered(model));
    let nested: Vec<&Variant> = model.variants.iter().filter(|v| v.wraps.is_some()).collect();
    let table = join_tables(&quote!(&[#(#own),*]), &nested, "cases", |inner, is| {
        let (depth, lines) = (&is.depth, &is.lines);
        (quote!(<#inner as gridscope_trace::event::Event>::CASES), quote!(, #depth, #lines))
    });
    let fields = fields_table(model);
    let fields = join_tables(&fields, &nested, "fields", |inner, _| {
        (quote!(<#inner as gridscope_trace::event::Event>::FIELDS), quote!())
    });
    let bodies = [
        arms(model, |v, k| case_of(v, k, &all)),
        arms(model, |v, _| slot_of(v)),
        arms(model, |v, _| depth_of(v)),
        arms(model, |v, _| about_of(v)),
        arms(model, |v, _| from_of(v)),
        arms(model, |v, _| visit_fields(v)),
        arms(model, |v, _| visit_texts(v)),
        arms(model, |v, _| progress_of(v)),
    ];
    let [case, slot, depth, about, from, visit, texts, progress] = bodies;
    let custom_sentence = by_case(model, &all, |says, v| match &says.say {
        Some(Say::Function(path)) => Some(quote!(Some(#path(self, cx)))),
        _ => nested_call(v, &quote!(custom_sentence)),
    });
    let keys = by_case(model, &all, |says, v| match &says.keys {
        Some(keys) => {
            let (first, second) = (&keys.keys[0], keys.keys.get(1));
            let second = second.map_or_else(|| quote!(0), |e| quote!((#e) as u64));
            Some(quote!(Some(((#first) as u64, #second))))
        }
        None => nested_call(v, &quote!(keys)),
    });
    let codec = model.encoded.then(|| {
        quote! {
            const CODEC: Option<gridscope_trace::event::Codec<Self>> = Some(gridscope_trace::event::Codec::OWN);
        }
    });
    quote! {
        const _: () = assert!(::std::mem::size_of::<#name>() <= #size, "an event is larger than it says");
        const _: () = assert!(<#name as gridscope_trace::event::Event>::CASES.len() <= 256, "too many kinds and cases");

        #[automatically_derived]
        #[allow(unused_variables, clippy::all, clippy::pedantic)]
        impl gridscope_trace::event::Event for #name {
            type Context = #context;
            const CASES: &'static [gridscope_trace::event::Case] = #table;
            const FIELDS: &'static [gridscope_trace::event::Field] = #fields;
            #codec

            #[inline]
            fn case(&self, cx: &Self::Context) -> u8 { #case }
            #[inline]
            fn slot(&self, cx: &Self::Context) -> Option<gridscope_trace::event::Slot> { #slot }
            fn depth(&self, cx: &Self::Context) -> Option<u8> { #depth }
            #[inline]
            fn cell(&self) -> Option<gridscope_trace::geometry::Cell> { #about }
            fn from(&self) -> Option<gridscope_trace::geometry::Cell> { #from }
            fn fields(
                &self,
                cx: &Self::Context,
                visit: &mut dyn FnMut(&'static str, gridscope_trace::event::Value),
            ) { #visit }
            fn texts(&self, cx: &Self::Context, visit: &mut dyn FnMut(&'static str, String)) { #texts }
            fn custom_sentence(&self, cx: &Self::Context) -> Option<String> { #custom_sentence }
            fn keys(&self, cx: &Self::Context) -> Option<(u64, u64)> { #keys }
            fn progress(&self) -> Option<f32> { #progress }
        }
    }
}

/// Generates a match with an arm for each variant, with its fields bound by value.
fn arms(model: &Model, body: impl Fn(&Variant, usize) -> TokenStream) -> TokenStream {
    let arms = model.variants.iter().enumerate().map(|(k, variant)| {
        let (name, body) = (&variant.name, body(variant, k));
        let pattern = pattern(variant);
        quote!(Self::#name #pattern => { #body })
    });
    quote!(match *self { #(#arms)* })
}

fn pattern(variant: &Variant) -> TokenStream {
    if variant.wraps.is_some() {
        return quote!((ref inner));
    }
    let names = variant.fields.iter().map(|f| &f.name);
    quote!({ #(#names),* })
}

/// Generates a match over cases, with the result of `body` for each, else `None`.
fn by_case(
    model: &Model,
    first: &[TokenStream],
    body: impl Fn(&CaseAttributes, &Variant) -> Option<TokenStream>,
) -> TokenStream {
    let mut arms = Vec::new();
    for (variant, first) in model.variants.iter().zip(first) {
        let (name, pattern) = (&variant.name, pattern(variant));
        if variant.wraps.is_some() {
            arms.extend(body(&CaseAttributes::default(), variant).map(|b| quote!(Self::#name #pattern => { #b })));
            continue;
        }
        let cases = variant.cases();
        let bodies: Vec<_> = cases.iter().map(|(_, says)| body(says, variant)).collect();
        if bodies.iter().all(Option::is_none) {
            continue;
        }
        let none = quote!(None);
        if let [Some(only)] = &bodies[..] {
            arms.push(quote!(Self::#name #pattern => { #only }));
            continue;
        }
        let numbers = (0..bodies.len()).map(|k| k as u8);
        let bodies = bodies.iter().map(|b| b.as_ref().unwrap_or(&none));
        arms.push(quote! {
            Self::#name #pattern => match self.case(cx) - (#first) as u8 {
                #(#numbers => { #bodies })*
                _ => None,
            },
        });
    }
    quote!(match *self { #(#arms)* #[allow(unreachable_patterns)] _ => None })
}

/// Generates a call of the same method of a wrapped event.
fn nested_call(variant: &Variant, method: &TokenStream) -> Option<TokenStream> {
    let context = &variant.is.nested.as_ref()?.context;
    Some(quote!(gridscope_trace::event::Event::#method(inner, #context)))
}

fn case_of(variant: &Variant, k: usize, first: &[TokenStream]) -> TokenStream {
    let first = &first[k];
    if let Some(call) = nested_call(variant, &quote!(case)) {
        return quote!((#first) as u8 + #call);
    }
    let cases = variant.cases();
    let last = cases.len() - 1;
    let conditions = cases.iter().enumerate().filter_map(|(i, (condition, _))| {
        let condition = condition_tokens((*condition)?, variant);
        Some(quote!(if #condition { ((#first) + #i) as u8 } else))
    });
    quote!(#(#conditions)* { ((#first) + #last) as u8 })
}

/// Generates a condition. `part = Rooms` becomes a pattern of the field's type; any other condition is used unchanged.
fn condition_tokens(condition: &Expr, variant: &Variant) -> TokenStream {
    if let Expr::Assign(assign) = condition
        && let Expr::Path(left) = &*assign.left
        && let Some(name) = left.path.get_ident()
        && let Some(field) = variant.field(name)
    {
        let pattern = of_type(&assign.right, &field.kind, field.kind_is_option());
        return quote!(::std::matches!(#name, #pattern));
    }
    quote!(#condition)
}

/// Converts an expression to a pattern whose paths belong to a type.
fn of_type(right: &Expr, kind: &syn::Type, plain: bool) -> TokenStream {
    match right {
        Expr::Binary(either) if matches!(either.op, BinOp::BitOr(_)) => {
            let (a, b) = (of_type(&either.left, kind, plain), of_type(&either.right, kind, plain));
            quote!(#a | #b)
        }
        Expr::Path(path) if path.path.get_ident().is_some() && !plain => quote!(#kind::#path),
        Expr::Call(call) if !plain => {
            let (function, args) = (of_type(&call.func, kind, false), &call.args);
            quote!(#function(#args))
        }
        other => quote!(#other),
    }
}

fn slot_of(variant: &Variant) -> TokenStream {
    if let (Some(call), Some(nested)) = (nested_call(variant, &quote!(slot)), &variant.is.nested) {
        return nested.slots.as_ref().map_or_else(
            || call.clone(),
            |slots| quote!(#call.map(|slot: gridscope_trace::event::Slot| slot.offset_by(#slots))),
        );
    }
    variant.is.slot.as_ref().map_or_else(
        || quote!(None),
        |slot| {
            let about = place(variant.about());
            quote!(gridscope_trace::event::IntoSlot::into_slot(#slot, #about))
        },
    )
}

fn depth_of(variant: &Variant) -> TokenStream {
    if let (Some(call), Some(nested)) = (nested_call(variant, &quote!(depth)), &variant.is.nested) {
        let depth = &nested.depth;
        return quote!(#call.map(|inner: u8| inner + #depth));
    }
    let mut depths = variant.cases().into_iter().filter_map(|(_, says)| match says.level {
        Some(Level::Phase(depth)) if !is_constant(&depth, variant) => Some(depth),
        _ => None,
    });
    depths.next().map_or_else(|| quote!(None), |depth| quote!(Some(#depth)))
}

/// Generates an optional cell.
fn place(expr: Option<Expr>) -> TokenStream {
    expr.map_or_else(|| quote!(None), |e| quote!(Option::<gridscope_trace::geometry::Cell>::from(#e)))
}

fn about_of(variant: &Variant) -> TokenStream {
    if variant.wraps.is_some() {
        return quote!(gridscope_trace::event::Event::cell(inner));
    }
    place(variant.about())
}

fn from_of(variant: &Variant) -> TokenStream {
    if variant.wraps.is_some() {
        return quote!(gridscope_trace::event::Event::from(inner));
    }
    let about = place(variant.about());
    variant.from().map_or_else(|| quote!(None), |e| quote!(gridscope_trace::event::Toward::toward(#e, #about)))
}

fn visit_fields(variant: &Variant) -> TokenStream {
    if let Some(nested) = &variant.is.nested {
        let context = &nested.context;
        return quote!(gridscope_trace::event::Event::fields(inner, #context, visit));
    }
    let show = |name: String, value: TokenStream| quote!(gridscope_trace::event::show_field(#name, #value, visit););
    let cell = variant.shown_about().map(|_| show("cell".into(), about_of(variant)));
    let from = variant.shown_from().map(|_| show("from".into(), from_of(variant)));
    let fields = variant.visible_fields().into_iter().map(|f| {
        let name = &f.name;
        let value = match &f.shown.value {
            None => quote!(#name),
            // A single word is a method of the context.
            Some(Expr::Path(path)) if path.path.get_ident().is_some_and(|i| variant.field(i).is_none()) => {
                quote!(cx.#path(#name.into()))
            }
            Some(value) => quote!(#value),
        };
        show(f.shown_name(), value)
    });
    let computed = variant.is.with.iter().map(|c| {
        let value = &c.value;
        show(c.name.clone(), quote!(#value))
    });
    quote!(#cell #from #(#fields)* #(#computed)*)
}

fn visit_texts(variant: &Variant) -> TokenStream {
    if let Some(nested) = &variant.is.nested {
        let context = &nested.context;
        return quote!(gridscope_trace::event::Event::texts(inner, #context, visit));
    }
    let texts = variant.is.texts.iter().map(|t| {
        let (name, value) = (&t.name, &t.value);
        quote!(gridscope_trace::event::show_text(#name, &(#value), visit);)
    });
    quote!(#(#texts)*)
}

fn progress_of(variant: &Variant) -> TokenStream {
    if variant.wraps.is_some() {
        return quote!(None);
    }
    variant.is.progress.as_ref().map_or_else(|| quote!(None), |e| quote!(Some((#e) as f32)))
}
