//! A lesson's scene with its parameters, switches and fields by name.

#![allow(
    dead_code,
    reason = "several tests share this file and each uses its own part"
)]

use skinlab_core::lessons::{LESSONS, Lesson, ParamError, Scene};

/// A scene and the fields of its last view.
pub struct Figure {
    /// The scene.
    pub scene: Scene,
    values: Vec<f64>,
}

impl Figure {
    /// The figure of a lesson at its initial values.
    pub fn new(lesson: &str) -> Self {
        let index = LESSONS
            .iter()
            .position(|other| other.id == lesson)
            .expect("a lesson's id");
        let scene = Scene::new(index).expect("there are four lessons");
        let values = vec![f64::NAN; scene.lesson().fields.len()];
        let mut figure = Self { scene, values };
        figure.look();
        figure
    }

    /// The lesson.
    pub fn lesson(&self) -> &'static Lesson {
        self.scene.lesson()
    }

    /// Tries to set a parameter; the fields stay as they are.
    pub fn try_set(&mut self, param: &str, value: f64) -> Result<(), ParamError> {
        let index = self
            .lesson()
            .params
            .iter()
            .position(|other| other.name == param);
        self.scene.set(index.expect("a parameter's name"), value)
    }

    /// Sets a parameter and looks.
    pub fn set(&mut self, param: &str, value: f64) {
        self.try_set(param, value).expect("a value in the range");
        self.look();
    }

    /// Turns a switch and looks.
    pub fn switch(&mut self, switch: &str, on: bool) {
        let index = self
            .lesson()
            .switches
            .iter()
            .position(|other| other.id == switch);
        self.scene
            .set_switch(index.expect("a switch's id"), on)
            .expect("in the list");
        self.look();
    }

    /// Fills the fields anew.
    pub fn look(&mut self) {
        self.scene
            .view(&mut self.values)
            .expect("one place a field");
    }

    /// The fields in the lesson's order.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// One field of the last view.
    pub fn get(&self, field: &str) -> f64 {
        let index = self
            .lesson()
            .fields
            .iter()
            .position(|other| *other == field);
        self.values[index.expect("a field's name")]
    }
}
