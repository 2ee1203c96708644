//! Weights of single cells, which the user can write on the map as on a worksheet.

use super::Scene;
use crate::weight::{Weight, Weights};
use crate::{Cell, Grid, Size};
use serde::{Deserialize, Serialize};

/// The weights of a map as a file holds them, row by row from the top.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "rows of digits, or {\"unit\": 100, \"rows\": [[150, 0, …], …]}")]
pub enum WeightRows {
    /// A digit from 1 to 9 for each cell, or a dot for none.
    Digits(Vec<String>),
    /// A whole number for each cell, or 0 for none.
    Numbers {
        /// The number that stands for a weight of 1.
        unit: u32,
        /// The numbers.
        rows: Vec<Vec<u32>>,
    },
}

/// Something in rows of weights that is no weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadWeight {
    /// The column and the row, counted from 0. `None` if it is the unit.
    pub at: Option<(usize, usize)>,
    /// The text or number.
    pub found: String,
    /// The allowed texts or numbers.
    pub expected: String,
}

impl WeightRows {
    /// Returns the rows of weights: digits if they suffice.
    pub fn of(weights: &Weights) -> Self {
        let weights = weights.clone().reduced();
        if weights.unit() == 1 && weights.heaviest() <= 9 {
            let digit = |&times: &u32| char::from_digit(times, 10).filter(|_| times != 0).unwrap_or('.');
            return Self::Digits(weights.times().rows().map(|row| row.iter().map(digit).collect()).collect());
        }
        Self::Numbers { unit: weights.unit(), rows: weights.times().rows().map(<[u32]>::to_vec).collect() }
    }

    /// Returns the number of cells in each row.
    pub fn widths(&self) -> Vec<usize> {
        match self {
            Self::Digits(rows) => rows.iter().map(|row| row.chars().count()).collect(),
            Self::Numbers { rows, .. } => rows.iter().map(Vec::len).collect(),
        }
    }

    /// Returns the weights for a map. Missing cells have none, and cells off the map are ignored.
    ///
    /// # Errors
    /// Returns the first thing that is no weight.
    pub fn weights(&self, size: Size) -> Result<Weights, BadWeight> {
        let mut times = Grid::new(size, 0);
        let mut set_weight = |x: usize, y: usize, weight| {
            if let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) {
                times.set(Cell::new(x, y), weight);
            }
        };
        let unit = match self {
            Self::Digits(rows) => {
                for (y, row) in rows.iter().enumerate() {
                    for (x, glyph) in row.chars().enumerate() {
                        let none = matches!(glyph, '.' | ' ').then_some(0);
                        let weight = none.or_else(|| glyph.to_digit(10).filter(|&digit| digit > 0));
                        set_weight(
                            x,
                            y,
                            weight.ok_or_else(|| BadWeight {
                                at: Some((x, y)),
                                found: format!("{glyph:?}"),
                                expected: "a digit from 1 to 9, or . for none".into(),
                            })?,
                        );
                    }
                }
                1
            }
            Self::Numbers { unit, rows } => {
                for (y, row) in rows.iter().enumerate() {
                    for (x, &weight) in row.iter().enumerate() {
                        if weight > Weight::MAX_TIMES {
                            let expected = format!("1 to {}, or 0 for none", Weight::MAX_TIMES);
                            return Err(BadWeight { at: Some((x, y)), found: weight.to_string(), expected });
                        }
                        set_weight(x, y, weight);
                    }
                }
                *unit
            }
        };
        Weights::over(unit, times).ok_or_else(|| BadWeight {
            at: None,
            found: unit.to_string(),
            expected: format!("1 to {}", Weight::MAX_UNIT),
        })
    }
}

impl Scene {
    /// Returns the weight of a cell: the factor of the cost of a step onto it. It replaces the cost that the tile adds.
    /// `None` if the cell has none.
    pub fn weight(&self, cell: Cell) -> Option<Weight> {
        self.weights.as_ref().map(|weights| weights.get(cell)).filter(|weight| !weight.is_none())
    }

    /// Sets the weight of a cell, or removes it with [`Weight::NONE`]. Returns the previous one. A cell off the map is
    /// ignored.
    pub fn set_weight(&mut self, cell: Cell, weight: Weight) -> Weight {
        let before = self.weight(cell).unwrap_or_default();
        self.set_weights([(cell, weight)]);
        before
    }

    /// Sets the weights of several cells, or removes them. If no weight is left, the scene's weights become `None`.
    pub fn set_weights(&mut self, cells: impl IntoIterator<Item = (Cell, Weight)>) {
        let size = self.size();
        let mut fewer = false;
        for (cell, weight) in cells {
            if !size.contains(cell) || self.weight(cell).unwrap_or_default() == weight {
                continue;
            }
            self.weights.get_or_insert_with(|| Weights::new(size)).set(cell, weight);
            fewer |= weight.is_none();
        }
        if fewer {
            self.drop_empty_weights();
        }
    }

    /// Sets the scene's weights to `None` if no weight is left.
    pub fn drop_empty_weights(&mut self) {
        self.weights.take_if(|all| all.is_empty());
    }
}
