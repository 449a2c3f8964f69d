import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(resolve(import.meta.dirname, "../../../app/globals.css"), "utf8");

type Theme = "light" | "dark";

const colour = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g;

/** Returns the relative luminance (WCAG 2) of an `oklch()` colour on a screen with the sRGB gamut. */
function luminance([lightness = 0, chroma = 0, hue = 0]: readonly number[]): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value))) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns every `--color-…` variable of the style sheet in one theme. */
function tokensOf(theme: Theme): ReadonlyMap<string, number> {
  const tokens = new Map<string, number>();
  for (const [, name = "", value = ""] of css.matchAll(/--color-([\w-]+): ([^;]+);/g)) {
    const values = [...value.matchAll(colour)].map(([, ...channels]) => luminance(channels.map(Number)));
    const chosen = values[theme === "dark" && values.length === 2 ? 1 : 0];
    if (chosen !== undefined) tokens.set(name, chosen);
  }
  return tokens;
}

function contrast(tokens: ReadonlyMap<string, number>, one: string, other: string): number {
  const [first, second] = [tokens.get(one), tokens.get(other)];
  if (first === undefined || second === undefined) throw new Error(`app/globals.css has no ${one} or no ${other}`);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const grounds = ["canvas", "surface", "raised", "sunken"] as const;

/** Drawn elements that are not text but must be visible, with the backgrounds behind them. */
const drawn: readonly (readonly [what: string, token: string, on: readonly string[]])[] = [
  ["the border of an input", "line-strong", grounds],
  ["the border of an input with an error", "negative", grounds],
  ["the ring around the focused element", "accent", [...grounds, "accent-soft", "caution-soft", "negative-soft"]],
  ["the background of the main button and of a checked checkbox", "accent-fill", ["canvas", "surface", "raised"]],
  ["the mark inside a checked checkbox", "on-fill", ["accent-fill", "accent-fill-hover"]],
  ["an icon in a muted tone", "ink-muted", grounds],
  ["the icon of a success", "positive", grounds],
  ["the icon and the bar of a running process", "progress", grounds],
  ["the icon of a warning", "caution", [...grounds, "caution-soft"]],
  ["the icon of a failure", "negative", [...grounds, "negative-soft"]],
  ...[1, 2, 3, 4].map((place) => [`the bars of series ${place}`, `series-${place}`, ["surface"]] as const),
  ["the strip of production", "production", ["surface"]],
  ["the stripes of sandbox", "sandbox-stripe", ["sandbox"]],
];

/** The colours of text, with the backgrounds behind the text. */
const written: readonly (readonly [what: string, token: string, on: readonly string[]])[] = [
  ["text", "ink", [...grounds, "line", "accent-soft", "caution-soft", "negative-soft"]],
  ["muted text", "ink-muted", [...grounds, "accent-soft", "caution-soft", "negative-soft"]],
  ["a link", "accent", [...grounds, "accent-soft"]],
  ["the word of a success", "positive", grounds],
  ["the word of a running process", "progress", grounds],
  ["the word of a warning", "caution", [...grounds, "caution-soft"]],
  ["the word of a failure", "negative", [...grounds, "negative-soft"]],
  ["the text of the main button", "on-fill", ["accent-fill", "accent-fill-hover"]],
  ["the name of production", "on-fill", ["production"]],
  ["the name of sandbox", "on-sandbox", ["sandbox"]],
];

describe.each(["light", "dark"] as const)("text in the theme %s has a contrast of 4.5 : 1 (WCAG 1.4.3)", (theme) => {
  const tokens = tokensOf(theme);

  test.each(written)("%s is readable", (_what, token, on) => {
    const weak = on.flatMap((ground) => {
      const value = contrast(tokens, token, ground);
      return value >= 4.5 ? [] : [`${token} on ${ground}: ${value.toFixed(2)}`];
    });
    expect(weak).toEqual([]);
  });
});

describe.each(["light", "dark"] as const)(
  "drawn elements in the theme %s have a contrast of 3 : 1 (WCAG 1.4.11)",
  (theme) => {
    const tokens = tokensOf(theme);

    test.each(drawn)("%s is visible", (_what, token, on) => {
      const weak = on.flatMap((ground) => {
        const value = contrast(tokens, token, ground);
        return value >= 3 ? [] : [`${token} on ${ground}: ${value.toFixed(2)}`];
      });
      expect(weak).toEqual([]);
    });
  },
);

test("the computed luminance of known colours is right", () => {
  expect(luminance([1, 0, 0])).toBeCloseTo(1, 4);
  expect(luminance([0, 0, 0])).toBeCloseTo(0, 4);
  // The colour is #ff0000 in sRGB.
  expect(luminance([0.627955, 0.257683, 29.2338])).toBeCloseTo(0.2126, 3);
});
