#if os(Linux)
import Foundation
import Locking
import LoopbackHTTP

/// A real nginx with TLS and HTTP/2 on 127.0.0.1, with a certificate that nobody has signed.
///
/// `/pic/…` answers with ``body``; `/redirect/…` leads there. Stops when it is released.
final class NginxServer {
    struct Failure: Error {
        let reason: String
    }

    /// Where the program is on Debian; the tests that need it are skipped without it.
    static let executable = "/usr/sbin/nginx"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: executable) }

    let body = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let port: UInt16

    private let directory: URL
    private let process = Process()

    /// Makes a certificate, starts the server, and waits until it can be reached.
    init() async throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        port = try await Self.freePort()
        try body.write(to: directory.appendingPathComponent("body.bin"))
        try Self.makeCertificate(in: directory)
        try configuration.write(
            to: directory.appendingPathComponent("nginx.conf"), atomically: true, encoding: .utf8)
        process.executableURL = URL(fileURLWithPath: Self.executable)
        process.arguments = ["-p", directory.path, "-c", "nginx.conf", "-e", "error.log"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await waitUntilReachable()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }

    func url(_ path: String) -> URL {
        guard let url = URL(string: "https://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("\(path) is not a percent-encoded path.")
        }
        return url
    }

    /// What was answered so far: the connection's number, the protocol and the path of each.
    func log() throws -> [(connection: String, protocolName: String, path: String)] {
        let text = try String(
            contentsOf: directory.appendingPathComponent("access.log"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            return words.count == 3 ? (words[0], words[1], words[2]) : nil
        }
    }

    private var configuration: String {
        """
        daemon off;
        worker_processes 1;
        pid nginx.pid;
        events { worker_connections 1024; }
        http {
            log_format short '$connection $server_protocol $request_uri';
            access_log access.log short;
            client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi; scgi_temp_path scgi;
            server {
                listen 127.0.0.1:\(port) ssl http2;
                http2_max_concurrent_streams 256;
                ssl_certificate certificate.pem;
                ssl_certificate_key key.pem;
                location /pic/ { root \(directory.path); try_files /body.bin =404; }
                location ~ ^/redirect/(.*)$ { return 302 /pic/$1; }
            }
        }
        """
    }

    private static let handedOut = Locked(0)

    /// A port that nobody else takes before nginx does, which cannot choose one itself.
    ///
    /// Below those that Linux hands out to others (32768 and up), and each only once.
    private static func freePort() async throws -> UInt16 {
        for _ in 0..<100 {
            let number = handedOut.withLock { count in
                count += 1
                return count
            }
            let port = UInt16(20_000 + (Int(getpid()) * 64 + number) % 10_000)
            guard let probe = try? LoopbackServer(port: port, routes: [:]) else { continue }
            probe.stop()
            await probe.waitUntilStopped()
            return port
        }
        throw Failure(reason: "a hundred ports are taken")
    }

    private static func makeCertificate(in directory: URL) throws {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "1", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", directory.appendingPathComponent("key.pem").path,
            "-out", directory.appendingPathComponent("certificate.pem").path,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else {
            throw Failure(reason: "openssl could not make a certificate")
        }
    }

    /// Tries to connect until somebody listens.
    ///
    /// There is nothing that could be awaited instead.
    private func waitUntilReachable() async throws {
        for _ in 0..<500 {
            guard process.isRunning else { throw Failure(reason: "nginx ended at once") }
            if LoopbackServer.isListening(port: port) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Failure(reason: "nginx cannot be reached")
    }
}
#endif
