use std::process::ExitCode;

fn main() -> ExitCode {
    aite::cli::main()
}
