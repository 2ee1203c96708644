//! The parsed and checked declaration of an event enum.

use crate::attributes::{Attributes, Case, CaseAttributes, Computed, FieldAttributes, Say};
use crate::template;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Fields, Ident, Lit, Meta, Result, Type};

/// The event enum.
pub(crate) struct Model {
    pub(crate) name: Ident,
    pub(crate) context: Type,
    pub(crate) size: usize,
    /// Whether events go to and from bytes.
    pub(crate) encoded: bool,
    pub(crate) variants: Vec<Variant>,
}

/// A variant of the enum.
pub(crate) struct Variant {
    pub(crate) name: Ident,
    pub(crate) help: String,
    pub(crate) fields: Vec<Field>,
    pub(crate) is: Attributes,
    /// The type of the wrapped event, if it wraps one.
    pub(crate) wraps: Option<Type>,
}

/// A field of a variant.
pub(crate) struct Field {
    pub(crate) name: Ident,
    pub(crate) kind: Type,
    pub(crate) shown: FieldAttributes,
    pub(crate) help: String,
}

impl Model {
    /// Parses an enum.
    pub(crate) fn new(input: &DeriveInput) -> Result<Self> {
        let Data::Enum(data) = &input.data else {
            return Err(Error::new(input.ident.span(), "events are the variants of an enum"));
        };
        let mut context = syn::parse_quote!(());
        let mut size = 24;
        let mut encoded = false;
        for attribute in input.attrs.iter().filter(|a| a.path().is_ident("event")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("context") {
                    context = meta.value()?.parse()?;
                } else if meta.path.is_ident("size") {
                    size = meta.value()?.parse::<syn::LitInt>()?.base10_parse()?;
                } else if meta.path.is_ident("encoded") {
                    encoded = true;
                } else {
                    return Err(meta.error("expected `context = TYPE`, `size = BYTES` or `encoded`"));
                }
                Ok(())
            })?;
        }
        let variants = data.variants.iter().map(Variant::new).collect::<Result<_>>()?;
        Ok(Self { name: input.ident.clone(), context, size, encoded, variants })
    }
}

impl Variant {
    fn new(variant: &syn::Variant) -> Result<Self> {
        let name = &variant.ident;
        let named = |error: Error| Error::new(error.span(), format!("{name}: {error}"));
        let mut is = Attributes::default();
        let mut declared = variant.attrs.iter().filter(|a| a.path().is_ident("event"));
        if let Some(attribute) = declared.next() {
            is = attribute.parse_args().map_err(named)?;
        }
        if let Some(second) = declared.next() {
            return Err(named(Error::new_spanned(second, "one `#[event(…)]` says it all")));
        }
        let help = doc(&variant.attrs);
        if is.nested.is_some() {
            let Fields::Unnamed(fields) = &variant.fields else {
                return Err(named(Error::new(name.span(), "an event that wraps another has it as its only field")));
            };
            let wraps = fields.unnamed.first().map(|f| f.ty.clone());
            return Ok(Self { name: name.clone(), help, fields: Vec::new(), is, wraps });
        }
        let fields = match &variant.fields {
            Fields::Named(fields) => fields.named.iter().map(Field::new).collect::<Result<_>>().map_err(named)?,
            Fields::Unit => Vec::new(),
            Fields::Unnamed(_) => {
                return Err(named(Error::new(name.span(), "fields need names, unless it is `nested`")));
            }
        };
        let variant = Self { name: name.clone(), help, fields, is, wraps: None };
        variant.check()?;
        Ok(variant)
    }

