//! The fields of an event as text. Events with the same fields have the same shape: the text between their values.

use super::value;
use gridscope_trace::event::Value;
use gridscope_trace::trace::Replay;

/// Maximum number of shapes that are stored for a case.
const SHAPES: usize = 64;

/// The text of a line between the values of its fields.
pub(super) struct LineShape<'a> {
    /// Names of the fields, as the event gives them.
    names: Vec<&'a str>,
    /// Number of each field in the schema.
    pub(super) places: Vec<Option<usize>>,
    /// The fields that are written. Of two with one name, this is the later one, at the place of the earlier one.
    pub(super) sources: Vec<usize>,
    /// The texts before the values, and the value.
    parts: Vec<(Vec<u8>, Option<usize>)>,
    /// The field with the cell that the event is about.
    pub(super) cell: Option<usize>,
    /// The field with the cell that a step came from.
    pub(super) from: Option<usize>,
}

impl<'a> LineShape<'a> {
    fn of(replay: &'a Replay, index: usize, fields: &[(&'a str, Value)], version: u64) -> Self {
        let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
        let name_in_file = |name: &'a str| if name == "cell" && version > 1 { "at" } else { name };
        let mut field_sources: Vec<(&str, Option<usize>)> = vec![("event", None)];
        for (source, name) in names.iter().copied().map(name_in_file).enumerate() {
            match field_sources.iter_mut().find(|(known, _)| *known == name) {
                Some((_, earlier)) => *earlier = Some(source),
                None => field_sources.push((name, Some(source))),
            }
        }
        let mut parts = Vec::new();
        for (number, &(name, source)) in field_sources.iter().enumerate() {
            let mut text = vec![if number == 0 { b'{' } else { b',' }];
            value::write_text(name, &mut text);
            text.push(b':');
            if source.is_none() {
                value::write_text(replay.kind(index), &mut text);
            }
            parts.push((text, source));
        }
        let place = |name: &&str| replay.schema().fields.iter().position(|field| field.name == **name);
        let named = |wanted: &str| names.iter().position(|name| *name == wanted);
        Self {
            places: names.iter().map(place).collect(),
            sources: field_sources.iter().filter_map(|(_, source)| *source).collect(),
            parts,
            cell: named("cell"),
            from: named("from"),
            names,
        }
    }

    /// Returns whether an event with these fields has this shape. The names of a run are stored once, so it is enough to
    /// compare where they are.
    fn fits(&self, fields: &[(&str, Value)]) -> bool {
        self.names.len() == fields.len()
            && self.names.iter().zip(fields).all(|(own, (name, _))| std::ptr::eq::<str>(*own, *name))
    }

    /// Appends the line, without the closing brace.
    pub(super) fn write(&self, fields: &[(&str, Value)], out: &mut Vec<u8>) {
        for (text, source) in &self.parts {
            out.extend_from_slice(text);
            if let Some((_, value)) = source.and_then(|source| fields.get(source)) {
                value::write(value, out);
            }
        }
    }
}

/// The shapes of a run's events, found as they are read.
pub(super) struct LineShapes<'a> {
    replay: &'a Replay,
    version: u64,
    by_case: Vec<Vec<LineShape<'a>>>,
    /// Fields of the event that was read last.
    fields: Vec<(&'a str, Value)>,
}

impl<'a> LineShapes<'a> {
    /// Creates an empty table. `version` is that of the trace.
    pub(super) fn new(replay: &'a Replay, version: u64) -> Self {
        let by_case = std::iter::repeat_with(Vec::new).take(replay.schema().cases.len()).collect();
        Self { replay, version, by_case, fields: Vec::new() }
    }

    /// Reads the fields of an event. Returns them with their shape, or `None` if there is no such event.
    pub(super) fn of_event(&mut self, index: usize) -> Option<(&[(&'a str, Value)], &LineShape<'a>)> {
        let Self { replay, version, by_case, fields } = self;
        let replay: &'a Replay = replay;
        let shapes = by_case.get_mut(replay.trace().case_number(index)).filter(|_| index < replay.len())?;
        replay.trace().fields(index, fields);
        let known = shapes.iter().position(|shape| shape.fits(fields));
        let place = known.unwrap_or_else(|| {
            if shapes.len() >= SHAPES {
                shapes.clear();
            }
            shapes.push(LineShape::of(replay, index, fields, *version));
            shapes.len().saturating_sub(1)
        });
        Some((fields.as_slice(), shapes.get(place)?))
    }
}
