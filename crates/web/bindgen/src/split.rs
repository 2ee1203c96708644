//! Splits a program of WebAssembly in two parts: the first, and a later one that is loaded when the first already runs.
//!
//! Both parts share memory, table and globals, which belong to the first. A function of the later part that the first
//! calls has a place in the table. Until the later part is there, the place holds an import of the first part, named for
//! the place: a placeholder. The later part puts its functions into these places. Only gates are called through them, and
//! the program calls no gate before the later part is there.

use crate::reach::is_gate;
use std::collections::{HashMap, HashSet};
use walrus::ir::{CallIndirect, Const, Instr, InstrSeq, Value, VisitorMut, dfs_pre_order_mut};
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionId, FunctionKind, GlobalKind, ImportKind,
    ImportedFunction, Module, Result, TableId,
};

/// The two parts. Their functions keep their names.
pub struct Parts {
    /// The part that starts.
    pub first: Vec<u8>,
    /// The part that is loaded later.
    pub later: Vec<u8>,
}

/// Names of the modules from which the parts import each other's functions.
const PLACEHOLDERS: &str = "later";
const FIRST: &str = "first";

/// Returns the name under which the first part exports its function number `k`.
fn exported(k: usize) -> String {
    format!("%{k}")
}

/// Replaces calls by calls through the table.
struct ThroughTable<'a> {
    places: &'a HashMap<FunctionId, (i32, walrus::TypeId)>,
    table: TableId,
}

impl VisitorMut for ThroughTable<'_> {
    fn start_instr_seq_mut(&mut self, seq: &mut InstrSeq) {
        if !seq.instrs.iter().any(|(instr, _)| self.place(instr).is_some()) {
            return;
        }
        for (instr, at) in std::mem::take(&mut seq.instrs) {
            match self.place(&instr) {
                None => seq.instrs.push((instr, at)),
                Some((place, ty)) => {
                    seq.instrs.push((Instr::Const(Const { value: Value::I32(place) }), at));
                    seq.instrs.push((Instr::CallIndirect(CallIndirect { ty, table: self.table }), at));
                }
            }
        }
    }
}

impl ThroughTable<'_> {
    fn place(&self, instr: &Instr) -> Option<(i32, walrus::TypeId)> {
        match instr {
            Instr::Call(call) => self.places.get(&call.func).copied(),
            _ => None,
        }
    }
}

/// Collects the functions that are called.
#[derive(Default)]
struct Called(HashSet<FunctionId>);

impl VisitorMut for Called {
    fn visit_call_mut(&mut self, call: &mut walrus::ir::Call) {
        self.0.insert(call.func);
    }
}

fn local(module: &mut Module, id: FunctionId) -> Option<&mut walrus::LocalFunction> {
    match &mut module.funcs.get_mut(id).kind {
        FunctionKind::Local(local) => Some(local),
        _ => None,
    }
}

/// Returns the offsets of the function table's segments, with their functions.
fn segments(module: &Module, table: TableId) -> Result<Vec<(i32, Vec<FunctionId>)>> {
    let mut all = Vec::new();
    for element in module.elements.iter() {
        match (&element.kind, &element.items) {
            (
                ElementKind::Active { table: own, offset: ConstExpr::Value(Value::I32(at)) },
                ElementItems::Functions(items),
            ) if *own == table => {
                all.push((*at, items.clone()));
            }
            _ => return Err(anyhow::anyhow!("a segment of the table has another form")),
        }
    }
    Ok(all)
}

