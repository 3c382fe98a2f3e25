import CRaster
import Foundation

/// Saturation, brightness, contrast and exposure, in this order.
///
/// The arithmetic is done on linear light with straight alpha: a grey of the same luma (weights of
/// ITU-R BT.709) and the colour are mixed by `saturation`, then `brightness` is added, distances
/// from 0.5 are multiplied by `contrast`, and all is multiplied by 2 to the power of `exposure`.
package struct ColorAdjustment: Hashable, Sendable {
    /// What is added, −1…1; 0 changes nothing.
    package var brightness: Double
    /// Factor of the distance from middle grey, 0…4; 1 changes nothing.
    package var contrast: Double
    /// Share of the colour against grey, 0…2; 1 changes nothing.
    package var saturation: Double
    /// Stops of exposure, −10…10; 0 changes nothing.
    package var exposure: Double

    /// Creates an adjustment.
    ///
    /// Numbers beyond their range are used as they are.
    package init(brightness: Double, contrast: Double, saturation: Double, exposure: Double) {
        self.brightness = brightness
        self.contrast = contrast
        self.saturation = saturation
        self.exposure = exposure
    }

    /// Whether the adjustment changes nothing.
    var isNeutral: Bool {
        brightness == 0 && contrast == 1 && saturation == 1 && exposure == 0
    }

    /// Three rows of weights for linear red, green and blue, and an offset.
    var matrix: [Float] {
        let luma = [0.2125, 0.7154, 0.0721]
        let gain = contrast * exp2(exposure)
        let offset = ((brightness - 0.5) * contrast + 0.5) * exp2(exposure)
        return (0..<3).flatMap { row in
            let weights = (0..<3).map { column in
                gain * ((1 - saturation) * luma[column] + (row == column ? saturation : 0))
            }
            return (weights + [offset]).map { Float($0) }
        }
    }
}

extension Bitmap {
    /// This picture with other colours.
    ///
    /// - Parameter adjustment: What to change.
    /// - Returns: A new bitmap, or this one when nothing changes.
    /// - Throws: ``RasterError/outOfMemory(bytes:)`` when the system gives no memory.
    package func adjusted(_ adjustment: ColorAdjustment) throws -> Bitmap {
        if adjustment.isNeutral { return self }
        let matrix = adjustment.matrix
        return try mapRows(isOpaque: isOpaque) { _, source, target in
            CRaster_colorMatrixRow(
                source, matrix, LightTables.decode, LightTables.encode, target, width)
        }
    }
}

/// The curve of sRGB as tables.
private enum LightTables {
    /// Light of each byte.
    static let decode = (0..<256).map { Float(SRGBCurve.linear(Double($0) / 255)) }

    /// Byte of each light; fine enough to give each byte back for the light of that byte.
    static let encode = (0..<Int(CRASTER_ENCODE_SIZE)).map { index in
        let light = Double(index) / Double(CRASTER_ENCODE_SIZE - 1)
        return UInt8((SRGBCurve.encoded(light) * 255).rounded())
    }
}
