import Foundation
import LoopbackHTTP
import Testing
import ViewTestSupport

@testable import KingfisherGTK

@MainActor
@Suite(.timeLimit(.minutes(1)), .needsDisplay)
struct GTKButtonTests {
    @Test("UB-4: a state shows its own image, or that of the normal state")
    func statesFallBack() throws {
        let button = GTKButton()
        let (normal, disabled) = (
            try makeImage(color: 0xFF11_1111), try makeImage(color: 0xFF22_2222)
        )
        button.setImage(normal, for: .normal)
        button.setImage(disabled, for: .disabled)
        #expect(button.image(for: .highlighted) === normal)
        #expect(button.image(for: .disabled) === disabled)
        #expect(try shownColor(of: button, on: .image) == 0xFF11_1111)
        gtk_widget_set_sensitive(button.widget, 0)
        #expect(button.state == .disabled)
        #expect(try shownColor(of: button, on: .image) == 0xFF22_2222)
        gtk_widget_set_sensitive(button.widget, 1)
        #expect(try shownColor(of: button, on: .image) == 0xFF11_1111)
        button.setImage(nil, for: .normal)
        #expect(button.paintable(on: .image) == nil)
    }

    @Test("NB-1: a toggle shows its other image while it is checked")
    func toggle() throws {
        let button = GTKButton(isToggle: true)
        button.setImage(try makeImage(color: 0xFF11_1111), for: .normal)
        button.setImage(try makeImage(color: 0xFF22_2222), for: .selected)
        gtk_widget_set_state_flags(button.widget, GTK_STATE_FLAG_CHECKED, 0)
        #expect(try shownColor(of: button, on: .image) == 0xFF22_2222)
    }

    @Test("UB-1, UB-2: image and background of each state load on their own")
    func slotsAreIndependent() async throws {
        let lab = try ImageLab(routes: [
            "/3.png": .data(try ImageLab.png(width: 3)),
            "/4.png": .data(try ImageLab.png(width: 4)),
            "/5.png": .data(try ImageLab.png(width: 5)),
        ])
        let button = GTKButton()
        let placeholder = try makeImage()
        let (outcomes, arrived) = AsyncStream.makeStream(of: CGFloat?.self)
        button.kf.setImage(
            with: lab.server.url("/3.png"), for: .normal, placeholder: placeholder,
            options: lab.options, completionHandler: { arrived.yield($0.value?.image.size.width) })
        #expect(button.image(for: .normal) === placeholder)
        #expect(button.backgroundImage(for: .normal) == nil)
        button.kf.setImage(
            with: lab.server.url("/4.png"), for: .highlighted, options: lab.options,
            completionHandler: { arrived.yield($0.value?.image.size.width) })
        #expect(button.kf.taskIdentifier(for: .highlighted) != nil)
        #expect(button.kf.backgroundTaskIdentifier(for: .highlighted) == nil)
        button.kf.setBackgroundImage(
            with: lab.server.url("/5.png"), for: .normal, options: lab.options,
            completionHandler: { arrived.yield($0.value?.image.size.width) })
        var widths: Set<CGFloat?> = []
        for await width in outcomes.prefix(3) { widths.insert(width) }
        #expect(widths == [3, 4, 5])
        #expect(button.image(for: .normal)?.size.width == 3)
        #expect(button.image(for: .highlighted)?.size.width == 4)
        #expect(button.backgroundImage(for: .normal)?.size.width == 5)
        #expect(button.kf.taskIdentifier(for: .normal) == nil)
    }

    @Test("UB-3, CAN-2: cancelling the images reaches all states and leaves the background alone")
    func cancelFamily() async throws {
        let gate = LoopbackGate()
        let png = try ImageLab.png()
        let lab = try ImageLab { _ in
            var response = LoopbackResponse.data(png)
            response.steps.insert(.wait(gate), at: 0)
            return response
        }
        let button = GTKButton()
        var errors: [KingfisherError?] = []
        let background = await outcome { done in
            for (number, state) in [GTKControlState.normal, .disabled].enumerated() {
                button.kf.setImage(
                    with: lab.server.url("/\(number).png"), for: state, options: lab.options,
                    completionHandler: { errors.append($0.error) })
            }
            button.kf.setBackgroundImage(
                with: lab.server.url("/back.png"), for: .normal, options: lab.options,
                completionHandler: done)
            button.kf.cancelImageDownloadTask()
            #expect(errors.map { $0?.isTaskCancelled } == [true, true])
            gate.open()
        }
        #expect(background.value != nil)
        #expect(button.image(for: .normal) == nil)
    }

    @Test("KF-3, KF-4: a builder sets image and background, and ignores a view as placeholder")
    func builder() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let button = GTKButton()
        for isBackground in [false, true] {
            await withCheckedContinuation { continuation in
                let builder = KF.url(lab.server.url("/a.png"))
                builder.options = KingfisherParsedOptionsInfo(lab.options)
                let ready = builder.placeholder(Cover(widget: gtk_label_new("…")))
                    .onSuccess { _ in continuation.resume() }
                if isBackground {
                    ready.setBackground(to: button, for: .normal)
                } else {
                    ready.set(to: button, for: .normal)
                }
            }
        }
        #expect(button.image(for: .normal)?.size.width == 8)
        #expect(button.backgroundImage(for: .normal)?.size.width == 8)
    }

    private func shownColor(of button: GTKButton, on layer: GTKButton.Layer) throws -> UInt32? {
        try draw(try #require(button.paintable(on: layer))).first?.first
    }
}

private final class Cover: GTKView, Placeholder {}
