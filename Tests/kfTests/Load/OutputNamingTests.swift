import Testing

@testable import kf

@Suite(.timeLimit(.minutes(1)))
struct OutputNamingTests {
    @Test(
        "A name is the last part of the input without its extension",
        arguments: [
            ("https://h/a/lake.jpg", "lake"), ("https://h/a/lake.jpg?w=1.5#top", "lake"),
            ("photos/lake.old.png", "lake.old"), ("lake", "lake"), ("/x/.hidden", "hidden"),
            ("https://h/", "h"), ("https://host.example", "host"), ("https://h/a%20b.png", "a_b"),
            ("https://h/..%2F..%2Fetc%2Fpasswd", "passwd"), ("https://h/%2e%2e", "picture"),
            ("..", "picture"), ("a/-rf.png", "rf"), ("https://h/%00%0A.png", "__"),
            ("dir/Bär 1.png", "Bär_1"), ("file:///photos/x.jpeg", "x"), ("///", "picture"),
        ])
    func stems(input: String, name: String) {
        #expect(OutputNaming.stem(of: input) == name)
    }

    @Test("Long names are cut between characters so that a file system takes them")
    func longNames() {
        let name = OutputNaming.stem(of: String(repeating: "ä", count: 400) + ".png")
        #expect(name.utf8.count == 200)
        #expect(name.allSatisfy { $0 == "ä" })
    }

    @Test("Equal names are told apart by order alone, whatever their case")
    func collisions() {
        var naming = OutputNaming()
        let names = ["a.png", "x/a.jpg", "A.gif", "a-2.png", "b.png", "a.png"].map {
            naming.name(for: $0)
        }
        #expect(names == ["a", "a-2", "A-3", "a-2-2", "b", "a-4"])
    }
}
