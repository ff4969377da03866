//! One GPU device and what can go wrong with it.

use crate::GpuError;
use crate::fault::Faults;
use std::future::{Future, poll_fn};
use std::sync::Arc;

/// The largest buffer that is asked for, 256 MiB; adapters that offer less give what they have.
const LARGEST_BUFFER: u64 = 256 << 20;

/// The widest picture that is asked for, in pixels; every WebGPU adapter outside of compatibility
/// mode has this much.
const LARGEST_TEXTURE: u32 = 8192;

/// A device, its queue and what is known of its adapter. A clone is another handle to the same.
///
/// One fault ends it: after that nothing which it computes can be trusted, [`Gpu::check`] returns
/// the fault, and the way on is another engine or another [`Gpu::request`].
#[derive(Clone, Debug)]
pub struct Gpu {
    instance: wgpu::Instance,
    adapter: wgpu::Adapter,
    device: wgpu::Device,
    queue: wgpu::Queue,
    facts: AdapterFacts,
    faults: Arc<Faults>,
}

/// What an adapter says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdapterFacts {
    /// Its name; a browser may leave it empty.
    pub name: String,
    /// Its driver; always empty in a browser.
    pub driver: String,
    /// Whether the CPU does the work in its place.
    pub is_software: bool,
}

impl Gpu {
    /// Asks for an adapter and a device with modest limits: those that nearly every adapter has,
    /// and beyond them only larger buffers and pictures where the adapter offers them.
    ///
    /// In a browser, ask only after its own `navigator.gpu.requestAdapter()` has answered with an
    /// adapter: one that throws or never answers does so here too.
    ///
    /// # Errors
    ///
    /// [`GpuError::NoAdapter`], [`GpuError::NoDevice`], or [`GpuError::DeviceLost`] for a device
    /// that arrives lost.
    pub async fn request() -> Result<Self, GpuError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter = instance
            .request_adapter(&wgpu::RequestAdapterOptions::default())
            .await
            .map_err(|_| GpuError::NoAdapter)?;
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                label: Some("skinlab"),
                required_limits: limits(&adapter.limits()),
                ..Default::default()
            })
            .await
            .map_err(|error| GpuError::NoDevice {
                message: error.to_string(),
            })?;

        let info = adapter.get_info();
        let gpu = Self {
            instance,
            adapter,
            device,
            queue,
            facts: AdapterFacts {
                name: info.name,
                driver: info.driver,
                is_software: info.device_type == wgpu::DeviceType::Cpu,
            },
            faults: Arc::default(),
        };
        gpu.listen();
        gpu.check()?;
        Ok(gpu)
    }

    /// Hears of a lost device everywhere, and of errors that nobody waits for outside of browsers.
    ///
    /// In a browser wgpu's own handler traps the whole module when the browser reports an internal
    /// error, so whoever names the browser listens for `uncapturederror` and calls [`Gpu::report`].
    fn listen(&self) {
        let faults = Arc::clone(&self.faults);
        self.device.set_device_lost_callback(move |_, message| {
            faults.report(GpuError::DeviceLost { message });
        });
        #[cfg(not(target_arch = "wasm32"))]
        {
            let faults = Arc::clone(&self.faults);
            self.device
                .on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
                    faults.report(match error {
                        wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory,
                        wgpu::Error::Validation { description, .. } => GpuError::Validation {
                            message: description,
                        },
                        wgpu::Error::Internal { description, .. } => GpuError::Internal {
                            message: description,
                        },
                    });
                }));
        }
    }

    /// The device.
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// The queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    pub(crate) fn instance(&self) -> &wgpu::Instance {
        &self.instance
    }

    pub(crate) fn adapter(&self) -> &wgpu::Adapter {
        &self.adapter
    }

    /// What the adapter says about itself.
    pub fn facts(&self) -> &AdapterFacts {
        &self.facts
    }

    /// Whether the device is still to be trusted.
    ///
    /// # Errors
    ///
    /// The first fault that was heard of.
    pub fn check(&self) -> Result<(), GpuError> {
        match self.faults.first() {
            Some(fault) => Err(fault),
            None => Ok(()),
        }
    }

    /// Waits for the first fault, however long that takes. Borrows nothing.
    pub fn fault(&self) -> impl Future<Output = GpuError> + use<> {
        let faults = Arc::clone(&self.faults);
        poll_fn(move |context| faults.poll(context.waker()))
    }

    /// Takes note of a fault that was heard of elsewhere, such as a browser's `uncapturederror`.
    pub fn report(&self, fault: GpuError) {
        self.faults.report(fault);
    }

    /// Gives the device up and frees what it holds: dropping the last handle would not.
    pub fn destroy(&self) {
        self.faults.report(GpuError::DeviceDestroyed);
        self.device.destroy();
    }
}

/// The limits to ask for; an adapter with these `offered` ones can always grant them.
fn limits(offered: &wgpu::Limits) -> wgpu::Limits {
    let modest = wgpu::Limits::downlevel_defaults();
    wgpu::Limits {
        max_texture_dimension_2d: LARGEST_TEXTURE,
        max_storage_buffer_binding_size: LARGEST_BUFFER,
        max_compute_invocations_per_workgroup: 128,
        max_compute_workgroup_size_x: 128,
        max_compute_workgroup_size_y: 1,
        max_compute_workgroup_size_z: 1,
        max_compute_workgroup_storage_size: 0,
        ..modest
    }
    .or_worse_values_from(offered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks_for_no_more_than_is_offered() {
        let poor = wgpu::Limits {
            max_texture_dimension_2d: 4096,
            max_storage_buffer_binding_size: 128 << 20,
            max_compute_invocations_per_workgroup: 128,
            ..wgpu::Limits::downlevel_defaults()
        };
        let asked = limits(&poor);
        assert!(asked.check_limits(&poor));
        assert_eq!(asked.max_texture_dimension_2d, 4096);
        assert_eq!(
            limits(&wgpu::Limits::default()).max_texture_dimension_2d,
            8192
        );
    }
}
