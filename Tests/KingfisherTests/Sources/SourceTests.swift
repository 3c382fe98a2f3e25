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
        let raw = RawImageDataProvider(data: Data(), cacheKey: a.absoluteString)
        #expect(Source.network(a) != .provider(raw))
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

    @Test("15.5: identifiers grow from 1")
    @MainActor
    func identifiers() {
        let first = Source.Identifier.next()
        #expect(first >= 1)
        #expect(Source.Identifier.next() == first + 1)
        #expect(Source.Identifier.current == first + 1)
    }

    @Test("H-1: keys are hashed to SHA-256 in lower-case hexadecimal")
    func sha256() {
        let hello = "hello".kf.sha256
        #expect(hello.count == 64)
        #expect(hello.hasPrefix("2cf24dba"))
        #expect(hello.hasSuffix("938b9824"))
        #expect("".kf.sha256.hasPrefix("e3b0c442"))
    }

    @Test(
        "H-2: the extension of a key",
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

    @Test("H-3: the computed key joins key and identifier")
    func computedKeys() {
        #expect("key".computedKey(with: "") == "key")
        #expect("key".computedKey(with: "identifier") == "key@identifier")
    }

    @Test("16: the Base64 provider decodes, and reports what it cannot decode")
    func base64() {
        var decoded: Data?
        Base64ImageDataProvider(base64String: "aGVsbG8=", cacheKey: "k").data {
            decoded = try? $0.get()
        }
        #expect(decoded == Data("hello".utf8))
        var failure: (any Error)?
        Base64ImageDataProvider(base64String: "a", cacheKey: "k").data {
            if case .failure(let error) = $0 { failure = error }
        }
        #expect(failure is CocoaError)
    }

    @Test("16.2: either form of a provider's data is made of the other")
    func providerForms() async throws {
        struct CallbackOnly: ImageDataProvider {
            let cacheKey = "callback"
            func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
                handler(.success(Data([1])))
            }
        }
        struct AsyncOnly: ImageDataProvider {
            let cacheKey = "async"
            func data() async throws -> Data { Data([2]) }
        }
        #expect(try await CallbackOnly().data() == Data([1]))
        let result = await withCheckedContinuation { continuation in
            AsyncOnly().data { continuation.resume(returning: $0) }
        }
        #expect(try result.get() == Data([2]))
    }
}
