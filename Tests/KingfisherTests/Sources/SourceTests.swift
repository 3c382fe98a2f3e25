import Foundation
import Testing

@testable import Kingfisher

@Suite("Source, Resource and keys", .timeLimit(.minutes(1)))
struct SourceTests {
    private func url(_ string: String) throws -> URL { try #require(URL(string: string)) }

    @Test("15.3: equality looks at kind, key and URL, not at the payload's type")
    func equality() throws {
        let a = try url("http://host.test/a")
        #expect(Source.network(a) == .network(KF.ImageResource(downloadURL: a)))
        #expect(
            Source.network(a).hashValue
                == Source.network(KF.ImageResource(downloadURL: a)).hashValue)
        #expect(Source.network(a) != .network(KF.ImageResource(downloadURL: a, cacheKey: "k")))
        let elsewhere = try url("http://other.test/a")
        #expect(
            Source.network(KF.ImageResource(downloadURL: elsewhere, cacheKey: a.cacheKey))
                != .network(a))
        let raw = RawImageDataProvider(data: Data(), cacheKey: a.absoluteString)
        #expect(Source.network(a) != .provider(raw))
        let file = URL(fileURLWithPath: "/a")
        let sameKey = LocalFileImageDataProvider(fileURL: file, cacheKey: raw.cacheKey)
        #expect(Source.provider(sameKey) != .provider(raw))
        #expect(
            Source.provider(raw)
                == .provider(
                    Base64ImageDataProvider(
                        base64String: "", cacheKey: raw.cacheKey)))
    }

    @Test("15.1: a source is of the network or of a provider, and can be sent elsewhere")
    func kinds() async throws {
        func name(of source: Source) -> String {
            switch source {
            case .network(let resource): "network \(resource.cacheKey)"
            case .provider(let provider): "provider \(provider.cacheKey)"
            }
        }
        let sources = [
            Source.network(try url("http://host.test/a")),
            .provider(RawImageDataProvider(data: Data(), cacheKey: "raw")),
        ]
        let keys = await Task.detached { sources.map(\.cacheKey) }.value
        #expect(keys == ["http://host.test/a", "raw"])
        #expect(sources.map(name) == ["network http://host.test/a", "provider raw"])
    }

    @Test("15.2, 15.4: a network source has its resource's key and address, a provider no resource")
    func networkSources() throws {
        let address = try url("http://host.test/a")
        let resource = KF.ImageResource(downloadURL: address, cacheKey: "named")
        let source = Source.network(resource)
        #expect(source.cacheKey == "named")
        #expect(source.url == address)
        #expect(source.asResource?.cacheKey == "named")
        #expect(source.asResource?.downloadURL == address)
        let file = LocalFileImageDataProvider(fileURL: URL(fileURLWithPath: "/a/b.png"))
        #expect(Source.provider(file).asResource == nil)
    }

    @Test("15.2: a provider's URL is its content URL")
    func providerURL() {
        let file = URL(fileURLWithPath: "/a/b.png")
        #expect(Source.provider(LocalFileImageDataProvider(fileURL: file)).url == file)
        #expect(Source.provider(RawImageDataProvider(data: Data(), cacheKey: "k")).url == nil)
    }

    @Test("15.9: file URLs become providers and keep an explicit key")
    func conversion() throws {
        let file = URL(fileURLWithPath: "/a/b.png")
        guard case .provider(let provider) = file.convertToSource() else {
            Issue.record("A file URL is a provider source.")
            return
        }
        #expect(provider.cacheKey == file.cacheKey)
        let named = KF.ImageResource(downloadURL: file, cacheKey: "named").convertToSource()
        #expect(named.cacheKey == "named")
        let overridden = file.convertToSource(overrideCacheKey: "override")
        #expect(overridden.cacheKey == "override")
        let remote = try url("http://host.test/a").convertToSource()
        #expect(remote.asResource?.downloadURL.absoluteString == "http://host.test/a")
        let byHand = Source.network(file)
        #expect(byHand.asResource?.downloadURL == file)
        #expect(byHand.cacheKey == file.cacheKey && byHand != file.convertToSource())
    }

    @Test("15.9: what conversion makes is of the library's own types, whatever the resource was")
    func conversionKeepsNoResource() throws {
        struct OwnResource: Resource {
            let cacheKey = "own"
            let downloadURL: URL
        }
        let remote = OwnResource(downloadURL: try url("http://host.test/a")).convertToSource()
        #expect(remote.asResource is KF.ImageResource)
        #expect(remote.cacheKey == "own")
        let file = OwnResource(downloadURL: URL(fileURLWithPath: "/a/b.png"))
        guard case .provider(let provider) = file.convertToSource() else {
            Issue.record("A file URL is a provider source.")
            return
        }
        #expect(provider is LocalFileImageDataProvider)
        #expect(provider.cacheKey == "own" && provider.contentURL == file.downloadURL)
    }

    @Test("15.7: the former name of image resources stands for the same type")
    func formerName() throws {
        let calls: any FormerCalls = FormerNames()
        #expect(calls.key(of: try url("http://host.test/a")) == "http://host.test/a")
    }

    @Test(
        "15.10, 19.11: local keys begin at the last bundle and keep the query",
        arguments: [
            (
                "file:///var/Application/DEF/Demo.app/images/k.jpg",
                "kingfisher.local.cacheKey/Demo.app/images/k.jpg"
            ),
            (
                "file:///var/Application/DEF/Demo.app/images/k.jpg?foo=bar",
                "kingfisher.local.cacheKey/Demo.app/images/k.jpg?foo=bar"
            ),
            ("file:///X.app/PlugIns/Y.appex/i.png", "kingfisher.local.cacheKey/Y.appex/i.png"),
            ("file:///private/a/k.jpg", "kingfisher.local.cacheKey///private/a/k.jpg"),
            ("file:///a/b", "kingfisher.local.cacheKey///a/b"),
            ("file:///a/k.png?x=%20", "kingfisher.local.cacheKey///a/k.png?x=%20"),
            ("file:///a%20b/c.png#part", "kingfisher.local.cacheKey///a b/c.png"),
        ])
    func localKeys(string: String, key: String) throws {
        #expect(try url(string).cacheKey == key)
    }

    @Test("15.8: a remote URL's key is its absolute string")
    func remoteKeys() throws {
        let string = "https://host.test/a.png?size=2#x"
        #expect(try url(string).cacheKey == string)
    }

    @Test("15.5: the first identifier is 1, and each is one more than the last")
    func identifiers() async {
        // In a process of its own: views of other tests take identifiers as well.
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                precondition(Source.Identifier.current == 0)
                let first: UInt = Source.Identifier.next()
                precondition(first == 1 && Source.Identifier.current == 1)
                precondition(Source.Identifier.next() == 2 && Source.Identifier.current == 2)
            }
        }
    }

    @Test("19.7, H-1: keys are hashed to SHA-256 in lower-case hexadecimal")
    func sha256() {
        let hello = "hello".kf.sha256
        #expect(hello.count == 64)
        #expect(hello.hasPrefix("2cf24dba"))
        #expect(hello.hasSuffix("938b9824"))
        #expect("".kf.sha256.hasPrefix("e3b0c442"))
    }

    @Test(
        "19.7, H-2: the extension of a key",
        arguments: [
            ("https://img.host.org/cat.png", "png"), ("https://img.host.org/cat.PnG", "PnG"),
            ("https://img.host.org/v1.2/cat.gif", "gif"),
            ("https://img.host.org/cat.png@some-processor", "png"),
            ("cat.jpeg@org.host.Proc(4.0)", "jpeg"), ("https://img.host.org/cat", nil),
            ("no-dot-here", nil), ("https://cdn.host.org/42@300-7.jpg", nil),
            ("https://img.host.org/cat.jpg?v=3", nil), ("image@2x.png", nil), ("photo.", nil),
            ("", nil), ("@", nil), ("@a.png", nil), ("@@a.png", nil),
        ] as [(String, String?)])
    func extensions(key: String, expected: String?) {
        #expect(key.kf.ext == expected)
    }

    @Test("19.7, H-3: the computed key joins key and identifier")
    func computedKeys() {
        #expect("key".computedKey(with: "") == "key")
        #expect("key".computedKey(with: "identifier") == "key@identifier")
    }
}

private protocol FormerCalls {
    func key(of url: URL) -> String
}

private struct FormerNames: FormerCalls {
    @available(*, deprecated)
    func key(of url: URL) -> String {
        let resource: KF.ImageResource = ImageResource(downloadURL: url)
        return resource.cacheKey
    }
}
