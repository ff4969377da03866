//! What a reader has set: checked values of parameters, and mistakes switched on.

use super::{Param, ParamError, Switch, Unit};
use crate::mistake::Mistakes;

/// The values of a list of parameters and the state of a list of switches.
#[derive(Clone, Debug)]
pub struct Settings {
    params: &'static [Param],
    switches: &'static [Switch],
    values: Vec<f64>,
    mistakes: Mistakes,
}

impl Settings {
    /// Every parameter at its initial value, every switch off.
    #[must_use]
    pub fn new(params: &'static [Param], switches: &'static [Switch]) -> Self {
        Self {
            params,
            switches,
            values: params.iter().map(|param| param.initial).collect(),
            mistakes: Mistakes::NONE,
        }
    }

    /// Sets parameter `index` of the list.
    ///
    /// # Errors
    ///
    /// Refuses an unknown index, a number that is not finite, a value outside the range, and a fraction
    /// where the parameter counts.
    pub fn set(&mut self, index: usize, value: f64) -> Result<(), ParamError> {
        let param = self
            .params
            .get(index)
            .ok_or(ParamError::Unknown { index })?;
        let in_range = (param.min..=param.max).contains(&value);
        let whole = matches!(param.unit, Unit::Choice | Unit::Index);
        if !in_range || (whole && value.fract() != 0.0) {
            return Err(ParamError::OutOfRange {
                name: param.name,
                value,
                min: param.min,
                max: param.max,
            });
        }
        self.values[index] = value;
        Ok(())
    }

    /// Switches mistake `index` of the list on or off.
    ///
    /// # Errors
    ///
    /// Refuses an unknown index.
    pub fn set_switch(&mut self, index: usize, on: bool) -> Result<(), ParamError> {
        let switch = self
            .switches
            .get(index)
            .ok_or(ParamError::Unknown { index })?;
        self.mistakes = if on {
            self.mistakes.with(switch.mistake)
        } else {
            self.mistakes.without(switch.mistake)
        };
        Ok(())
    }

    /// The mistakes that are switched on.
    #[must_use]
    pub fn mistakes(&self) -> Mistakes {
        self.mistakes
    }

    /// The value of a parameter; `None` where the list has none of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<f64> {
        let index = self.params.iter().position(|param| param.name == name)?;
        Some(self.values[index])
    }

    /// The value of a parameter, or 0 where the list has none of that name.
    #[must_use]
    pub fn value(&self, name: &str) -> f64 {
        self.find(name).unwrap_or(0.0)
    }
}
