//! `cargo xtask serve`: builds the page and serves it, to this machine over http or
//! to the local network over https.

mod app;
mod lan;

use std::io;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::Path;

use crate::bundle::{self, BuildError};
use crate::{args, repo};

pub(crate) use app::Background;

/// How many ports are tried before giving up.
const PORTS: u16 = 20;

/// Why the page is not served.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServeError {
    /// It could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The folder holds no page.
    #[error("{0} holds no index.html; build the page there first.")]
    NoPage(String),
    /// No port is free.
    #[error("No port from {first} to {last} is free ({source}); choose another with --port.")]
    NoPort {
        /// The first port tried.
        first: u16,
        /// The last port tried.
        last: u16,
        /// What the system said about the last.
        source: io::Error,
    },
    /// The machine is in no network.
    #[error("This machine has no address in a local network; connect it, or leave out --lan.")]
    NoNetwork,
    /// The certificate could not be made.
    #[error("The certificate for https could not be made ({0}); leave out --lan.")]
    Certificate(String),
    /// The server stopped.
    #[error("The server stopped ({0}); start it again.")]
    Stopped(#[from] io::Error),
}

/// Builds if asked, serves until Ctrl-C.
///
/// # Errors
/// When the page cannot be built or no port is free.
pub(crate) fn run(options: &args::Serve) -> Result<(), ServeError> {
    let dist = if options.build {
        bundle::build(false)?
    } else {
        repo::dist()
    };
    check(&dist)?;
    let host = if options.lan {
        Ipv4Addr::UNSPECIFIED
    } else {
        Ipv4Addr::LOCALHOST
    };
    let listener = listen(host, options.port)?;
    let port = listener.local_addr()?.port();
    if port != options.port {
        println!("Port {} is taken, so this is port {port}.", options.port);
    }
    if !options.lan {
        println!("Press Ctrl-C to stop.");
        println!("Skinlab is at http://127.0.0.1:{port}/");
        return Ok(app::until_interrupted(&dist, listener, None)?);
    }
    let addresses = lan::addresses();
    let first = addresses.first().ok_or(ServeError::NoNetwork)?;
    let certificate = lan::Certificate::new(&addresses)?;
    let address = format!("https://{first}:{port}/");
    print!(
        "{}",
        lan::qr_code(&address, std::io::IsTerminal::is_terminal(&io::stdout()))
    );
    println!(
        "The phone will warn about the certificate, which was made just now and which nobody has \
         signed: continue all the same. It has to be https because browsers offer WebGPU only there."
    );
    println!("Press Ctrl-C to stop.");
    println!("Skinlab is at {address}");
    Ok(app::until_interrupted(&dist, listener, Some(certificate))?)
}

/// Makes sure that a folder holds a page.
///
/// # Errors
/// When it does not.
pub(crate) fn check(dist: &Path) -> Result<(), ServeError> {
    if dist.join("index.html").is_file() {
        Ok(())
    } else {
        Err(ServeError::NoPage(dist.display().to_string()))
    }
}

/// Listens at the first free port from `first` on.
fn listen(host: Ipv4Addr, first: u16) -> Result<TcpListener, ServeError> {
    let last = first.saturating_add(PORTS - 1);
    let mut port = first;
    loop {
        match TcpListener::bind((IpAddr::V4(host), port)) {
            Ok(listener) => return Ok(listener),
            Err(source) if port == last => {
                return Err(ServeError::NoPort {
                    first,
                    last,
                    source,
                });
            }
            Err(_) => port += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_passed_over() {
        let taken = listen(Ipv4Addr::LOCALHOST, 47_300).unwrap();
        let first = taken.local_addr().unwrap().port();
        let next = listen(Ipv4Addr::LOCALHOST, first).unwrap();
        assert!(next.local_addr().unwrap().port() > first);
    }

    #[test]
    fn a_folder_without_a_page_is_named() {
        let message = check(Path::new("no-such-folder")).unwrap_err().to_string();
        assert!(message.contains("no-such-folder holds no index.html"));
    }
}