/// Splits a program. `is_later` chooses the functions of the later part by their names.
pub fn split(program: &[u8], is_later: impl Fn(&str) -> bool) -> Result<Parts> {
    let mut first = Module::from_buffer(program)?;
    let ids: Vec<FunctionId> = first.funcs.iter().map(walrus::Function::id).collect();
    let mut fixed: HashSet<FunctionId> = first.start.into_iter().collect();
    fixed.extend(first.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(id) => Some(id),
        _ => None,
    }));
    let is_movable = |id: &FunctionId| {
        let function = first.funcs.get(*id);
        matches!(function.kind, FunctionKind::Local(_))
            && !fixed.contains(id)
            && function.name.as_deref().is_some_and(&is_later)
    };
    let later: Vec<bool> = ids.iter().map(is_movable).collect();
    let number: HashMap<FunctionId, usize> = ids.iter().copied().zip(0..).collect();
    let is_later = |id: &FunctionId| later[number[id]];
    let table = first.tables.main_function_table()?.ok_or_else(|| anyhow::anyhow!("there is no table"))?;

    // The places: one for each later function that the first part calls, or that is in the table already.
    let mut called = Called::default();
    for id in ids.iter().filter(|id| !is_later(id)) {
        if let Some(local) = local(&mut first, *id) {
            let entry = local.entry_block();
            dfs_pre_order_mut(&mut called, local, entry);
        }
    }
    for id in called.0.iter().filter(|id| is_later(id)) {
        let name = first.funcs.get(*id).name.as_deref().unwrap_or_default();
        anyhow::ensure!(is_gate(name), "{name} may be called before it is loaded");
    }
    let old = segments(&first, table)?;
    called.0.extend(old.iter().flat_map(|(_, items)| items));
    let reached: Vec<FunctionId> = ids.iter().copied().filter(|id| is_later(id) && called.0.contains(id)).collect();
    let base = i32::try_from(first.tables.get(table).initial)?;
    let types: Vec<walrus::TypeId> = reached.iter().map(|id| first.funcs.get(*id).ty()).collect();
    let places: HashMap<FunctionId, (i32, walrus::TypeId)> = reached.iter().copied().zip((base..).zip(types)).collect();

    let bytes = later_part(program, &later, (&old, &reached, base), &number)?;
    let wanted: Vec<(String, ImportKind)> = {
        let later = Module::from_buffer(&bytes)?;
        later.imports.iter().map(|import| (import.name.clone(), import.kind.clone())).collect()
    };

    // The first part.
    for id in ids.iter().filter(|id| !is_later(id)) {
        if let Some(local) = local(&mut first, *id) {
            let entry = local.entry_block();
            dfs_pre_order_mut(&mut ThroughTable { places: &places, table }, local, entry);
        }
    }
    for (&id, &(place, ty)) in &places {
        let import = first.imports.add(PLACEHOLDERS, &place.to_string(), id);
        first.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
    }
    let own = first.tables.get_mut(table);
    own.initial += reached.len() as u64;
    own.maximum = own.maximum.map(|most| most.max(own.initial));
    let kind = ElementKind::Active { table, offset: ConstExpr::Value(Value::I32(base)) };
    let element = first.elements.add(kind, ElementItems::Functions(reached));
    first.tables.get_mut(table).elem_segments.insert(element);
    first.exports.add("%table", table);
    let globals: Vec<_> = first.globals.iter().map(walrus::Global::id).collect();
    for (name, kind) in wanted {
        match kind {
            ImportKind::Function(_) => {
                let k: usize = name.trim_start_matches('%').parse()?;
                first.exports.add(&name, ids[k]);
            }
            ImportKind::Global(_) => {
                let k: usize = name.trim_start_matches("%global").parse()?;
                first.exports.add(&name, globals[k]);
            }
            ImportKind::Memory(_) => {
                let memory = first.memories.iter().next().map(walrus::Memory::id);
                first.exports.add(&name, memory.ok_or_else(|| anyhow::anyhow!("there is no memory"))?);
            }
            ImportKind::Table(_) | ImportKind::Tag(_) => {}
        }
    }
    walrus::passes::gc::run(&mut first);
    Ok(Parts { first: first.emit_wasm(), later: bytes })
}

