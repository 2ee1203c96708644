//! The implementation of `Event` for a model.

use crate::attributes::{Level, Say, Says};
use crate::model::{Model, Variant};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use syn::{BinOp, Expr, Ident};

/// Everything that the declarations say, as one `impl`.
pub(crate) fn generate(model: &Model) -> TokenStream {
    let (name, context, size) = (&model.name, &model.context, model.size);
    let (own, all): (Vec<_>, Vec<_>) = (cases(model), numbered(model));
    let nested: Vec<&Variant> = model.variants.iter().filter(|v| v.wraps.is_some()).collect();
    let table = joined(&quote!(&[#(#own),*]), &nested, "cases", |inner, is| {
        let (depth, lines) = (&is.depth, &is.lines);
        (quote!(<#inner as gridscope_core::event::Event>::CASES), quote!(, #depth, #lines))
    });
    let fields = fields_table(model);
    let fields = joined(&fields, &nested, "fields", |inner, _| {
        (quote!(<#inner as gridscope_core::event::Event>::FIELDS), quote!())
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
    let said = by_case(model, &all, |says, v| match &says.say {
        Some(Say::Function(path)) => Some(quote!(Some(#path(self, cx)))),
        _ => nested_call(v, &quote!(said)),
    });
    let keys = by_case(model, &all, |says, v| match &says.keys {
        Some(keys) => {
            let (first, second) = (&keys.keys[0], keys.keys.get(1));
            let second = second.map_or_else(|| quote!(0), |e| quote!((#e) as u64));
            Some(quote!(Some(((#first) as u64, #second))))
        }
        None => nested_call(v, &quote!(keys)),
    });
    quote! {
        const _: () = assert!(::std::mem::size_of::<#name>() <= #size, "an event is larger than it says");
        const _: () = assert!(<#name as gridscope_core::event::Event>::CASES.len() <= 256, "too many kinds and cases");

        #[automatically_derived]
        #[allow(unused_variables, clippy::all, clippy::pedantic)]
        impl gridscope_core::event::Event for #name {
            type Context = #context;
            const CASES: &'static [gridscope_core::event::Case] = #table;
            const FIELDS: &'static [gridscope_core::event::Field] = #fields;

            #[inline]
            fn case(&self, cx: &Self::Context) -> u8 { #case }
            #[inline]
            fn slot(&self, cx: &Self::Context) -> Option<gridscope_core::event::Slot> { #slot }
            fn depth(&self, cx: &Self::Context) -> Option<u8> { #depth }
            #[inline]
            fn cell(&self) -> Option<gridscope_core::geometry::Cell> { #about }
            fn from(&self) -> Option<gridscope_core::geometry::Cell> { #from }
            fn fields(
                &self,
                cx: &Self::Context,
                visit: &mut dyn FnMut(&'static str, gridscope_core::event::Value),
            ) { #visit }
            fn texts(&self, cx: &Self::Context, visit: &mut dyn FnMut(&'static str, String)) { #texts }
            fn said(&self, cx: &Self::Context) -> Option<String> { #said }
            fn keys(&self, cx: &Self::Context) -> Option<(u64, u64)> { #keys }
            fn progress(&self) -> Option<f32> { #progress }
        }
    }
}

/// The cases of all variants but nested ones, as constants.
fn cases(model: &Model) -> Vec<TokenStream> {
    let variants = model.variants.iter().filter(|v| v.wraps.is_none());
    variants.flat_map(|v| v.cases().into_iter().map(|(_, says)| case(v, &says))).collect()
}

fn case(variant: &Variant, says: &Says) -> TokenStream {
    let kind = says.kind.as_ref().map_or_else(|| kebab(&variant.name), syn::LitStr::value);
    let (was, help) = (&says.was, &variant.help);
    let level = match &says.level {
        None | Some(Level::Detail) => quote!(Detail),
        Some(Level::Step) => quote!(Step),
        Some(Level::Phase(depth)) if is_constant(depth, variant) => quote!(Phase(#depth)),
        Some(Level::Phase(_)) => quote!(Phase(0)),
    };
    let written = || if variant.is.slot.is_some() { quote!(Wrote) } else { quote!(Looked) };
    let tone = says.tone.as_ref().map_or_else(written, |t| quote!(#t));
    let role = says.role.as_ref().map_or_else(|| quote!(None), |r| quote!(#r));
    let line = says.line.as_ref().map_or_else(|| quote!(1), |l| quote!(#l));
    let text = |t: Option<&syn::LitStr>| t.map_or_else(|| quote!(None), |t| quote!(Some(#t)));
    let say = text(match &says.say {
        Some(Say::Template(t)) => Some(t),
        _ => None,
    });
    let (called, actor) = (text(says.called.as_ref()), text(says.actor.as_ref()));
    let queue = match (&says.keys, says.dequeues) {
        (Some(keys), _) => {
            let shown = &keys.shown;
            quote!(Enqueues(#shown))
        }
        (None, true) => quote!(Dequeues),
        (None, false) => quote!(Unmoved),
    };
    quote! {
        gridscope_core::event::Case {
            kind: #kind,
            was: &[#(#was),*],
            help: #help,
            level: gridscope_core::event::Level::#level,
            tone: gridscope_core::event::Tone::#tone,
            role: gridscope_core::view::board::Role::#role,
            line: #line,
            say: #say,
            called: #called,
            actor: #actor,
            queue: gridscope_core::event::Queue::#queue,
        }
    }
}

/// `PassedOver` as `passed-over`.
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

/// For each variant the number of its first case; nested ones come after all others.
fn numbered(model: &Model) -> Vec<TokenStream> {
    let own: usize = model.variants.iter().filter(|v| v.wraps.is_none()).map(|v| v.cases().len()).sum();
    let (mut next, mut before) = (0, quote!(#own));
    let mut all = Vec::new();
    for variant in &model.variants {
        if let Some(inner) = &variant.wraps {
            all.push(before.clone());
            before = quote!(#before + <#inner as gridscope_core::event::Event>::CASES.len());
        } else {
            all.push(quote!(#next));
            next += variant.cases().len();
        }
    }
    all
}

/// A table, with those of the wrapped events after it.
fn joined(
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
            const BEFORE: &[gridscope_core::event::#join::Item] = #table;
            const ALL: [gridscope_core::event::#join::Item; BEFORE.len() + #added.len()] =
                gridscope_core::event::#join::join(BEFORE, #added #more);
            &ALL
        }};
    }
    table
}

fn fields_table(model: &Model) -> TokenStream {
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
        quote!(gridscope_core::event::Field { name: #name, was: &[#(#was),*], help: #help, number: #number })
    });
    quote!(&[#(#rows),*])
}

/// A match with an arm for each variant, its fields bound by value.
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

/// A match over cases: what `body` gives for each, else `None`.
fn by_case(model: &Model, first: &[TokenStream], body: impl Fn(&Says, &Variant) -> Option<TokenStream>) -> TokenStream {
    let mut arms = Vec::new();
    for (variant, first) in model.variants.iter().zip(first) {
        let (name, pattern) = (&variant.name, pattern(variant));
        if variant.wraps.is_some() {
            arms.extend(body(&Says::default(), variant).map(|b| quote!(Self::#name #pattern => { #b })));
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

/// The same question, asked of a wrapped event.
fn nested_call(variant: &Variant, method: &TokenStream) -> Option<TokenStream> {
    let context = &variant.is.nested.as_ref()?.context;
    Some(quote!(gridscope_core::event::Event::#method(inner, #context)))
}

fn case_of(variant: &Variant, k: usize, first: &[TokenStream]) -> TokenStream {
    let first = &first[k];
    if let Some(call) = nested_call(variant, &quote!(case)) {
        return quote!((#first) as u8 + #call);
    }
    let cases = variant.cases();
    let last = cases.len() - 1;
    let conditions = cases.iter().enumerate().filter_map(|(i, (condition, _))| {
        let condition = asked((*condition)?, variant);
        Some(quote!(if #condition { ((#first) + #i) as u8 } else))
    });
    quote!(#(#conditions)* { ((#first) + #last) as u8 })
}

/// `part = Rooms` as a pattern of the field's type; any other condition as it stands.
fn asked(condition: &Expr, variant: &Variant) -> TokenStream {
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

/// An expression as a pattern, its paths those of a type.
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
    if let Some(call) = nested_call(variant, &quote!(slot)) {
        return call;
    }
    variant.is.slot.as_ref().map_or_else(
        || quote!(None),
        |slot| {
            let about = place(variant.about());
            quote!(gridscope_core::event::IntoSlot::into_slot(#slot, #about))
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

/// Whether an expression names neither a field nor the context, so that it may stand in a table.
fn is_constant(expr: &Expr, variant: &Variant) -> bool {
    fn mentions(tokens: TokenStream, is: &dyn Fn(&Ident) -> bool) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => is(&ident),
            proc_macro2::TokenTree::Group(group) => mentions(group.stream(), is),
            _ => false,
        })
    }
    !mentions(quote!(#expr), &|ident| ident == "cx" || variant.field(ident).is_some())
}

/// A cell that may be missing.
fn place(expr: Option<Expr>) -> TokenStream {
    expr.map_or_else(|| quote!(None), |e| quote!(Option::<gridscope_core::geometry::Cell>::from(#e)))
}

fn about_of(variant: &Variant) -> TokenStream {
    if variant.wraps.is_some() {
        return quote!(gridscope_core::event::Event::cell(inner));
    }
    place(variant.about())
}

fn from_of(variant: &Variant) -> TokenStream {
    if variant.wraps.is_some() {
        return quote!(gridscope_core::event::Event::from(inner));
    }
    let about = place(variant.about());
    variant.from().map_or_else(|| quote!(None), |e| quote!(gridscope_core::event::Toward::toward(#e, #about)))
}

fn visit_fields(variant: &Variant) -> TokenStream {
    if let Some(nested) = &variant.is.nested {
        let context = &nested.context;
        return quote!(gridscope_core::event::Event::fields(inner, #context, visit));
    }
    let show = |name: String, value: TokenStream| quote!(if let Some(value) = gridscope_core::event::Show::show(#value) { visit(#name, value); });
    let cell = variant.shown_about().map(|_| show("cell".into(), about_of(variant)));
    let from = variant.shown_from().map(|_| show("from".into(), from_of(variant)));
    let fields = variant.shown().into_iter().map(|f| {
        let name = &f.name;
        let value = match &f.shown.value {
            None => quote!(#name),
            // A single word is what the context makes of it.
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
        return quote!(gridscope_core::event::Event::texts(inner, #context, visit));
    }
    let texts = variant.is.texts.iter().map(|t| {
        let (name, value) = (&t.name, &t.value);
        quote!(visit(#name, ::std::string::ToString::to_string(&(#value)));)
    });
    quote!(#(#texts)*)
}

fn progress_of(variant: &Variant) -> TokenStream {
    if variant.wraps.is_some() {
        return quote!(None);
    }
    variant.is.progress.as_ref().map_or_else(|| quote!(None), |e| quote!(Some((#e) as f32)))
}
