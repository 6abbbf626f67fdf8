//! Generated reports: figures with the command that writes them.

use std::fs;
use std::path::Path;

/// Writes a report of `docs/reports`; the line that says where it is.
pub fn write(name: &str, text: &str) -> Result<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reports");
    let path = folder.join(name);
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(format!("docs/reports/{name} is written"))
}
