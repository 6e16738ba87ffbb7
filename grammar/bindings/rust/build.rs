fn main() {
    let src = std::path::Path::new("src");
    let sources = [src.join("parser.c"), src.join("scanner.c")];
    cc::Build::new()
        .std("c11")
        .include(src)
        .files(&sources)
        .warnings(false)
        .compile("tree-sitter-aite");
    for source in sources {
        println!("cargo:rerun-if-changed={}", source.display());
    }
}
