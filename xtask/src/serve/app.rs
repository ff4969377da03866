//! The server itself: the files of one folder, with the headers that a host of the
//! page should send too.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum_server::Handle;
use tower_http::cors::{Any, CorsLayer};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use super::lan::Certificate;

/// The files of `dist`. `no-cache` makes browsers ask again after each build; the
/// CORS header lets sandboxed frames and other sites load the modules.
fn router(dist: &Path) -> Router {
    Router::new()
        .fallback_service(ServeDir::new(dist))
        .layer(SetResponseHeaderLayer::overriding(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-cache"),
        ))
        .layer(CorsLayer::new().allow_origin(Any))
}

/// Serves until Ctrl-C: over https where there is a certificate, else over http.
pub(super) fn until_interrupted(
    dist: &Path,
    listener: TcpListener,
    certificate: Option<Certificate>,
) -> io::Result<()> {
    let handle = Handle::new();
    runtime()?.block_on(async {
        let stop = handle.clone();
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                stop.graceful_shutdown(Some(Duration::from_secs(1)));
            }
        });
        serve(dist, listener, certificate, handle).await
    })
}

async fn serve(
    dist: &Path,
    listener: TcpListener,
    certificate: Option<Certificate>,
    handle: Handle<SocketAddr>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let service = router(dist).into_make_service();
    if let Some(certificate) = certificate {
        let tls = certificate.into_tls().await?;
        axum_server::from_tcp_rustls(listener, tls)?
            .handle(handle)
            .serve(service)
            .await
    } else {
        axum_server::from_tcp(listener)?
            .handle(handle)
            .serve(service)
            .await
    }
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
}

/// A server on a thread of its own, for the commands that drive a browser. It stops
/// when this value is dropped.
pub(crate) struct Background {
    address: SocketAddr,
    handle: Handle<SocketAddr>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Background {
    /// Serves `dist` at a free port of this machine.
    ///
    /// # Errors
    /// When no port is free.
    pub(crate) fn start(dist: &Path) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let handle = Handle::new();
        let (dist, on_thread) = (dist.to_owned(), handle.clone());
        let thread = std::thread::spawn(move || {
            runtime()?.block_on(serve(&dist, listener, None, on_thread))
        });
        Ok(Self {
            address,
            handle,
            thread: Some(thread),
        })
    }

    /// The address of the page.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.handle.shutdown();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;

    fn get(address: SocketAddr, path: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.to_lowercase()
    }

    #[test]
    fn files_come_with_their_type_and_the_two_headers() {
        let server = Background::start(&crate::repo::root()).unwrap();
        let answer = get(server.address, "/package.json");
        assert!(answer.starts_with("http/1.1 200"), "{answer}");
        for line in [
            "content-type: application/json",
            "cache-control: no-cache",
            "access-control-allow-origin: *",
        ] {
            assert!(answer.contains(line), "{line} is missing in {answer}");
        }
    }

    #[test]
    fn what_is_not_there_or_outside_is_not_found() {
        let server = Background::start(&crate::repo::root().join("xtask")).unwrap();
        for path in ["/no-such-file", "/%2e%2e/Cargo.lock", "/../Cargo.lock"] {
            assert!(
                get(server.address, path).starts_with("http/1.1 404"),
                "{path}"
            );
        }
    }
}
