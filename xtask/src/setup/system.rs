//! Drivers and fonts of the system that the tests need.

use std::fs;
use std::path::Path;

use super::apt::Apt;
use super::{SetupError, report};
use crate::exec;

const ICD_FOLDERS: [&str; 2] = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];

/// Installs Mesa's software Vulkan on a Linux that has no driver at all.
pub(super) fn bring_vulkan() -> Result<(), SetupError> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    if ICD_FOLDERS
        .iter()
        .any(|folder| holds_json(Path::new(folder)))
    {
        report::present("Vulkan driver", "for the GPU tests outside the browser");
        return Ok(());
    }
    let Some(apt) = Apt::find() else {
        report::absent(
            "Vulkan driver",
            "GPU tests outside the browser will be skipped",
        );
        return Ok(());
    };
    let packages = ["mesa-vulkan-drivers", "libvulkan1"];
    report::bring(
        "Vulkan driver",
        format!("apt-get install {}", packages.join(" ")),
        || apt.install(&packages),
    )?;
    Ok(())
}

fn holds_json(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.path().extension().is_some_and(|end| end == "json"))
    })
}

/// Installs Chinese fonts where fontconfig says that there are none. Only pictures
/// need them, so a failure is said and left.
pub(super) fn bring_fonts() {
    let Ok(list) = exec::words("fc-list :lang=zh").output() else {
        return;
    };
    if !list.stdout.is_empty() {
        report::present("Chinese fonts", "for screenshots");
        return;
    }
    let meaning = "Chinese text will show as boxes in screenshots";
    let Some(apt) = Apt::find() else {
        report::absent("Chinese fonts", meaning);
        return;
    };
    let install = || {
        report::bring("Chinese fonts", "apt-get install fonts-noto-cjk", || {
            apt.install(&["fonts-noto-cjk"])
        })
    };
    if install().is_err() {
        report::absent("Chinese fonts", meaning);
    }
}

#[cfg(test)]
mod tests {
    use super::holds_json;
    use std::path::Path;

    #[test]
    fn drivers_are_known_by_their_manifest() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(
            holds_json(here.parent().unwrap()),
            "package.json lies in the root"
        );
        assert!(!holds_json(&here.join("src")));
        assert!(!holds_json(&here.join("no-such-folder")));
    }
}
