//! Finds all possible changes: another operator, or a body that does nothing.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ReturnType, Type};

/// A change to a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Path of the file from the root of the repository.
    pub file: PathBuf,
    /// Line number, from 1.
    pub line: usize,
    /// Range of bytes that is replaced.
    pub range: Range<usize>,
    /// Name of the function that contains it.
    function: String,
    /// Kind of the change.
    pub kind: Kind,
}

/// The kind of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Replaces the operator at these bytes with another one.
    Operator { at: Range<usize>, from: String, to: &'static str },
    /// Makes the function return this value at once.
    Body(&'static str),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {}: ", self.file.display(), self.line, self.function)?;
        match &self.kind {
            Kind::Operator { from, to, .. } => write!(f, "{from} as {to}"),
            Kind::Body("") => f.write_str("nothing is done"),
            Kind::Body(value) => write!(f, "always {value}"),
        }
    }
}

/// Returns the replacements for an operator.
fn others(op: &BinOp) -> &'static [&'static str] {
    match op {
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) | BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["*", "%"],
        BinOp::Rem(_) => &["/", "+"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::BitXor(_) => &["|", "&"],
        BinOp::BitAnd(_) => &["|", "^"],
        BinOp::BitOr(_) => &["&", "^"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["<=", ">", "=="],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">=", "<", "=="],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::AddAssign(_) => &["-=", "*="],
        BinOp::SubAssign(_) | BinOp::MulAssign(_) => &["+=", "/="],
        BinOp::DivAssign(_) => &["*=", "%="],
        BinOp::BitAndAssign(_) => &["|="],
        BinOp::BitOrAssign(_) => &["&="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    }
}

/// Returns the values that a function of this return type may return at once.
fn values(output: &ReturnType) -> &'static [&'static str] {
    let ReturnType::Type(_, of) = output else { return &[""] };
    let Type::Path(path) = &**of else { return &[] };
    let Some(last) = path.path.segments.last() else { return &[] };
    match last.ident.to_string().as_str() {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => &["0", "1"],
        "f32" | "f64" => &["0.0", "1.0"],
        "Option" => &["None"],
        "String" => &["String::new()"],
        "Vec" => &["Vec::new()"],
        _ => &[],
    }
}

/// Collects the changes of a file.
struct Finder<'a> {
    file: &'a Path,
    /// Byte offset of each line.
    lines: Vec<usize>,
    function: String,
    /// Whether the surrounding code runs at compile time.
    constant: bool,
    all: &'a mut Vec<Change>,
}

impl Finder<'_> {
    fn push(&mut self, range: Range<usize>, kind: Kind) {
        let line = self.lines.partition_point(|&begin| begin <= range.start);
        self.all.push(Change { file: self.file.to_owned(), line, range, function: self.function.clone(), kind });
    }

    fn body(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let before = (std::mem::replace(&mut self.function, signature.ident.to_string()), self.constant);
        self.constant |= signature.constness.is_some();
        if !self.constant && !block.stmts.is_empty() {
            let begin = block.span().byte_range().start + 1;
            for value in values(&signature.output) {
                self.push(begin..begin, Kind::Body(value));
            }
        }
        visit::visit_block(self, block);
        (self.function, self.constant) = before;
    }
}

/// Returns whether a condition binds a name, which is valid only inside it.
fn binds(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => binds(&binary.left) || binds(&binary.right),
        Expr::Paren(inner) => binds(&inner.expr),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.body(&item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(&item.sig, block);
        }
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let at = binary.op.span().byte_range();
        let bound = binds(&binary.left) || binds(&binary.right);
        let changed = if self.constant || bound { &[] } else { others(&binary.op) };
        for to in changed {
            let from = quote::ToTokens::to_token_stream(&binary.op).to_string();
            self.push(binary.span().byte_range(), Kind::Operator { at: at.clone(), from, to });
        }
        visit::visit_expr_binary(self, binary);
    }

    // Code that runs at compile time cannot be switched.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_variant(&mut self, _: &'ast syn::Variant) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }
}

/// Adds the changes of all files below a folder, in the order of their names.
pub fn changes(root: &Path, folder: &Path, all: &mut Vec<Change>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        let is_of_events = path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("event"));
        if path.is_dir() {
            changes(root, &path, all)?;
        } else if path.extension().is_some_and(|end| end == "rs") && !is_of_events {
            let text = std::fs::read_to_string(&path)?;
            let parsed =
                syn::parse_file(&text).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
            let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
            let file = path.strip_prefix(root).unwrap_or(&path);
            Finder { file, lines, function: String::new(), constant: false, all }.visit_file(&parsed);
        }
    }
    Ok(())
}
