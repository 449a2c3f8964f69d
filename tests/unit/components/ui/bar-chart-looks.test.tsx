import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BarChart } from "#components/ui/chart/bar-chart.tsx";
import type { Bar } from "#components/ui/chart/bar-chart-model.ts";
import { PatternDefinitions } from "#components/ui/chart/bar-chart-patterns.tsx";
import { barChartTexts } from "#components/ui/chart/bar-chart-texts.ts";

const series = [
  { key: "in", name: "inbound" },
  { key: "out", name: "outbound" },
];

const bar = (key: string, counted: Bar["counted"]): Bar => ({ key, axis: key, name: key, counts: [3, 2], counted });

const chart = (bars: readonly Bar[]) =>
  renderToStaticMarkup(
    <BarChart label="Activities" barName="Day" series={series} bars={bars} forms={{ other: "activities" }} />,
  );

/** Returns the entries of the legend, each with its fill and its words. */
const legendOf = (html: string) =>
  [...(html.match(/<ul.*?<\/ul>/s)?.[0] ?? "").matchAll(/<li.*?fill="([^"]*)".*?<\/svg>(.*?)<\/li>/gs)].map(
    ([, fill, words]) => ({ fill, words: words?.replaceAll(/<[^>]*>/g, "") }),
  );

test("the fills of a chart are all different, and no fill has the stripes of an environment", () => {
  const html = renderToStaticMarkup(<PatternDefinitions chartID="c" />);
  const drawings = [...html.matchAll(/<pattern id="([^"]*)"[^>]*>(.*?)<\/pattern>/gs)];
  expect(drawings.map(([, id]) => id)).toEqual(["c-0", "c-1", "c-2", "c-3", "c-uncounted"]);
  expect(new Set(drawings.map(([, , drawing]) => drawing)).size).toBe(drawings.length);
  // The dots of a pattern are strokes of nearly zero length. Longer strokes would look like stripes.
  for (const [, d = ""] of html.matchAll(/ d="([^"]*)"/g)) expect(d).toMatch(/^(M[\d.]+ [\d.]+h\.01)+$/);
  expect(html).not.toMatch(/<line|<polyline|<polygon|Gradient/);
});

test("a legend has a separate entry for incomplete counts, with the fill of the bars", () => {
  const html = chart([bar("1", "whole"), bar("2", "partly")]);
  const legend = legendOf(html);
  expect(legend.map(({ words }) => words)).toEqual(["inbound", "outbound", barChartTexts.notWhole]);
  expect(new Set(legend.map(({ fill }) => fill)).size).toBe(3);
  const shaded = [...html.matchAll(/<rect width="100%" height="100%" fill="([^"]*)"/g)].map(([, fill]) => fill);
  expect(shaded).toEqual([legend[2]?.fill]);
});

test("a legend has no entry for incomplete counts if everything was counted", () => {
  expect(legendOf(chart([bar("1", "whole")])).map(({ words }) => words)).toEqual(["inbound", "outbound"]);
});
