import { expect, test } from "vitest";
import { differingShare, type Picture, readPng, writePalettePng } from "#tests/screenshots/palette-png.ts";

function picture(width: number, height: number, colour: (x: number, y: number) => number): Picture {
  const pixels = Uint32Array.from({ length: width * height }, (_, index) =>
    colour(index % width, Math.floor(index / width)),
  );
  return { width, height, pixels };
}

test("a picture of few colours is decoded without any difference", () => {
  const few = picture(37, 11, (x, y) => [0xffffff, 0x101828, 0xd92d20][(x + y) % 3] ?? 0);
  expect(readPng(writePalettePng(few))).toEqual(few);
});

test("a picture of many colours is decoded without a visible difference", () => {
  const many = picture(64, 64, (x, y) => (x << 18) | (y << 10) | (x + y));
  const back = readPng(writePalettePng(many));
  expect(new Set(back.pixels).size).toBeLessThanOrEqual(256);
  expect(differingShare(many, back)).toBe(0);
});

test("the share of different pixels is computed correctly", () => {
  const white = picture(10, 10, () => 0xffffff);
  expect(differingShare(white, white)).toBe(0);
  expect(
    differingShare(
      white,
      picture(10, 10, (x) => (x === 0 ? 0 : 0xfefefe)),
    ),
  ).toBe(0.1);
  expect(
    differingShare(
      white,
      picture(10, 11, () => 0xffffff),
    ),
  ).toBe(1);
});
