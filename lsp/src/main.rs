//! `aite-lsp`: speaks LSP on standard input and output.

use clap::Parser;

/// The language server of aite's test scripts; an editor starts it and speaks LSP with it over standard input and output.
#[derive(Parser)]
#[command(name = "aite-lsp", version)]
struct Arguments {
    /// Speak over standard input and output; there is no other way, but some editors say so
    #[arg(long)]
    stdio: bool,
}

fn main() -> std::process::ExitCode {
    Arguments::parse();
    match tokio::runtime::Runtime::new() {
        Ok(runtime) => {
            let code = runtime.block_on(aite_lsp::serve());
            // A read of standard input that is still waiting cannot be called off.
            runtime.shutdown_background();
            code
        }
        Err(error) => {
            eprintln!("aite-lsp cannot start: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}
