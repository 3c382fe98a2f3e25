#if os(Linux)
import Foundation
import Locking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("Connectivity on Linux needs the sockets of a C library that is not there.")
#endif

/// The network as the kernel sees it: there is one when an interface other than loopback is up and
/// has an address that reaches beyond its link.
///
/// Changes come from a routing socket of netlink (rtnetlink(7)); their content does not matter, as
/// the interfaces are looked at again after each.
final class SystemConnectivity: ConnectivitySource {
    /// `RTMGRP_LINK`, `RTMGRP_IPV4_IFADDR`, `RTMGRP_IPV6_IFADDR` of linux/rtnetlink.h.
    private static let groups: UInt32 = 0x1 | 0x10 | 0x100

    private let source = Locked<(any DispatchSourceRead)?>(nil)

    var isConnected: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return false }
        defer { freeifaddrs(first) }
        return sequence(first: first, next: { $0?.pointee.ifa_next })
            .contains { entry in
                guard let entry, let address = entry.pointee.ifa_addr else { return false }
                return Self.isUsable(flags: entry.pointee.ifa_flags)
                    && Self.reachesBeyondLink(address)
            }
    }

    func start(_ onChange: @escaping @Sendable () -> Void) {
        guard let descriptor = Self.openSocket() else { return }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: .global(qos: .utility))
        source.setEventHandler {
            Self.drain(descriptor)
            onChange()
        }
        source.setCancelHandler { close(descriptor) }
        self.source.withLock { $0 = source }
        source.resume()
    }

    private static func isUsable(flags: UInt32) -> Bool {
        let wanted = UInt32(IFF_UP) | UInt32(IFF_RUNNING)
        return flags & wanted == wanted && flags & UInt32(IFF_LOOPBACK) == 0
    }

    /// False for 169.254/16 and fe80::/10, which a host gives itself.
    private static func reachesBeyondLink(_ address: UnsafeMutablePointer<sockaddr>) -> Bool {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt32(bigEndian: $0.pointee.sin_addr.s_addr) >> 16 != 0xA9FE
            }
        case AF_INET6:
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin6_addr) {
                    !($0[0] == 0xFE && $0[1] & 0xC0 == 0x80)
                }
            }
        default: false
        }
    }

    private static func openSocket() -> Int32? {
        // The type and its flags, then protocol 0, `NETLINK_ROUTE`.
        let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_NETLINK, type, 0)
        guard descriptor >= 0 else { return nil }
        // struct sockaddr_nl of linux/netlink.h: family and padding, port, groups.
        var address: (UInt16, UInt16, UInt32, UInt32) = (UInt16(AF_NETLINK), 0, 0, groups)
        let length = socklen_t(MemoryLayout.size(ofValue: address))
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        // Ends at EAGAIN; ENOBUFS means that messages were lost, which is a change as well.
        while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
    }
}
#endif
