import Foundation

#if canImport(Darwin)
import Darwin
private let streamType = SOCK_STREAM
private let sendFlags: Int32 = 0
#elseif canImport(Glibc)
import Glibc
private let streamType = Int32(SOCK_STREAM.rawValue)
private let sendFlags = Int32(MSG_NOSIGNAL)
#else
#error("LoopbackHTTP needs the sockets of a C library that this platform does not offer.")
#endif

/// A failed call of the operating system.
package struct SocketError: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    /// The call and what the system says about it.
    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// The system calls of the server, with numbers in and numbers out.
enum Socket {
    /// Opens a listening socket on 127.0.0.1.
    ///
    /// - Parameter port: The port, or 0 for a free one.
    /// - Returns: The socket, and the port it got.
    /// - Throws: ``SocketError`` when the port is taken.
    static func listen(port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let bound = try bind(port: port)
        guard systemListen(bound.descriptor, 1024) == 0 else {
            let code = errno
            close(bound.descriptor)
            throw SocketError(call: "listen", code: code)
        }
        return bound
    }

    /// Opens a socket that holds a port of 127.0.0.1 without listening there.
    ///
    /// - Parameter port: The port, or 0 for a free one.
    /// - Returns: The socket, and the port it got.
    /// - Throws: ``SocketError`` when the port is taken.
    static func bind(port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, streamType, 0)
        guard descriptor >= 0 else { throw SocketError(call: "socket", code: errno) }
        keepFromChildren(descriptor)
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
        var address = loopback(port)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                systemBind(descriptor, address, length) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard bound else {
            let code = errno
            close(descriptor)
            throw SocketError(call: "bind", code: code)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Whether a connection to 127.0.0.1 can be made.
    static func canConnect(port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, streamType, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = loopback(port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// The next connection, or nil once `stop` is readable.
    static func accept(_ listener: Int32, stop: Int32) -> Int32? {
        while true {
            let ready = wait(for: [listener, stop])
            if ready.contains(stop) { return nil }
            let descriptor = systemAccept(listener)
            if descriptor >= 0 {
                setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
                #if canImport(Darwin)
                setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
                #endif
                return descriptor
            }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// Blocks until at least one descriptor is readable or hung up.
    static func wait(for descriptors: [Int32]) -> Set<Int32> {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&entries, nfds_t(entries.count), -1) < 0, errno == EINTR {}
        return Set(entries.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Reads what is there, at most `limit` bytes; empty at the end of the stream or on an error.
    static func receive(_ descriptor: Int32, limit: Int = 65_536) -> Data {
        var buffer = Data(count: limit)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        return count > 0 ? buffer.prefix(count) : Data()
    }

    /// Whether the peer has closed its side; false while it has unread bytes or is silent.
    static func isClosedByPeer(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
    }

    /// Sends all bytes.
    ///
    /// - Returns: Whether they all went out.
    static func send(_ data: Data, to descriptor: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let slice = UnsafeRawBufferPointer(rebasing: rest)
                let count = systemSend(descriptor, slice.baseAddress, slice.count, sendFlags)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Makes the coming close send a reset instead of an orderly end.
    static func prepareReset(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    static func shutdown(_ descriptor: Int32) {
        systemShutdown(descriptor)
    }

    static func close(_ descriptor: Int32) {
        systemClose(descriptor)
    }

    static func pipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        let result = systemPipe(&ends)
        precondition(result == 0, "pipe: \(String(cString: strerror(errno)))")
        return (ends[0], ends[1])
    }

    private static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, level, name, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}

private func systemBind(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
    bind(descriptor, address, length)
}

// Free functions, because inside `Socket` its own members hide the system's of the same name.
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}

private func systemAccept(_ listener: Int32) -> Int32 {
    let descriptor = accept(listener, nil, nil)
    keepFromChildren(descriptor)
    return descriptor
}
private func systemSend(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int { send(descriptor, bytes, count, flags) }
private func systemShutdown(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
}
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
private func systemPipe(_ ends: inout [Int32]) -> Int32 {
    let result = pipe(&ends)
    ends.forEach(keepFromChildren)
    return result
}

/// A process that a test starts must not inherit a connection or the end of a pipe: neither would be
/// closed before that process ends.
private func keepFromChildren(_ descriptor: Int32) {
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
}
