#!/usr/bin/env python3
"""Makes the pictures in Fixtures/ and the table of what they must decode to.

Needs Pillow, pillow-heif (any recent versions), cjpeg of libjpeg-turbo, and cjxl and djxl of libjxl. PNG pictures are
written by this script from samples that it knows, so their expected pixels are exact; lossy ones are decoded by
Pillow. Run it from anywhere:

    python3 make-fixtures.py

expected.json maps each file to its size, a tolerance, and its pixels: BGRA, premultiplied, rows
without padding, in base64.
"""
import base64
import io
import json
import random
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

from PIL import Image, ImageCms

HERE = Path(__file__).resolve().parent / "Fixtures"
table = {}


def premultiplied_bgra(rgba):
    """RGBA tuples to bytes, colours times alpha to the nearest."""
    out = bytearray()
    for r, g, b, a in rgba:
        out += bytes(((c * a * 2 + 255) // 510) for c in (b, g, r)) + bytes([a])
    return bytes(out)


def record(name, data, width, height, rgba, tolerance, **facts):
    (HERE / name).write_bytes(data)
    pixels = base64.b64encode(premultiplied_bgra(rgba)).decode()
    table[name] = dict(width=width, height=height, tolerance=tolerance, pixels=pixels, **facts)


def rgba_of(image):
    return list(image.convert("RGBA").getdata())


# --- PNG -----------------------------------------------------------------------------------------

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def pack_row(samples, depth):
    if depth == 16:
        return b"".join(struct.pack(">H", s) for s in samples)
    if depth == 8:
        return bytes(samples)
    bits = "".join(format(s, f"0{depth}b") for s in samples)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def filter_row(kind, row, above, bpp):
    out = bytearray([kind])
    for i, value in enumerate(row):
        a = row[i - bpp] if i >= bpp else 0
        b = above[i]
        c = above[i - bpp] if i >= bpp else 0
        p = a + b - c
        nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        out.append((value - [0, a, b, (a + b) // 2, nearest][kind]) & 255)
    return bytes(out)


def encode_pass(rows, depth, channels, rng):
    out, above = b"", None
    bpp = max(1, depth * channels // 8)
    for row in rows:
        packed = pack_row([s for pixel in row for s in pixel], depth)
        above = above or bytes(len(packed))
        out += filter_row(rng.randrange(5), packed, above, bpp)
        above = packed
    return out


def png(width, height, color, depth, pixels, interlaced=False, before=b"", after=b"", parts=1, seed=1):
    """A PNG of `pixels` (tuples of samples, row by row) with random filters."""
    rng, channels = random.Random(seed), CHANNELS[color]
    rows = [pixels[y * width:(y + 1) * width] for y in range(height)]
    if interlaced:
        raw = b""
        for x0, y0, dx, dy in PASSES:
            sub = [row[x0::dx] for row in rows[y0::dy]]
            if sub and sub[0]:
                raw += encode_pass(sub, depth, channels, rng)
    else:
        raw = encode_pass(rows, depth, channels, rng)
    z = zlib.compress(raw, 9)
    step = -(-len(z) // parts)
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before
            + b"".join(chunk(b"IDAT", z[i:i + step]) for i in range(0, len(z), step))
            + after + chunk(b"IEND", b""))


def to8(sample, depth):
    top = (1 << depth) - 1
    return (sample * 255 * 2 + top) // (2 * top)


def rgba_pixel(sample, color, depth, palette, transparent):
    if color == 3:
        r, g, b = palette[sample[0]]
        return r, g, b, transparent[sample[0]] if transparent and sample[0] < len(transparent) else 255
    v = [to8(s, depth) for s in sample]
    if color in (0, 4):
        v = [v[0]] * 3 + v[1:]
    if color in (0, 2):
        v.append(0 if transparent == sample else 255)
    return tuple(v)


def png_conformance():
    width, height = 13, 11
    kinds = [(0, d) for d in (1, 2, 4, 8, 16)] + [(2, 8), (2, 16)] + [(3, d) for d in (1, 2, 4, 8)]
    kinds += [(4, 8), (4, 16), (6, 8), (6, 16)]
    for color, depth in kinds:
        for interlaced in (False, True):
            for trns in ((False, True) if color in (0, 2, 3) else (False,)):
                name = f"png-c{color}-{depth}bit{'-trns' if trns else ''}{'-adam7' if interlaced else ''}.png"
                rng = random.Random(name)
                top = (1 << depth) - 1
                palette = [tuple(rng.randrange(256) for _ in range(3)) for _ in range(min(256, top + 1))]
                pixels = [tuple(rng.randint(0, top) for _ in range(CHANNELS[color])) for _ in range(width * height)]
                before, transparent = b"", None
                if color == 3:
                    before += chunk(b"PLTE", b"".join(bytes(p) for p in palette))
                if trns and color == 3:
                    transparent = [rng.randrange(256) for _ in range(max(1, len(palette) // 2))]
                    before += chunk(b"tRNS", bytes(transparent))
                elif trns:
                    transparent = pixels[5]
                    before += chunk(b"tRNS", b"".join(struct.pack(">H", s) for s in transparent))
                data = png(width, height, color, depth, pixels, interlaced, before, parts=1 + (color & 2), seed=name)
                rgba = [rgba_pixel(s, color, depth, palette, transparent) for s in pixels]
                # Premultiplying after rounding to 8 bits may differ by one from doing it before.
                record(name, data, width, height, rgba, 1 if depth == 16 and (color & 4) else 0,
                       bits=depth, alpha=bool(color & 4 or trns))


def png_extras():
    width, height = 7, 5
    pixels = [(x * 30, y * 50, 128) for y in range(height) for x in range(width)]
    rgba = [(*p, 255) for p in pixels]
    # A picture in linear light: gAMA 1.0. Expected by the sRGB-like power law of 1/2.2.
    linear = [tuple(round(255 * (s / 255) ** (1 / 2.2)) for s in p) + (255,) for p in pixels]
    record("png-gamma-linear.png", png(width, height, 2, 8, pixels, before=chunk(b"gAMA", struct.pack(">I", 100000))),
           width, height, linear, 1, bits=8, alpha=False)
    record("png-gamma-srgb.png", png(width, height, 2, 8, pixels, before=chunk(b"gAMA", struct.pack(">I", 45455))),
           width, height, rgba, 0, bits=8, alpha=False)
    exif = b"MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"
    turned = [rgba[(height - 1 - x) * width + y] for y in range(width) for x in range(height)]
    record("png-exif-right.png", png(width, height, 2, 8, pixels, after=chunk(b"eXIf", exif)),
           height, width, turned, 0, bits=8, alpha=False)


# --- JPEG ----------------------------------------------------------------------------------------


def smooth(width, height):
    image = Image.new("RGB", (width, height))
    image.putdata([((x * 255) // (width - 1), (y * 255) // (height - 1), (x * y * 255) // (width * height))
                   for y in range(height) for x in range(width)])
    return image


def jpeg(image, **options):
    out = io.BytesIO()
    image.save(out, "JPEG", **options)
    return out.getvalue()


def jpeg_conformance():
    picture = smooth(50, 35)
    kinds = {
        "jpeg-444": (picture, dict(quality=90, subsampling=0)),
        "jpeg-422": (picture, dict(quality=90, subsampling=1)),
        "jpeg-420": (picture, dict(quality=90, subsampling=2)),
        "jpeg-progressive": (picture, dict(quality=90, progressive=True)),
        "jpeg-restarts": (picture, dict(quality=90, restart_marker_rows=1)),
        "jpeg-rgb": (picture, dict(quality=90, keep_rgb=True)),
        "jpeg-grey": (picture.convert("L"), dict(quality=90)),
    }
    for name, (image, options) in kinds.items():
        data = jpeg(image, **options)
        decoded = Image.open(io.BytesIO(data))
        record(name + ".jpg", data, 50, 35, rgba_of(decoded), 1, bits=8, alpha=False)
    # Four components in Adobe's inverted form; without a profile each colour is ink times black.
    cmyk = picture.convert("CMYK")
    cmyk.putdata([(c, m, y, (c + m) // 4) for c, m, y, _ in cmyk.getdata()])
    data = jpeg(cmyk, quality=95)
    rgba = [tuple(round((255 - ink) * (255 - k) / 255) for ink in (c, m, y)) + (255,)
            for c, m, y, k in Image.open(io.BytesIO(data)).getdata()]
    record("jpeg-cmyk.jpg", data, 50, 35, rgba, 1, bits=8, alpha=False)


def jpeg_sampling():
    """Sampling factors that Pillow does not write: half the rows, and a quarter of the columns, of colour."""
    picture = smooth(50, 35)
    for name, factors in (("440", "1x2"), ("411", "4x1")):
        data = subprocess.run(["cjpeg", "-quality", "90", "-sample", factors], input=saved(picture, "PPM"),
                              stdout=subprocess.PIPE, check=True).stdout
        record(f"jpeg-{name}.jpg", data, 50, 35, rgba_of(opened(data)), 1, bits=8, alpha=False)


STORED_BY = {1: None, 2: Image.FLIP_LEFT_RIGHT, 3: Image.ROTATE_180, 4: Image.FLIP_TOP_BOTTOM,
             5: Image.TRANSPOSE, 6: Image.ROTATE_90, 7: Image.TRANSVERSE, 8: Image.ROTATE_270}


def four_quarters(width, height):
    upright = Image.new("RGB", (width, height))
    quarters = [[(220, 40, 40), (40, 180, 60)], [(50, 60, 210), (230, 220, 70)]]
    upright.putdata([quarters[2 * y // height][2 * x // width] for y in range(height) for x in range(width)])
    return upright


def jpeg_orientations():
    """A picture of four colours whose tag says how it is stored; all must look the same."""
    width, height = 32, 16
    upright = four_quarters(width, height)
    for tag, method in STORED_BY.items():
        stored = upright if method is None else upright.transpose(method)
        exif = Image.Exif()
        exif[0x0112] = tag
        data = jpeg(stored, quality=95, subsampling=0, exif=exif)
        record(f"jpeg-orientation-{tag}.jpg", data, width, height, rgba_of(upright), 6,
               bits=8, alpha=False, orientation=tag)


# --- Colour profiles -----------------------------------------------------------------------------


def s15(value):
    return struct.pack(">i", round(value * 65536))


def icc(space, kind, tags):
    """An ICC version 2 profile; PCS XYZ for matrix and grey profiles, Lab for tables."""
    pcs = b"Lab " if any(sig == b"A2B0" for sig, _ in tags) else b"XYZ "
    body, table = b"", struct.pack(">I", len(tags))
    for sig, data in tags:
        data += b"\0" * (-len(data) % 4)
        table += sig + struct.pack(">II", 128 + 4 + 12 * len(tags) + len(body), len(data))
        body += data
    size = 128 + len(table) + len(body)
    header = struct.pack(">I4sI", size, b"\0" * 4, 0x02100000) + kind + space + pcs
    header += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + b"\0" * 28
    header += s15(0.9642) + s15(1) + s15(0.8249)
    return header.ljust(128, b"\0") + table + body


def icc_text(text):
    return b"desc\0\0\0\0" + struct.pack(">I", len(text) + 1) + text + b"\0" * 79


def icc_xyz(x, y, z):
    return b"XYZ \0\0\0\0" + s15(x) + s15(y) + s15(z)


def icc_gamma(gamma):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"


WHITE = (b"wtpt", icc_xyz(0.9642, 1, 0.8249))
# Display P3 primaries, adapted to D50, with a gamma of 1.8 so that the curve counts as well.
WIDE = icc(b"RGB ", b"mntr", [(b"desc", icc_text(b"Wide test")), WHITE,
                              (b"rXYZ", icc_xyz(0.51512, 0.24120, -0.00105)), (b"gXYZ", icc_xyz(0.29198, 0.69225, 0.04189)),
                              (b"bXYZ", icc_xyz(0.15710, 0.06657, 0.78407)),
                              *((t, icc_gamma(1.8)) for t in (b"rTRC", b"gTRC", b"bTRC"))])
# The primaries of sRGB, adapted to D50, in linear light.
LINEAR = icc(b"RGB ", b"mntr", [(b"desc", icc_text(b"Linear test")), WHITE,
                                (b"rXYZ", icc_xyz(0.4360747, 0.2225045, 0.0139322)),
                                (b"gXYZ", icc_xyz(0.3850649, 0.7168786, 0.0971045)),
                                (b"bXYZ", icc_xyz(0.1430804, 0.0606169, 0.7141733)),
                                *((t, icc_gamma(1.0)) for t in (b"rTRC", b"gTRC", b"bTRC"))])
GREY = icc(b"GRAY", b"mntr", [(b"desc", icc_text(b"Grey test")), WHITE, (b"kTRC", icc_gamma(1.0))])


def encoded(light):
    """Linear light to sRGB, IEC 61966-2-1."""
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def cmyk_profile():
    """A table of two points on each axis: ink takes light away, a little unevenly."""
    ramp = bytes(range(256))
    nodes = b""
    for n in range(16):
        c, m, y, k = n >> 3 & 1, n >> 2 & 1, n >> 1 & 1, n & 1
        light = (1 - 0.35 * c - 0.25 * m - 0.08 * y) * (1 - 0.9 * k)
        a, b = (-35 * c + 70 * m - 5 * y) * (1 - k), (-45 * c + 5 * m + 85 * y) * (1 - k)
        nodes += bytes([round(255 * light), round(128 + a), round(128 + b)])
    lut = b"mft1\0\0\0\0" + bytes([4, 3, 2, 0])
    lut += b"".join(s15(v) for v in (1, 0, 0, 0, 1, 0, 0, 0, 1)) + ramp * 4 + nodes + ramp * 3
    return icc(b"CMYK", b"prtr", [(b"desc", icc_text(b"Ink test")), WHITE, (b"A2B0", lut)])


def through_profile(image, profile):
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    target = ImageCms.createProfile("sRGB")
    return rgba_of(ImageCms.profileToProfile(image, source, target, renderingIntent=0, outputMode="RGB"))


def color_profiles():
    picture = smooth(50, 35)
    for name, image, profile, title in (("rgb", picture, WIDE, "Wide test"),
                                        ("cmyk", picture.convert("CMYK"), cmyk_profile(), "Ink test")):
        data = jpeg(image, quality=95, subsampling=0, icc_profile=profile)
        rgba = through_profile(Image.open(io.BytesIO(data)), profile)
        record(f"jpeg-icc-{name}.jpg", data, 50, 35, rgba, 2, bits=8, alpha=False, profile=title)
    out = io.BytesIO()
    picture.save(out, "PNG", icc_profile=WIDE)
    record("png-icc-rgb.png", out.getvalue(), 50, 35, through_profile(picture, WIDE), 1, bits=8, alpha=False, profile="Wide test")
    grey = picture.convert("L")
    out = io.BytesIO()
    grey.save(out, "PNG", icc_profile=GREY)
    rgba = [(round(255 * encoded(v / 255)),) * 3 + (255,) for v in grey.getdata()]
    record("png-icc-grey.png", out.getvalue(), 50, 35, rgba, 1, bits=8, alpha=False, profile="Grey test")
    # A profile for other pixels than those it comes with counts for nothing.
    out = io.BytesIO()
    picture.save(out, "PNG", icc_profile=GREY)
    record("png-icc-mismatch.png", out.getvalue(), 50, 35, rgba_of(picture), 0, bits=8, alpha=False, profile="Grey test")
    translucent = picture.convert("RGBA")
    translucent.putalpha(Image.linear_gradient("L").resize((50, 35)))
    out = io.BytesIO()
    translucent.save(out, "PNG", icc_profile=WIDE)
    rgba = [(*c[:3], a) for c, a in zip(through_profile(picture, WIDE), translucent.getchannel("A").getdata())]
    record("png-icc-alpha.png", out.getvalue(), 50, 35, rgba, 1, bits=8, alpha=True, profile="Wide test")


# --- GIF -----------------------------------------------------------------------------------------

def gif_sub_blocks(data):
    out = b""
    for i in range(0, len(data), 255):
        out += bytes([len(data[i:i + 255])]) + data[i:i + 255]
    return out + b"\0"


def gif_lzw(indices, code_size):
    """LZW that never grows its table: clear codes keep every code at the first width."""
    clear, width = 1 << code_size, code_size + 1
    codes, room = [clear], (1 << width) - clear - 3
    for n, index in enumerate(indices):
        if n and n % room == 0:
            codes.append(clear)
        codes.append(index)
    codes.append(clear + 1)
    bits, count, out = 0, 0, bytearray()
    for code in codes:
        bits |= code << count
        count += width
        while count >= 8:
            out.append(bits & 255)
            bits >>= 8
            count -= 8
    if count:
        out.append(bits & 255)
    return bytes([code_size]) + gif_sub_blocks(bytes(out))


def gif_frame(x, y, w, h, indices, disposal=0, transparent=None, delay=0, local=None, interlaced=False, control=True):
    out = b""
    if control:
        out += b"\x21\xf9\4" + struct.pack("<BHB", disposal << 2 | (transparent is not None), delay, transparent or 0) + b"\0"
    rows = [indices[i * w:(i + 1) * w] for i in range(h)]
    if interlaced:
        rows = [rows[i] for start, step in ((0, 8), (4, 8), (2, 4), (1, 2)) for i in range(start, h, step)]
    flags = (0x80 | 2 if local else 0) | (0x40 if interlaced else 0)
    out += b"\x2c" + struct.pack("<HHHHB", x, y, w, h, flags)
    if local:
        out += b"".join(bytes(c) for c in local)
    return out + gif_lzw([i for row in rows for i in row], 3)


PALETTE = [(0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (0, 255, 255), (255, 0, 255), (255, 255, 255)]


def gif(width, height, frames, loops=None, version=b"GIF89a"):
    out = version + struct.pack("<HHBBB", width, height, 0x80 | 2, 0, 0) + b"".join(bytes(c) for c in PALETTE)
    if loops is not None:
        out += b"\x21\xff\x0bNETSCAPE2.0\3\1" + struct.pack("<H", loops) + b"\0"
    return out + b"".join(frames) + b"\x3b"


def lay(canvas, width, height, x, y, w, h, colours):
    """A copy of the canvas with colours laid over it; None is transparent."""
    canvas = list(canvas)
    for j in range(h):
        for i in range(w):
            if x + i < width and y + j < height and colours[j * w + i] is not None:
                canvas[(y + j) * width + x + i] = colours[j * w + i]
    return canvas


def gif_animation():
    """All disposal methods, transparency and sub-rectangles, laid out by a few lines of our own."""
    width, height = 12, 9
    rng = random.Random("gif")
    steps = [  # x, y, w, h, disposal, transparent, delay
        (0, 0, 12, 9, 1, None, 10), (2, 1, 5, 4, 2, 0, 20), (3, 3, 6, 5, 3, 1, 1),
        (0, 0, 12, 9, 1, 2, 0), (8, 5, 9, 9, 2, None, 7), (1, 1, 3, 3, 0, 3, 500),
    ]
    canvas, frames, shown = [(0, 0, 0, 0)] * (width * height), [], []
    for n, (x, y, w, h, disposal, transparent, delay) in enumerate(steps):
        indices = [rng.randrange(8) for _ in range(w * h)]
        local = [tuple(rng.randrange(256) for _ in range(3)) for _ in range(8)] if n % 2 else None
        colours = [None if i == transparent else (*(local or PALETTE)[i], 255) for i in indices]
        after = lay(canvas, width, height, x, y, w, h, colours)
        shown.append(after)
        if disposal == 2:
            canvas = lay(after, width, height, x, y, w, h, [(0, 0, 0, 0)] * (w * h))
        elif disposal != 3:
            canvas = after
        frames.append(gif_frame(x, y, w, h, indices, disposal, transparent, delay, local, interlaced=n == 3))
    record("gif-disposal.gif", gif(width, height, frames, loops=3), width, height, shown[0], 0, bits=8, alpha=False,
           frames=[base64.b64encode(premultiplied_bgra(f)).decode() for f in shown],
           durations=[s[6] / 100 for s in steps], loops=4)
    still = [rng.randrange(8) for _ in range(8 * 5)]
    record("gif-87a.gif", gif(8, 5, [gif_frame(0, 0, 8, 5, still, control=False, interlaced=True)], version=b"GIF87a"),
           8, 5, [(*PALETTE[i], 255) for i in still], 0, bits=8, alpha=False)
    # A first frame that leaves part of the canvas empty, written by Pillow's LZW.
    image = smooth(40, 30).quantize(64)
    out = io.BytesIO()
    image.save(out, "GIF")
    record("gif-pillow.gif", out.getvalue(), 40, 30, rgba_of(image), 0, bits=8, alpha=False)


# --- Formats that Pillow writes and reads --------------------------------------------------------


def translucent(width, height):
    image = smooth(width, height).convert("RGBA")
    image.putalpha(Image.linear_gradient("L").resize((width, height)))
    return image


def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def opened(data):
    return Image.open(io.BytesIO(data))


def moving_frames(count, width, height):
    frames = []
    for n in range(count):
        frame = Image.new("RGBA", (width, height), (0, 0, 0, 0) if n % 2 else (20, 60, 200, 255))
        frame.paste((240, 40 * n, 30, 255), (3 * n, 2, 3 * n + 8, 12))
        frame.paste((0, 200, 90, 128), (1, 1 + n, 20, 4 + n))
        frames.append(frame)
    return frames


def animation_facts(data):
    image, frames, durations = opened(data), [], []
    for n in range(image.n_frames):
        image.seek(n)
        frames.append(rgba_of(image))
        durations.append(image.info["duration"] / 1000)
    return frames, dict(frames=[base64.b64encode(premultiplied_bgra(f)).decode() for f in frames], durations=durations)


def webp():
    picture, clear = smooth(50, 35), translucent(50, 35)
    for name, image, options in (("lossy", picture, dict(quality=80)), ("lossless", picture, dict(lossless=True)),
                                 ("lossy-alpha", clear, dict(quality=80)),
                                 ("lossless-alpha", clear, dict(lossless=True, exact=True))):
        data = saved(image, "WEBP", **options)
        # Multiplying by alpha may round differently inside libwebp.
        record(f"webp-{name}.webp", data, 50, 35, rgba_of(opened(data)), 2, bits=8, alpha=image is clear)
    data = saved(picture, "WEBP", lossless=True, icc_profile=WIDE)
    record("webp-icc.webp", data, 50, 35, through_profile(picture, WIDE), 1, bits=8, alpha=False, profile="Wide test")
    exif = Image.Exif()
    exif[0x0112] = 6
    data = saved(picture.transpose(Image.ROTATE_90), "WEBP", lossless=True, exif=exif)
    record("webp-orientation.webp", data, 50, 35, rgba_of(picture), 0, bits=8, alpha=False, orientation=6)
    data = saved(moving_frames(5, 24, 16)[0], "WEBP", save_all=True, append_images=moving_frames(5, 24, 16)[1:],
                 duration=[40, 100, 250, 70, 1000], loop=2, lossless=True, exact=True)
    frames, facts = animation_facts(data)
    record("webp-animated.webp", data, 24, 16, frames[0], 2, bits=8, alpha=True, loops=2, **facts)


def heif():
    """AVIF by Pillow, HEIC by pillow-heif; decoding is exact up to the conversion to RGB."""
    import pillow_heif

    picture, clear = smooth(64, 48), translucent(64, 48)
    for name, image, options in (("opaque", picture, dict(quality=90)), ("alpha", clear, dict(quality=90))):
        data = saved(image, "AVIF", subsampling="4:4:4", **options)
        record(f"avif-{name}.avif", data, 64, 48, rgba_of(opened(data)), 3, bits=8, alpha=image is clear)
        heif_file = pillow_heif.from_pillow(image)
        out = io.BytesIO()
        heif_file.save(out, quality=90, chroma=444)
        decoded = pillow_heif.open_heif(io.BytesIO(out.getvalue()), convert_hdr_to_8bit=True).to_pillow()
        record(f"heic-{name}.heic", out.getvalue(), 64, 48, rgba_of(decoded), 3, bits=8, alpha=image is clear)
    data = saved(picture, "AVIF", subsampling="4:4:4", quality=95, icc_profile=WIDE)
    # A difference of 3 in a dark colour grows when the profile stretches it.
    record("avif-icc.avif", data, 64, 48, through_profile(opened(data), WIDE), 12, bits=8, alpha=False, profile="Wide test")
    # Ten bits, in 16-bit samples for the encoder.
    deep = b"".join(struct.pack("<3H", x * 1040, y * 1390, (x * y * 21) & 65535) for y in range(48) for x in range(64))
    out = io.BytesIO()
    pillow_heif.encode("RGB;16", (64, 48), deep, out, quality=95, chroma=444)
    decoded = pillow_heif.open_heif(io.BytesIO(out.getvalue()), convert_hdr_to_8bit=True)
    depth = pillow_heif.open_heif(io.BytesIO(out.getvalue()), convert_hdr_to_8bit=False).info["bit_depth"]
    record("heic-deep.heic", out.getvalue(), 64, 48, rgba_of(decoded.to_pillow()), 3, bits=depth, alpha=False)
    deep_linear(pillow_heif)


def heif_transforms():
    """The picture of four colours, turned back by irot and mirrored back by imir; for 7 both."""
    import pillow_heif

    upright = four_quarters(64, 32)
    for tag, method in STORED_BY.items():
        exif = Image.Exif()
        exif[0x0112] = tag
        image = pillow_heif.from_pillow(upright if method is None else upright.transpose(method))
        out = io.BytesIO()
        image.save(out, quality=90, chroma=444, exif=exif.tobytes())
        data = out.getvalue()
        assert (b"irot" in data or b"imir" in data) == (tag > 1)
        if tag > 1:
            record(f"heic-transform-{tag}.heic", data, 64, 32, rgba_of(upright), 6, bits=8, alpha=False)


def deep_linear(pillow_heif):
    """Every grey of ten bits, without loss, in linear light."""
    samples = b"".join(struct.pack("<H", v << 6 | v >> 4) * 3 for v in range(1024))
    image = pillow_heif.from_bytes("RGB;16", (64, 16), samples)
    image.info["icc_profile"] = LINEAR
    out = io.BytesIO()
    image.save(out, quality=-1, chroma=444)
    levels = [round(255 * encoded(v / 1023)) for v in range(1024)]
    record("heic-deep-linear.heic", out.getvalue(), 64, 16, [(v, v, v, 255) for v in levels], 1,
           bits=10, alpha=False, profile="Linear test")


def apng_frames(data):
    """The canvases of an APNG after the PNG specification, third edition, section 11.3.6.

    Pillow decodes the frames one by one, but does not lay them over each other: it blends the alpha of what lies
    above with itself, and restores a canvas that was to be cleared before.
    """
    shared, frames, at = [], [], 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body, at = data[at + 8:at + 8 + length], at + 12 + length
        if kind == b"IHDR":
            header = body
        elif kind == b"fcTL":
            frames.append([struct.unpack(">IIIIIHHBB", body)[1:], b""])
        elif kind in (b"IDAT", b"fdAT"):
            frames[-1][1] += body if kind == b"IDAT" else body[4:]
        elif kind in (b"PLTE", b"tRNS"):
            shared.append(chunk(kind, body))
    width, height = struct.unpack(">II", header[:8])
    canvas, out = [(0, 0, 0, 0)] * (width * height), []
    for (w, h, left, top, _, _, dispose, blend), pixels in frames:
        picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">II", w, h) + header[8:]) + b"".join(shared)
        picture += chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
        before = list(canvas)
        for n, above in enumerate(rgba_of(opened(picture))):
            place = (top + n // w) * width + left + n % w
            canvas[place] = above if blend == 0 else over(above, canvas[place])
        out.append(list(canvas))
        if dispose == 2:
            canvas = before
        elif dispose == 1:
            for n in range(w * h):
                canvas[(top + n // w) * width + left + n % w] = (0, 0, 0, 0)
    return out


def over(above, below):
    """A pixel laid over another, neither of them premultiplied."""
    a, b = above[3] / 255, below[3] / 255
    alpha = a + b * (1 - a)
    if alpha == 0:
        return (0, 0, 0, 0)
    return tuple(round((c * a + d * b * (1 - a)) / alpha) for c, d in zip(above[:3], below[:3])) + (round(alpha * 255),)


def apng():
    """Sub-rectangles with all disposals and both blendings."""
    moving = moving_frames(5, 24, 16)
    data = saved(moving[0], "PNG", save_all=True, append_images=moving[1:], duration=[40, 100, 250, 70, 1000], loop=2,
                 disposal=[0, 1, 2, 0, 1], blend=[0, 1, 1, 0, 1])
    facts = animation_facts(data)[1]
    frames = apng_frames(data)
    facts["frames"] = [base64.b64encode(premultiplied_bgra(f)).decode() for f in frames]
    record("png-animated.png", data, 24, 16, frames[0], 2, bits=8, alpha=True, loops=2, **facts)


def tiff():
    picture, clear = smooth(50, 35), translucent(50, 35)
    kinds = {"lzw": (picture, dict(compression="tiff_lzw")), "deflate-alpha": (clear, dict(compression="tiff_adobe_deflate")),
             "grey": (picture.convert("L"), {}), "bilevel": (picture.convert("1"), dict(compression="group4")),
             "palette": (picture.quantize(32), {}), "strips": (picture, dict(tiffinfo={278: 8}))}
    for name, (image, options) in kinds.items():
        data = saved(image, "TIFF", **options)
        bits = 1 if name == "bilevel" else 8
        record(f"tiff-{name}.tif", data, 50, 35, rgba_of(image), 1, bits=bits, alpha=image is clear)
    data = saved(picture.transpose(Image.ROTATE_90), "TIFF", tiffinfo={274: 6})
    record("tiff-orientation.tif", data, 50, 35, rgba_of(picture), 0, bits=8, alpha=False, orientation=6)
    data = saved(picture, "TIFF", icc_profile=WIDE)
    record("tiff-icc.tif", data, 50, 35, through_profile(picture, WIDE), 1, bits=8, alpha=False, profile="Wide test")


def windows():
    picture = smooth(37, 21)
    for name, image in (("24", picture), ("8", picture.quantize(64)), ("1", picture.convert("1"))):
        record(f"bmp-{name}bit.bmp", saved(image, "BMP"), 37, 21, rgba_of(image), 0, bits=8, alpha=False)
    for name, kind in (("png", "png"), ("bitmap", "bmp")):
        image = translucent(32, 32)
        data = saved(image, "ICO", sizes=[(16, 16), (32, 32)], bitmap_format=kind)
        record(f"ico-{name}.ico", data, 32, 32, rgba_of(image), 0, bits=8, alpha=True)


def jxl_of(data, *options):
    """A PNG as JPEG XL, and what libjxl's own program decodes it to."""
    with tempfile.TemporaryDirectory() as temporary:
        source, target, back = (str(Path(temporary) / name) for name in ("a.png", "a.jxl", "b.png"))
        Path(source).write_bytes(data)
        for command in (["cjxl", source, target, *options], ["djxl", target, back]):
            subprocess.run(command, check=True, capture_output=True)
        return Path(target).read_bytes(), Image.open(io.BytesIO(Path(back).read_bytes()))


def jxl():
    picture, clear = smooth(50, 35), translucent(50, 35)
    for name, image in (("lossless", picture), ("lossless-alpha", clear), ("grey", picture.convert("L"))):
        data, decoded = jxl_of(saved(image, "PNG"), "-d", "0")
        assert rgba_of(decoded) == rgba_of(image)
        record(f"jxl-{name}.jxl", data, 50, 35, rgba_of(image), 0, bits=8, alpha=image is clear)
    data, decoded = jxl_of(saved(picture, "PNG"), "-d", "1")
    record("jxl-lossy.jxl", data, 50, 35, rgba_of(decoded), 2, bits=8, alpha=False)
    data, _ = jxl_of(saved(picture, "PNG"), "-d", "0", "--container=1")
    record("jxl-container.jxl", data, 50, 35, rgba_of(picture), 0, bits=8, alpha=False)
    deep = [(x * 1040, y * 1390, (x * y * 21) & 65535) for y in range(48) for x in range(64)]
    data, _ = jxl_of(png(64, 48, 2, 16, deep), "-d", "0")
    record("jxl-deep.jxl", data, 64, 48, [tuple(to8(s, 16) for s in p) + (255,) for p in deep], 1,
           bits=16, alpha=False)


def svg():
    """Edges on whole pixels, so that nothing is left to taste."""
    body = ('<rect width="20" height="12" fill="#2040a0"/><rect x="5" y="3" width="10" height="6" '
            'fill="#ff8000" fill-opacity="0.5"/><rect x="18" y="10" width="9" height="7" fill="lime"/>')

    def pixel(x, y):
        if 18 <= x < 27 and 10 <= y < 17:
            return (0, 255, 0, 255)
        if 5 <= x < 15 and 3 <= y < 9:
            return tuple((a + b) // 2 for a, b in zip((32, 64, 160), (255, 128, 0))) + (255,)
        return (32, 64, 160, 255) if x < 20 and y < 12 else (0, 0, 0, 0)

    rgba = [pixel(x, y) for y in range(20) for x in range(30)]
    name = 'xmlns="http://www.w3.org/2000/svg"'
    for kind, text in (("sized", f'<svg {name} width="30" height="20">{body}</svg>'),
                       ("viewbox", f'<?xml version="1.0"?>\n<svg {name} viewBox="0 0 30 20">{body}</svg>')):
        # Half of a level may go either way.
        record(f"svg-{kind}.svg", text.encode(), 30, 20, rgba, 1, bits=8, alpha=True)


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for old in HERE.iterdir():
        old.unlink()
    png_conformance()
    png_extras()
    jpeg_conformance()
    jpeg_sampling()
    jpeg_orientations()
    color_profiles()
    gif_animation()
    webp()
    heif()
    heif_transforms()
    apng()
    tiff()
    windows()
    jxl()
    svg()
    lines = [f"{json.dumps(name)}: {json.dumps(table[name], sort_keys=True)}" for name in sorted(table)]
    (HERE / "expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
