//! The extension is embedded; a change of it is a change of the program.

fn main() {
    for part in [
        "manifest.json",
        "page",
        "transport",
        "wire/types.js",
        "worker",
    ] {
        println!("cargo:rerun-if-changed=../extension/{part}");
    }
}
