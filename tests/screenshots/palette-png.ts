import { crc32, deflateSync, inflateSync } from "node:zlib";

/** A picture. Each pixel is `0xRRGGBB`. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint32Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** Reverses the filter of each row (PNG, section 9). `step` is the number of bytes per pixel. */
function unfilter(data: Buffer, height: number, rowBytes: number, step: number): Uint8Array {
  const plain = new Uint8Array(height * rowBytes);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (rowBytes + 1)];
    for (let x = 0; x < rowBytes; x++) {
      const at = y * rowBytes + x;
      const left = x >= step ? (plain[at - step] ?? 0) : 0;
      const up = y > 0 ? (plain[at - rowBytes] ?? 0) : 0;
      const upLeft = x >= step && y > 0 ? (plain[at - rowBytes - step] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter ?? 0] ?? 0;
      plain[at] = (data[y * (rowBytes + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return plain;
}

/**
 * Reads a PNG with 8 bits per channel, in colours or with a palette, and not interlaced. Chromium and this file write
 * such files.
 */
export function readPng(png: Buffer): Picture {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === "IHDR")?.data;
  if (!header) throw new Error("This is no PNG.");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const step = { 2: 3, 3: 1, 6: 4 }[header[9] ?? 0];
  if (header[8] !== 8 || step === undefined || header[12] !== 0) throw new Error("This kind of PNG is not read here.");
  const palette = chunks.find(({ type }) => type === "PLTE")?.data;
  const data = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map((chunk) => chunk.data));
  const plain = unfilter(inflateSync(data), height, width * step, step);
  const pixels = new Uint32Array(width * height);
  for (let index = 0; index < pixels.length; index++) {
    const at = palette ? 3 * (plain[index] ?? 0) : index * step;
    const bytes = palette ?? plain;
    pixels[index] = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  }
  return { width, height, pixels };
}

function distance(a: number, b: number): number {
  const [red, green, blue] = [(a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255)];
  return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, candidate] of palette.entries()) {
    const far = distance(candidate, colour);
    if (far < least) {
      least = far;
      best = index;
    }
  }
  return best;
}

const maxColours = 256;

/**
 * Chooses the colours to keep: the most frequent colours. If several colours look alike, only one of them is kept, so
 * that rare colours can be kept too.
 */
function choosePalette(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colours = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  for (let apart = 0; ; apart = apart === 0 ? 40 : apart * 1.6) {
    const palette: number[] = [];
    for (const colour of colours) {
      if (apart === 0 || palette.every((kept) => distance(kept, colour) > apart)) palette.push(colour);
      if (palette.length > maxColours) break;
    }
    if (palette.length <= maxColours) return palette;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/**
 * Writes a picture as a PNG with a palette of at most 256 colours. The file has a third of the size of a browser's own
 * PNG.
 */
export function writePalettePng({ width, height, pixels }: Picture): Buffer {
  const palette = choosePalette(pixels);
  const indexes = new Map<number, number>(palette.map((colour, index) => [colour, index]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = pixels[y * width + x] ?? 0;
      const index = indexes.get(colour) ?? nearest(palette, colour);
      indexes.set(colour, index);
      rows[y * (width + 1) + 1 + x] = index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = 3;
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The share of pixels that a person would see as different. 1 if the sizes differ. */
export function differingShare(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let differing = 0;
  for (const [index, pixel] of a.pixels.entries()) if (distance(pixel, b.pixels[index] ?? 0) > 1_200) differing++;
  return differing / a.pixels.length;
}
