//! What serving phones takes: this machine's addresses, a certificate that names
//! them, and an address that a camera can read.

use std::io;
use std::net::IpAddr;

use axum_server::tls_rustls::RustlsConfig;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use rcgen::CertifiedKey;

use super::ServeError;

/// This machine's IPv4 addresses that others can reach, those of a home or office
/// network first.
pub(super) fn addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let found = interfaces
        .iter()
        .filter(|i| !i.is_loopback() && !i.is_link_local());
    let mut addresses: Vec<IpAddr> = found
        .map(if_addrs::Interface::ip)
        .filter(IpAddr::is_ipv4)
        .collect();
    addresses.sort_by_key(rank);
    addresses
}

/// Home networks are mostly 192.168, offices 10; 172.16–31 is often a container's
/// bridge, which no phone reaches.
fn rank(address: &IpAddr) -> u8 {
    match address {
        IpAddr::V4(v4) => match v4.octets() {
            [192, 168, ..] => 0,
            [10, ..] => 1,
            [172, 16..=31, ..] => 3,
            _ => 2,
        },
        IpAddr::V6(_) => 4,
    }
}

/// A certificate that this machine signs itself, and its key, as PEM.
pub(super) struct Certificate {
    certificate: String,
    key: String,
}

impl Certificate {
    /// Makes one for these addresses and for this machine itself.
    pub(super) fn new(addresses: &[IpAddr]) -> Result<Self, ServeError> {
        let mut names: Vec<String> = addresses.iter().map(IpAddr::to_string).collect();
        names.extend(["127.0.0.1".to_owned(), "localhost".to_owned()]);
        let CertifiedKey { cert, signing_key } = rcgen::generate_simple_self_signed(names)
            .map_err(|error| ServeError::Certificate(error.to_string()))?;
        Ok(Self {
            certificate: cert.pem(),
            key: signing_key.serialize_pem(),
        })
    }

    /// The server's TLS settings.
    pub(super) async fn into_tls(self) -> io::Result<RustlsConfig> {
        RustlsConfig::from_pem(self.certificate.into_bytes(), self.key.into_bytes()).await
    }
}

/// The address as a QR code of half blocks. With `colours`, it is black on white
/// whatever the terminal's colours are; without, it suits a dark terminal.
pub(super) fn qr_code(address: &str, colours: bool) -> String {
    let Ok(code) = QrCode::new(address) else {
        return String::new();
    };
    let mut renderer = code.render::<Dense1x2>();
    if !colours {
        renderer
            .dark_color(Dense1x2::Light)
            .light_color(Dense1x2::Dark);
    }
    let (start, end) = if colours {
        ("\u{1b}[30;107m", "\u{1b}[0m")
    } else {
        ("", "")
    };
    let mut text = String::new();
    for line in renderer.build().lines() {
        text.extend([start, line, end, "\n"]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_networks_come_first() {
        let mut list: Vec<IpAddr> = ["172.17.0.1", "100.64.0.3", "10.0.0.2", "192.168.1.5"]
            .map(|a| a.parse().unwrap())
            .into();
        list.sort_by_key(rank);
        let texts: Vec<_> = list.iter().map(IpAddr::to_string).collect();
        assert_eq!(
            texts,
            ["192.168.1.5", "10.0.0.2", "100.64.0.3", "172.17.0.1"]
        );
    }

    #[test]
    fn the_certificate_is_pem() {
        let made = Certificate::new(&["192.168.1.5".parse().unwrap()]).unwrap();
        assert!(made.certificate.starts_with("-----BEGIN CERTIFICATE-----"));
        assert!(made.key.contains("PRIVATE KEY"));
    }

    #[test]
    fn the_code_is_square_and_has_a_quiet_zone() {
        let plain = qr_code("https://192.168.1.5:8080/", false);
        let rows: Vec<_> = plain.lines().collect();
        let width = rows[0].chars().count();
        assert!(rows.iter().all(|row| row.chars().count() == width));
        assert!(
            rows[0].chars().all(|c| c == '█'),
            "the first row is the quiet zone"
        );
        assert_eq!(width.div_ceil(2), rows.len());
    }
}