    /// Checks that the variant has a sentence and a line, that its templates name existing fields, and that no case
    /// both enters and leaves the open list.
    fn check(&self) -> Result<()> {
        let mut known: Vec<String> = self.visited().into_iter().map(|(name, _)| name).collect();
        known.extend(self.is.texts.iter().map(|t| t.name.clone()));
        let mut all = vec![&self.is.says];
        all.extend(self.is.cases.iter().map(|c| &c.says));
        for says in &all {
            if says.keys.is_some() && says.dequeues {
                let why = format!("{}: it goes into the open list or comes out of it, not both", self.name);
                return Err(Error::new(self.name.span(), why));
            }
            if let Some(Say::Template(text)) = &says.say {
                template::check(text, &self.name, &known)?;
            }
            let others = [&says.called, &says.actor].into_iter().flatten();
            for text in others.chain(says.keys.as_ref().map(|k| &k.shown)) {
                template::check(text, &self.name, &known)?;
            }
        }
        if self.is.says.say.is_none() {
            let why = match self.is.cases.len() {
                0 => "it has no sentence; write `say = \"…\"`",
                _ => "it has no sentence where none of its cases holds; write `say = \"…\"` beside them",
            };
            return Err(Error::new(self.name.span(), format!("{}: {why}", self.name)));
        }
        if self.is.says.line.is_none() {
            let why = format!("{}: it has no line of the listing; write `line = N`, from 1", self.name);
            return Err(Error::new(self.name.span(), why));
        }
        Ok(())
    }

    /// Returns the field with that name.
    pub(crate) fn field(&self, name: &Ident) -> Option<&Field> {
        self.fields.iter().find(|f| f.name == *name)
    }

    /// Returns the cell that it is about.
    pub(crate) fn about(&self) -> Option<Expr> {
        self.is.about.clone().or_else(|| self.place(&["cell"], &["Cell"]))
    }

    /// Returns the cell that a step came from.
    pub(crate) fn from(&self) -> Option<Expr> {
        self.is.from.clone().or_else(|| self.place(&["from", "parent"], &["Cell", "Dir"]))
    }

    /// Returns the cell that it is about, if it is shown as `cell`.
    pub(crate) fn shown_about(&self) -> Option<Expr> {
        self.about().filter(|place| !self.is.hides_cell && self.shows("cell", place))
    }

    /// Returns the cell that a step came from, if it is shown as `from`.
    pub(crate) fn shown_from(&self) -> Option<Expr> {
        self.from().filter(|place| !self.is.hides_from && self.shows("from", place))
    }

    /// Returns whether a cell is shown as `cell` or `from`. It is not if a field is shown under that name, or if the
    /// cell is a field that is shown under another name.
    fn shows(&self, name: &str, place: &Expr) -> bool {
        let is_place = |f: &Field| matches!(place, Expr::Path(p) if p.path.is_ident(&f.name));
        let mut named = self.fields.iter().filter(|f| f.shown.name.is_some());
        !named.any(|f| f.shown_name() == name || is_place(f))
    }

