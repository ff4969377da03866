//! The pipelines that skin.

use crate::buffer::storage_entry;
use crate::influences::Influences;
use crate::{Gpu, GpuError, JointFormat, RestFormat, WeightFormat, wgsl};
use skinlab_core::tables::Blend;
use std::sync::{Arc, OnceLock};

/// The compute pipelines of both ways of blending, made once a device; each variant is compiled when
/// it is first needed. A clone is another handle to the same.
#[derive(Clone, Debug)]
pub struct Skinner {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    bindings: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    linear: Shader,
    dual_quat: Shader,
}

/// One shader module and the pipelines made of it.
#[derive(Debug, Default)]
struct Shader {
    module: OnceLock<wgpu::ShaderModule>,
    variants: [OnceLock<wgpu::ComputePipeline>; Variant::COUNT],
}

/// What the shader is told of a mesh when it is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variant {
    pub(crate) rest: RestFormat,
    slots: usize,
    joints: JointFormat,
    weights: WeightFormat,
}

impl Variant {
    const COUNT: usize = 2 * 2 * 2 * 3;

    pub(crate) fn of(rest: RestFormat, influences: &Influences) -> Self {
        Self {
            rest,
            slots: influences.slots(),
            joints: influences.joint_format(),
            weights: influences.format(),
        }
    }

    fn index(self) -> usize {
        let weights = match self.weights {
            WeightFormat::Float32 => 0,
            WeightFormat::Unorm8 => 1,
            WeightFormat::Unorm16 => 2,
        };
        let joints = usize::from(self.joints == JointFormat::Uint8);
        let rest = usize::from(self.rest == RestFormat::Packed);
        ((2 * weights + joints) * 2 + rest) * 2 + usize::from(self.slots > 4)
    }
}

impl Skinner {
    /// Compiles the shader of linear blend skinning; the other one waits until it is needed.
    ///
    /// # Errors
    ///
    /// A fault of the device. In a browser a refused shader is heard of later, see [`Gpu::fault`].
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Self::with_source(gpu, Blend::Linear, &wgsl::linear())
    }

    /// As [`Skinner::new`] with another shader text for one way of blending, for tests that must see a
    /// wrong one fail.
    ///
    /// # Errors
    ///
    /// As [`Skinner::new`].
    #[doc(hidden)]
    pub fn with_source(gpu: &Gpu, blend: Blend, source: &str) -> Result<Self, GpuError> {
        let device = gpu.device();
        let bindings = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("skin"),
            entries: &[
                storage_entry(0, true),
                storage_entry(1, true),
                storage_entry(2, true),
                storage_entry(3, false),
            ],
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("skin"),
            bind_group_layouts: &[Some(&bindings)],
            immediate_size: 0,
        });
        let skinner = Self {
            inner: Arc::new(Inner {
                bindings,
                layout,
                linear: Shader::default(),
                dual_quat: Shader::default(),
            }),
        };
        skinner.module(gpu, blend, || source.to_owned());
        gpu.check()?;
        Ok(skinner)
    }

    /// What a mesh binds: palette, rest vertices, influences, skinned vertices.
    pub(crate) fn bindings(&self) -> &wgpu::BindGroupLayout {
        &self.inner.bindings
    }

    /// The pipeline of this variant.
    pub(crate) fn pipeline(
        &self,
        gpu: &Gpu,
        blend: Blend,
        variant: Variant,
    ) -> &wgpu::ComputePipeline {
        self.shader(blend).variants[variant.index()].get_or_init(|| {
            let constants = [
                ("SLOTS", variant.slots as f64),
                ("JOINT_BITS", variant.joints.bits() as f64),
                ("WEIGHT_BITS", variant.weights.bits() as f64),
            ];
            let entry_point = match variant.rest {
                RestFormat::Plain => "skin",
                RestFormat::Packed => "skin_packed",
            };
            gpu.device()
                .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: Some("skin"),
                    layout: Some(&self.inner.layout),
                    module: self.module(gpu, blend, || match blend {
                        Blend::Linear => wgsl::linear(),
                        Blend::DualQuat => wgsl::dual_quat(),
                    }),
                    entry_point: Some(entry_point),
                    compilation_options: wgpu::PipelineCompilationOptions {
                        constants: &constants,
                        ..Default::default()
                    },
                    cache: None,
                })
        })
    }

    fn module(
        &self,
        gpu: &Gpu,
        blend: Blend,
        source: impl FnOnce() -> String,
    ) -> &wgpu::ShaderModule {
        self.shader(blend).module.get_or_init(|| {
            gpu.device()
                .create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some("skin"),
                    source: wgpu::ShaderSource::Wgsl(source().into()),
                })
        })
    }

    fn shader(&self, blend: Blend) -> &Shader {
        match blend {
            Blend::Linear => &self.inner.linear,
            Blend::DualQuat => &self.inner.dual_quat,
        }
    }
}
