import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");

const format = /^lib\/format[-/]/;
/** This file only asks the platform whether a zone exists, and formats nothing. */
const zones = "lib/contract/time-zone.ts";
/** Functions that use the machine's language by default. */
const ownLanguage = /\bIntl\.|\.toLocale\w*\(|\.localeCompare\(/;

const sources = ["app", "components", "lib", "server"].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }),
);

test("only the format files in lib depend on a language, so that a page has only one language", () => {
  expect(sources.length).toBeGreaterThan(300);
  const uses = sources.filter((file) => ownLanguage.test(readFileSync(resolve(root, file), "utf8")));
  expect(uses.filter((file) => !format.test(file) && file !== zones)).toEqual([]);
  // Checks that the search itself works.
  expect(uses).toContain("lib/format/format-ago.ts");
});

test("numbers, dates, ages and durations use the page's language, even if the machine has another language", () => {
  const load = (name: string) => JSON.stringify(pathToFileURL(resolve(root, `lib/format/format-${name}.ts`)).href);
  const code = `
    const { formatAgo } = await import(${load("ago")});
    const { formatDay, formatDays } = await import(${load("day")});
    const { formatDuration } = await import(${load("duration")});
    const { formatBytes, formatCount, formatPercent, formatPlural, formatShare } = await import(${load("number")});
    const { formatInstant } = await import(${load("time")});
    const zone = { timeZone: "UTC" };
    console.log(JSON.stringify([
      new Intl.NumberFormat().format(1234.5),
      formatAgo("2026-11-22T09:57:00Z", "2026-11-22T10:00:00Z"),
      formatDay("2026-11-03", "short"),
      formatDays("2026-11-03", "2026-12-09", "short"),
      formatDuration(125_000), formatDuration(640),
      formatCount(12345), formatPlural(12345, { other: "customers" }), formatPercent(0.125, 1), formatShare(0.5),
      formatBytes(1_400_000),
      formatInstant("2026-12-02T23:30:05Z", "minute", zone),
    ]));`;
  const env = { ...process.env, LC_ALL: "de_DE.UTF-8", LANG: "de_DE.UTF-8", NODE_OPTIONS: "" };
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", code], { env, encoding: "utf8" });
  expect(JSON.parse(said).map((text: string) => text.replaceAll(/\s/gu, " "))).toEqual([
    "1.234,5",
    "3 min ago",
    "3 Nov",
    "3 Nov – 9 Dec",
    "2 min 5 s",
    "0.6 s",
    "12,345",
    "12,345 customers",
    "12.5%",
    "50%",
    "1.4 MB",
    "2 Dec 2026, 23:30",
  ]);
});