    /// Returns the first field with one of these names and types, unless it is shown under another name.
    fn place(&self, names: &[&str], kinds: &[&str]) -> Option<Expr> {
        let named = self.fields.iter().filter(|f| names.iter().any(|n| f.name == n));
        let fits = |f: &&Field| kinds.contains(&f.inner_kind().as_str());
        named.filter(|f| !f.shown.skip && f.shown.name.is_none()).find(fits).map(|f| {
            let name = &f.name;
            syn::parse_quote!(#name)
        })
    }

    /// Returns the fields that are shown besides the two cells, in the order of their declaration.
    pub(crate) fn visible_fields(&self) -> Vec<&Field> {
        let places = [self.shown_about(), self.shown_from()];
        let is_place = |f: &Field| {
            f.shown.name.is_none()
                && f.shown.value.is_none()
                && places.iter().flatten().any(|p| matches!(p, Expr::Path(p) if p.path.is_ident(&f.name)))
        };
        self.fields.iter().filter(|f| !f.shown.skip && !is_place(f)).collect()
    }

    /// Returns the names of everything that is shown, and whether each is a number.
    pub(crate) fn visited(&self) -> Vec<(String, bool)> {
        let cell = self.shown_about().map(|_| ("cell".to_owned(), false));
        let from = self.shown_from().map(|_| ("from".to_owned(), false));
        let fields = self.visible_fields().into_iter().map(|f| (f.shown_name(), f.is_number()));
        let computed = self.is.with.iter().map(|c: &Computed| (c.name.clone(), !c.word));
        cell.into_iter().chain(from).chain(fields).chain(computed).collect()
    }

    /// Returns the attributes of each case: first the cases with a condition, then the default.
    pub(crate) fn cases(&self) -> Vec<(Option<&Expr>, CaseAttributes)> {
        let own = &self.is.says;
        let under = |case: &Case| {
            let mut says = own.clone();
            let over = case.says.clone();
            says.level = over.level.or(says.level);
            says.line = over.line.or(says.line);
            says.tone = over.tone.or(says.tone);
            says.role = over.role.or(says.role);
            says.say = over.say.or(says.say);
            says.kind = over.kind.or(says.kind);
            says.called = over.called.or(says.called);
            says.actor = over.actor.or(says.actor);
            if over.keys.is_some() || over.dequeues {
                (says.keys, says.dequeues) = (over.keys, over.dequeues);
            }
            says.was.extend(over.was);
            says
        };
        let mut all: Vec<_> = self.is.cases.iter().map(|c| (Some(&c.condition), under(c))).collect();
        all.push((None, own.clone()));
        all
    }
}

impl Field {
    fn new(field: &syn::Field) -> Result<Self> {
        let name = field.ident.clone().unwrap_or_else(|| Ident::new("field", proc_macro2::Span::call_site()));
        let mut show_attributes = FieldAttributes::default();
        for attribute in field.attrs.iter().filter(|a| a.path().is_ident("show")) {
            show_attributes = attribute.parse_args()?;
        }
        Ok(Self { name, kind: field.ty.clone(), shown: show_attributes, help: doc(&field.attrs) })
    }

    /// Returns the name under which it is shown.
    pub(crate) fn shown_name(&self) -> String {
        self.shown
            .name
            .as_ref()
            .map_or_else(|| self.name.to_string().trim_start_matches("r#").to_owned(), syn::LitStr::value)
    }

    /// Returns the last segment of its type, or that of the type inside an `Option`.
    pub(crate) fn inner_kind(&self) -> String {
        fn last(kind: &Type) -> Option<&syn::PathSegment> {
            match kind {
                Type::Path(path) => path.path.segments.last(),
                _ => None,
            }
        }
        let Some(segment) = last(&self.kind) else { return String::new() };
        if let syn::PathArguments::AngleBracketed(inside) = &segment.arguments
            && segment.ident == "Option"
            && let Some(syn::GenericArgument::Type(inner)) = inside.args.first()
        {
            return last(inner).map_or_else(String::new, |s| s.ident.to_string());
        }
        segment.ident.to_string()
    }

    /// Returns whether it may be missing.
    pub(crate) fn kind_is_option(&self) -> bool {
        matches!(&self.kind, Type::Path(path) if path.path.segments.last().is_some_and(|s| s.ident == "Option"))
    }

    /// Returns whether it is shown as a number.
    pub(crate) fn is_number(&self) -> bool {
        const NUMBERS: &[&str] =
            &["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "usize", "isize", "f32", "f64", "Units", "Root2"];
        self.shown.word.map_or_else(|| NUMBERS.contains(&self.inner_kind().as_str()), |word| !word)
    }
}

/// Returns whether an expression names neither a field nor the context, so that it can be part of a constant table.
pub(crate) fn is_constant(expr: &Expr, variant: &Variant) -> bool {
    fn mentions(tokens: TokenStream, is: &dyn Fn(&Ident) -> bool) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => is(&ident),
            proc_macro2::TokenTree::Group(group) => mentions(group.stream(), is),
            _ => false,
        })
    }
    !mentions(quote!(#expr), &|ident| ident == "cx" || variant.field(ident).is_some())
}

/// Returns the first paragraph of a doc comment, on one line.
fn doc(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|a| match &a.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
