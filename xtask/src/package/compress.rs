//! Compressed copies beside the files, for servers that hand them out as they are.

use std::io::{self, Write as _};

use flate2::{Compression, GzBuilder};

use super::Files;

/// What compresses well; pictures of pixels do not.
const ENDINGS: [&str; 6] = [".html", ".js", ".css", ".wasm", ".svg", ".json"];

/// Puts `NAME.br` and `NAME.gz` beside every file that compresses well.
pub(super) fn beside(files: &mut Files) -> io::Result<()> {
    let mut compressed = Files::new();
    for (name, bytes) in files.iter() {
        if ENDINGS.iter().any(|end| name.ends_with(end)) {
            compressed.insert(format!("{name}.br"), brotli(bytes)?);
            compressed.insert(format!("{name}.gz"), gzip(bytes)?);
        }
    }
    files.append(&mut compressed);
    Ok(())
}

/// At the quality with which hosts compress files once.
pub(crate) fn brotli(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 1 << 16, 11, 22);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(out)
}

/// Without a time, which would make the same page other bytes.
fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = GzBuilder::new()
        .mtime(0)
        .write(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn both_copies_decompress_to_the_file() {
        let text = "weights sum to one. ".repeat(50).into_bytes();
        let picture = vec![7; 4];
        let mut files = Files::from([
            ("index.html".to_owned(), text.clone()),
            ("docs/a.png".to_owned(), picture),
        ]);
        beside(&mut files).unwrap();
        let names: Vec<_> = files.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            ["docs/a.png", "index.html", "index.html.br", "index.html.gz"]
        );
        let mut read = Vec::new();
        brotli::Decompressor::new(&files["index.html.br"][..], 4096)
            .read_to_end(&mut read)
            .unwrap();
        assert_eq!(read, text);
        read.clear();
        flate2::read::GzDecoder::new(&files["index.html.gz"][..])
            .read_to_end(&mut read)
            .unwrap();
        assert_eq!(read, text);
        assert!(files["index.html.br"].len() < text.len() / 5);
    }
}
