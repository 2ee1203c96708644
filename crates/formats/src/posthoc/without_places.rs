//! Says what a search trace is whose events have no places.

use super::document::Document;
use super::event::Event;
use crate::FormatError;

/// Number of events that show what the nodes are.
const SHOWING: usize = 200;

/// Returns the error about a search trace without places, by what its events have instead.
pub(super) fn without_places(document: &Document<'_>) -> FormatError {
    let some: Vec<Event<'_>> = document.events().take(SHOWING).filter_map(Result::ok).collect();
    let any = |is: &dyn Fn(&Event<'_>) -> bool| some.iter().any(is);
    let found = if any(&|event| event.number("x1").is_some() && event.number("y1").is_some()) {
        "this is a search on a mesh or on intervals, whose nodes have several corners (x1, y1, x2, …)"
    } else if any(&|event| event.fields().any(|(_, value)| is_list_of_points(value.get()))) {
        "the events have lists of points, but no place of their own"
    } else if let Some((x, y)) = some.iter().find_map(fractions) {
        let found = format!("the events have places that are not whole numbers, such as ({x},{y})");
        return FormatError::whole("", &found, "a search on a grid: whole numbers x and y");
    } else if any(&|event| event.parent().is_some() && event.number("x").is_none()) {
        "this is a tree: its nodes have parents, but no places"
    } else {
        "no event has a place"
    };
    let expected = "a search on a grid: whole numbers x and y, or views with an x and a y such as ${{ $.x }}";
    FormatError::whole("", found, expected)
}

/// Returns the coordinates of an event if they are not whole numbers.
fn fractions(event: &Event<'_>) -> Option<(f64, f64)> {
    let (x, y) = (event.number("x")?, event.number("y")?);
    (x.fract() != 0.0 || y.fract() != 0.0).then_some((x, y))
}

/// Returns whether a JSON value is a list that begins with an object with an x.
fn is_list_of_points(value: &str) -> bool {
    let dense: String = value.chars().filter(|c| !c.is_whitespace()).take(5).collect();
    dense.starts_with("[{\"x\"")
}
