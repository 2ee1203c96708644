//! Finds the functions of a program that a page can load later, by following all references from its start.
//!
//! The linker writes down which functions and data each function and each piece of data refers to (`--emit-relocs`). A
//! function belongs to the first part if it can be reached from an export without a call of a gate, which is an instance
//! of `gridscope_trace::later::later`. All others, and the gates themselves, belong to the later part.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use wasmparser::{DataKind, ExternalKind, KnownCustom, Linking, Parser, Payload, RelocationType, SymbolInfo, TypeRef};

/// Path of a gate, without the types of its instance.
const GATE: &str = "gridscope_trace::later::later";

/// Returns whether a function is a gate.
pub fn is_gate(name: &str) -> bool {
    let path = format!("{:#}", rustc_demangle::demangle(name));
    path.strip_prefix(GATE).is_some_and(|rest| rest.is_empty() || rest.starts_with("::<"))
}

/// A reference to a function or to data, at a place in a section.
#[derive(Clone, Copy)]
enum Reference {
    Function(u32),
    /// A symbol, by its number.
    Data(u32),
}

/// Program with the references that the linker has written down.
#[derive(Default)]
struct Linked {
    names: BTreeMap<u32, String>,
    /// Number of the first function that is not imported.
    imported: u32,
    roots: Vec<u32>,
    /// Places of the functions' bodies, in the file.
    bodies: Vec<Range<usize>>,
    /// Places of the data segments' contents, in the file.
    segments: Vec<Range<usize>>,
    symbols: Vec<Option<Reference>>,
    /// Places of the data symbols in the file, by their numbers.
    data: BTreeMap<u32, Range<usize>>,
    /// All references, by their places in the file.
    references: BTreeMap<usize, Reference>,
}

impl Linked {
    fn read(program: &[u8]) -> anyhow::Result<Self> {
        let mut linked = Self::default();
        let mut starts: Vec<usize> = Vec::new();
        let mut relocations = Vec::new();
        let mut symbols = Vec::new();
        for payload in Parser::new(0).parse_all(program) {
            let payload = payload?;
            if let Some((_, range)) = payload.as_section() {
                starts.push(range.start);
            }
            match payload {
                Payload::ImportSection(reader) => {
                    for import in reader.into_imports() {
                        linked.imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::ExportSection(reader) => {
                    for export in reader {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            linked.roots.push(export.index);
                        }
                    }
                }
                Payload::StartSection { func, .. } => linked.roots.push(func),
                Payload::CodeSectionEntry(body) => linked.bodies.push(body.range()),
                Payload::DataSection(reader) => {
                    for segment in reader {
                        let segment = segment?;
                        anyhow::ensure!(matches!(segment.kind, DataKind::Active { .. }), "a passive segment of data");
                        linked.segments.push(segment.range.end - segment.data.len()..segment.range.end);
                    }
                }
                Payload::CustomSection(custom) => match custom.as_known() {
                    KnownCustom::Linking(reader) => {
                        for part in reader.subsections() {
                            if let Linking::SymbolTable(table) = part? {
                                symbols = table.into_iter().collect::<Result<Vec<_>, _>>()?;
                            }
                        }
                    }
                    KnownCustom::Reloc(reader) => {
                        for entry in reader.entries() {
                            relocations.push((reader.section_index() as usize, entry?));
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        anyhow::ensure!(!symbols.is_empty(), "there are no references in it; link with --emit-relocs");
        for (number, symbol) in (0..).zip(&symbols) {
            linked.symbols.push(match *symbol {
                SymbolInfo::Func { index, name, .. } => {
                    if let Some(name) = name {
                        linked.names.entry(index).or_insert_with(|| name.to_owned());
                    }
                    Some(Reference::Function(index))
                }
                SymbolInfo::Data { symbol: Some(place), .. } => {
                    let begin = linked.segments[place.index as usize].start + place.offset as usize;
                    linked.data.insert(number, begin..begin + place.size as usize);
                    Some(Reference::Data(number))
                }
                _ => None,
            });
        }
        for (section, entry) in relocations {
            let is_type = entry.ty == RelocationType::TypeIndexLeb;
            if let Some(reference) = linked.symbols.get(entry.index as usize).copied().flatten().filter(|_| !is_type) {
                linked.references.insert(starts[section] + entry.offset as usize, reference);
            }
        }
        Ok(linked)
    }

    /// Returns the functions that are reached without a call of a gate.
    fn first(&self) -> HashSet<u32> {
        let mut first: HashSet<u32> = HashSet::new();
        let mut visited_data: HashSet<u32> = HashSet::new();
        let mut open: Vec<Reference> = self.roots.iter().map(|&root| Reference::Function(root)).collect();
        while let Some(next) = open.pop() {
            let place = match next {
                Reference::Function(index) => {
                    if self.names.get(&index).is_some_and(|name| is_gate(name)) || !first.insert(index) {
                        continue;
                    }
                    let Some(body) = index.checked_sub(self.imported) else { continue };
                    self.bodies[body as usize].clone()
                }
                Reference::Data(number) => {
                    if !visited_data.insert(number) {
                        continue;
                    }
                    self.data[&number].clone()
                }
            };
            open.extend(self.references.range(place).map(|(_, &reference)| reference));
        }
        first
    }
}

/// Returns the names of the functions of the later part of a program, as the linker has left it.
///
/// # Errors
/// Returns an error if the program cannot be read, or if the linker has not written its references into it.
pub fn later_functions(program: &[u8]) -> anyhow::Result<HashSet<String>> {
    let linked = Linked::read(program)?;
    let first = linked.first();
    let name = |index: &u32| linked.names.get(index).cloned();
    let mut later: HashSet<String> = (linked.imported..linked.imported + linked.bodies.len() as u32)
        .filter(|index| !first.contains(index))
        .filter_map(|index| name(&index))
        .collect();
    // Of two functions with one name, neither can be told from the other.
    for index in &first {
        if let Some(name) = name(index) {
            later.remove(&name);
        }
    }
    Ok(later)
}
