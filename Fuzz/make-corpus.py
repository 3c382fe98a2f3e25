#!/usr/bin/env python3
"""Writes the first inputs of the fuzz targets that no picture of the tests serves: Fuzz/Corpus/<target>.

Needs Pillow, and cjxl of libjxl-tools for JPEG XL. Inputs that a fuzz run found are added by hand and
left alone here.
"""

import base64
import io
import pathlib
import struct
import subprocess
import tempfile

from PIL import Image, ImageCms

CORPUS = pathlib.Path(__file__).parent / "Corpus"


def save(target, name, data):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def picture(mode="RGBA", size=(12, 9)):
    width, height = size
    image = Image.new("RGBA", size)
    image.putdata([
        (x * 255 // width, y * 255 // height, (x * y * 37) % 256, 255 - (x + y) * 9)
        for y in range(height) for x in range(width)
    ])
    return image.convert(mode)


def apng():
    frames = [picture("RGBA"), picture("RGBA").rotate(90), picture("RGBA").rotate(180)]
    for name, disposal, blend in [("keep", 0, 0), ("clear", 1, 1), ("restore", 2, 1)]:
        output = io.BytesIO()
        frames[0].save(output, "PNG", save_all=True, append_images=frames[1:], duration=40, loop=2,
                       disposal=disposal, blend=blend, default_image=name == "clear")
        save("apng", name + ".png", output.getvalue())
    palette = [frame.convert("P", palette=Image.Palette.ADAPTIVE, colors=8) for frame in frames]
    output = io.BytesIO()
    palette[0].save(output, "PNG", save_all=True, append_images=palette[1:], duration=40)
    save("apng", "palette.png", output.getvalue())


def exif():
    def tiff(order, entries, directory=8):
        body = struct.pack(order + "H", 42) + struct.pack(order + "I", directory)
        body += struct.pack(order + "H", len(entries))
        for tag, kind, count, value in entries:
            body += struct.pack(order + "HHI", tag, kind, count)
            body += struct.pack(order + "HH", value, 0)
        return (b"II" if order == "<" else b"MM") + body + struct.pack(order + "I", directory)

    for name, order in [("little", "<"), ("big", ">")]:
        entries = [(0x0100, 3, 1, 9), (0x0112, 3, 1, 6), (0x8769, 4, 1, 8)]
        save("exif", name, tiff(order, entries))
        save("exif", name + "-marked", b"Exif\0\0" + tiff(order, entries))
    save("exif", "directory-outside", tiff("<", [(0x0112, 3, 1, 6)], directory=0xFFFFFFFF))


def icc():
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    save("icc", "srgb.icc", srgb)
    save("icc", "lab.icc", lab)
    fixtures = CORPUS.parents[1] / "Tests/RasterIOTests/Fixtures"
    for name in ["jpeg-icc-cmyk.jpg", "jpeg-icc-rgb.jpg", "png-icc-grey.png"]:
        profile = Image.open(fixtures / name).info["icc_profile"]
        save("icc", name.split(".")[0] + ".icc", profile)


def jxl():
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "in.png"
        target = pathlib.Path(folder) / "out.jxl"
        kinds = {"lossless": ["-d", "0"], "lossy": ["-d", "2"], "progressive": ["-p", "-d", "3"],
                 "container": ["-d", "1", "--container=1"]}
        for name, options in kinds.items():
            picture("RGBA" if name == "lossless" else "RGB", (24, 17)).save(source)
            subprocess.run(["cjxl", source, target, *options], check=True, capture_output=True)
            save("jxl", name + ".jxl", target.read_bytes())


def svg():
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    drawings = {
        "shapes": 'width="20" height="10"><rect x="1" y="1" width="9" height="7" rx="2" fill="red"/>'
                  '<path d="M0 0L5 5C1 2 3 4 9 9Z" stroke="#00f" transform="rotate(9)"/>',
        "gradient": 'viewBox="0 0 9 9"><defs><linearGradient id="a"><stop offset="0" stop-color="red"/>'
                    '<stop offset="1"/></linearGradient></defs><circle r="4" fill="url(#a)"/>',
        "use": 'width="9" height="9"><g id="a"><text>x</text></g><use xlink:href="#a" x="1"/>'
               '<clipPath id="c"><rect width="3" height="3"/></clipPath>',
        "filter": 'width="9" height="9"><filter id="f"><feGaussianBlur stdDeviation="2"/></filter>'
                  '<rect width="9" height="9" filter="url(#f)"/>',
    }
    for name, body in drawings.items():
        save("svg", name + ".svg", (head + body + "</svg>").encode())


def hashes():
    for index, text in enumerate([
        "LEHV6nWB2yk8pyo0adR*.7kCMdnj", "L9000000000000000000000000", "00OZZy", "|" + "0" * 163,
    ]):
        save("blurhash", f"hash-{index}", b"\x22\x19" + text.encode())
    for index, text in enumerate([
        "1QcSHQRnh493V4dIh4eXh1h4kJUI", "3PcNNYSFeXh/d3eld0iHZoZgVwh2", "IQgSLYZ6iHePh4h1eFeHh4dwgwg3",
    ]):
        save("thumbhash", f"hash-{index}", base64.b64decode(text + "=" * (-len(text) % 4)))


for make in [apng, exif, icc, jxl, svg, hashes]:
    make()
