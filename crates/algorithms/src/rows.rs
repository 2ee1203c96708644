//! Short forms of the functions in the rows of cards.

/// Returns the function of a check that holds at some events.
macro_rules! on {
    ($event:pat $(if $when:expr)?) => {
        |_, e, _| matches!(e, $event $(if $when)?)
    };
}

/// Returns the function of a series that some events raise or lower by 1, or set.
macro_rules! gauge {
    (+ $up:pat $(, - $down:pat)?) => {
        |e, _| match e {
            $up => $crate::trace::lens::Gauge::Add(1),
            $($down => $crate::trace::lens::Gauge::Add(-1),)?
            _ => $crate::trace::lens::Gauge::Same,
        }
    };
    ($set:pat => $value:expr $(, + $up:pat)? $(, - $down:pat)?) => {
        |e, _| match e {
            $set => $crate::trace::lens::Gauge::Set($value),
            $($up => $crate::trace::lens::Gauge::Add(1),)?
            $($down => $crate::trace::lens::Gauge::Add(-1),)?
            _ => $crate::trace::lens::Gauge::Same,
        }
    };
}

/// Returns the function of a layer that shows a value of some events.
macro_rules! value {
    ($event:pat => $value:expr) => {
        |e, _| match e {
            $event => Some($value),
            _ => None,
        }
    };
}