/// Builds the later part.
fn later_part(
    program: &[u8],
    later: &[bool],
    (old, reached, base): (&[(i32, Vec<FunctionId>)], &[FunctionId], i32),
    number: &HashMap<FunctionId, usize>,
) -> Result<Vec<u8>> {
    let mut module = Module::from_buffer(program)?;
    let ids: Vec<FunctionId> = module.funcs.iter().map(walrus::Function::id).collect();
    let table = module.tables.main_function_table()?.ok_or_else(|| anyhow::anyhow!("there is no table"))?;
    module.start = None;
    let exports: Vec<_> = module.exports.iter().map(walrus::Export::id).collect();
    exports.into_iter().for_each(|id| module.exports.delete(id));
    let data: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    for memory in module.memories.iter_mut() {
        memory.data_segments.clear();
    }
    data.into_iter().for_each(|id| module.data.delete(id));
    let elements: Vec<_> = module.elements.iter().map(walrus::Element::id).collect();
    for table in module.tables.iter_mut() {
        table.elem_segments.clear();
    }
    elements.into_iter().for_each(|id| module.elements.delete(id));
    for (k, &id) in ids.iter().enumerate().filter(|(k, _)| !later[*k]) {
        let ty = module.funcs.get(id).ty();
        let import = match &module.funcs.get(id).kind {
            FunctionKind::Import(import) => Some(import.import),
            _ => None,
        };
        let import = match import {
            Some(import) => {
                let own = module.imports.get_mut(import);
                (own.module, own.name) = (FIRST.to_owned(), exported(k));
                import
            }
            None => module.imports.add(FIRST, &exported(k), id),
        };
        module.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
    }
    let memories: Vec<_> = module.memories.iter().map(walrus::Memory::id).collect();
    for memory in memories {
        let import = module.imports.add(FIRST, "%memory", memory);
        module.memories.get_mut(memory).import = Some(import);
    }
    let import = module.imports.add(FIRST, "%table", table);
    let own = module.tables.get_mut(table);
    (own.import, own.maximum) = (Some(import), None);
    let globals: Vec<_> = module.globals.iter().map(walrus::Global::id).collect();
    for (k, global) in globals.into_iter().enumerate() {
        let import = module.imports.add(FIRST, &format!("%global{k}"), global);
        module.globals.get_mut(global).kind = GlobalKind::Import(import);
    }
    let mut fill = |at: i32, items: Vec<FunctionId>| {
        let kind = ElementKind::Active { table, offset: ConstExpr::Value(Value::I32(at)) };
        let element = module.elements.add(kind, ElementItems::Functions(items));
        module.tables.get_mut(table).elem_segments.insert(element);
    };
    let here = |id: &FunctionId| ids[number[id]];
    fill(base, reached.iter().map(here).collect());
    for (at, items) in old {
        // Runs of later functions.
        let mut run: Option<(i32, Vec<FunctionId>)> = None;
        for (place, id) in (*at..).zip(items) {
            if later[number[id]] {
                run.get_or_insert_with(|| (place, Vec::new())).1.push(here(id));
            } else if let Some((at, items)) = run.take() {
                fill(at, items);
            }
        }
        if let Some((at, items)) = run {
            fill(at, items);
        }
    }
    walrus::passes::gc::run(&mut module);
    Ok(module.emit_wasm())
}

/// Returns a program without what it can run without: names, and what the linker has written down.
pub fn without_custom_sections(program: &[u8]) -> Vec<u8> {
    let mut out = program[..8].to_vec();
    let mut at = 8;
    while at < program.len() {
        let (begin, section) = (at, program[at]);
        let (size, content) = leb128(program, at + 1);
        at = content + size;
        if section != 0 {
            out.extend_from_slice(&program[begin..at]);
        }
    }
    out
}

/// Reads a number. Returns it, and the place after it.
fn leb128(bytes: &[u8], mut at: usize) -> (usize, usize) {
    let (mut value, mut shift) = (0, 0);
    loop {
        value |= usize::from(bytes[at] & 127) << shift;
        at += 1;
        if bytes[at - 1] < 128 {
            return (value, at);
        }
        shift += 7;
    }
}
