import type { Browser } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { launchBrowser } from "#tests/bench/launch-browser.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { largestModules } from "#tests/fixtures/page-size/chunk-modules.ts";
import { createPageMeasure } from "#tests/fixtures/page-size/measure-page.ts";
import { measuredPages, signInAtDemo } from "#tests/fixtures/page-size/measured-pages.ts";
import { type Load, openPage, type Profile, profiles } from "./load-page.ts";
import { type Figures, measureLookup, measureNextPage } from "./measure-use.ts";
import { serveTwins, type TwinPage } from "./twin.ts";

const environment = "production";

interface BenchPagesOptions {
  /** The names of the pages. Undefined: all pages. */
  names: readonly string[] | undefined;
  /** How often each page is opened in each profile. The output shows the medians. */
  loads: number;
}

/** The content that a person needs to start: the first row, or the element that replaces it on a page without rows. */
const firstContent: Readonly<Record<string, string>> = {
  "sign-in": "main button",
  overview: "main h2",
  "new customer": "main form input",
  customer: "main dl, main h1",
  job: "main h1",
  "API status": "main dl, main table",
  profile: "main h2",
  // These four lists may be empty in demo mode.
  operations: "main h2",
  planned: "main h2",
  imports: "main h2",
  attention: "main h2",
};
const firstRow = "main tbody tr[data-row], main tbody tr th";

/** The API route that a page reads. Pages that are not listed here show only the console's own data. */
const dataOf: Readonly<Record<string, string>> = {
  customers: api.customers(environment, "datefrom=1970-01-01"),
  jobs: api.list(environment, "jobs", "limit=25"),
  numbers: api.list(environment, "numbers", "limit=25"),
  webhooks: api.list(environment, "webhooks", "limit=25"),
  operations: api.operations(environment, "limit=25"),
};

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const middleOf = (loads: readonly Load[], figure: keyof Load) => median(loads.map((load) => load[figure]));
const ms = (value: number) => value.toFixed(0).padStart(6);
const inKB = (bytes: number) => (bytes / 1_000).toFixed(1).padStart(7);

/** Reads each document of the console once, and makes a copy without scripts (a `TwinPage`) from it. */
async function readTwins(origin: string, cookie: string, paths: Readonly<Record<string, string>>) {
  const twins = new Map<string, TwinPage>();
  const read = async (path: string, signedIn = true) =>
    (await fetch(new URL(path, origin), { headers: signedIn ? { cookie } : {} })).text();
  for (const [name, path] of Object.entries(paths)) {
    const html = await read(path, name !== "sign-in");
    const next = name === "customers" ? `${path}&offset=25` : undefined;
    twins.set(path, { html, data: dataOf[name], ...(next && { next }) });
    if (next) twins.set(next, { html: await read(next), data: `${dataOf[name]}&offset=25` });
  }
  return twins;
}

/**
 * Opens a page of the console with an empty cache, the same page after signing in, both also with all scripts blocked,
 * and its copy without scripts (`twin`), one after the other. Repeats this `loads` times.
 */
async function measureLoads(
  browser: Browser,
  addresses: Figures["addresses"],
  {
    cookie,
    content,
    profile,
    loads,
  }: {
    cookie: string;
    content: string;
    profile: Profile;
    loads: number;
  },
) {
  const found = {
    console: [] as Load[],
    consoleBlocked: [] as Load[],
    signedIn: [] as Load[],
    signedInBlocked: [] as Load[],
    twin: [] as Load[],
  };
  const signIn = new URL(pages.signIn(), addresses.console).href;
  const cases = [
    ["console", { address: addresses.console }],
    ["consoleBlocked", { address: addresses.console, blocksScripts: true }],
    // The sign-in page is the only page without a cookie. Nobody opens it after signing in.
    ...(cookie === ""
      ? []
      : ([
          ["signedIn", { address: addresses.console, signIn }],
          ["signedInBlocked", { address: addresses.console, blocksScripts: true, signIn }],
        ] as const)),
    ["twin", { address: addresses.twin }],
  ] as const;
  for (let round = 0; round < loads; round++) {
    for (const [which, where] of cases) {
      const opened = await openPage(browser, { ...where, content, cookie, profile });
      found[which].push(opened.load);
      await opened.close();
    }
  }
  return found;
}

/** Prints the modules of the customers page, the largest first. */
async function printModules(chunks: readonly string[]): Promise<void> {
  for (const [module, bytes] of largestModules(chunks, 20)) console.log(`    ${inKB(bytes)} ${module}`);
}

/** Measures each page of the console and its copy without scripts, on a fast and on a slow device. Needs the build. */
export async function benchPages({ names, loads }: BenchPagesOptions): Promise<void> {
  const running = await startConsole();
  const browser = await launchBrowser();
  const cookie = await signInAtDemo(running.origin);
  const all = await measuredPages(running.origin, cookie);
  const paths = Object.fromEntries(Object.entries(all).filter(([name]) => names?.includes(name) ?? true));
  const twins = await serveTwins(running.origin, cookie, await readTwins(running.origin, cookie, paths));
  try {
    const measurePage = createPageMeasure(running.origin, cookie);
    console.log("page           script  styles  document (kB on the wire), document unpacked");
    for (const [name, path] of Object.entries(paths)) {
      const size = await measurePage(path);
      const figures = [size.script, size.styles, size.packedDocument, size.document].map(inKB).join(" ");
      console.log(`${name.padEnd(13)} ${figures}`);
      if (name === "customers") await printModules(size.chunks);
    }
    for (const profile of Object.keys(profiles) as Profile[]) {
      console.log(
        `\n${profile}: first content, its twin's, ratio · first paint, with scripts blocked, ratio · blocking, its twin's (ms) · requests · scripts · kB`,
      );
      for (const [name, path] of Object.entries(paths)) {
        const addresses = { console: running.origin + path, twin: twins.origin + path };
        const signedInAs = name === "sign-in" ? "" : cookie;
        const content = firstContent[name] ?? firstRow;
        const own = await measureLoads(browser, addresses, { cookie: signedInAs, content, profile, loads });
        const twin = middleOf(own.twin, "contentMs");
        const line = (label: string, found: readonly Load[], blocked: readonly Load[]) => {
          const mine = middleOf(found, "contentMs");
          const paints = [middleOf(found, "paintMs"), middleOf(blocked, "paintMs")] as const;
          const painted = `${paints.map(ms).join("")} ${(paints[0] / paints[1]).toFixed(2)}`;
          const blocking = `${ms(middleOf(found, "blockingMs"))}${ms(middleOf(own.twin, "blockingMs"))}`;
          const files = `${middleOf(found, "requests")} · ${middleOf(found, "scripts")}`;
          const weight = `${files} ·${inKB(middleOf(found, "bytes"))}`;
          const content = `${ms(mine)}${ms(twin)} ${(mine / twin).toFixed(2)}`;
          console.log(`${label.padEnd(18)}${content} ·${painted} ·${blocking} · ${weight}`);
        };
        line(name, own.console, own.consoleBlocked);
        if (own.signedIn.length > 0) line("  after signing in", own.signedIn, own.signedInBlocked);
        if (name !== "customers") continue;
        const use = { browser, addresses, cookie, profile, times: loads };
        const turned = await measureNextPage(use);
        const turnedMs = `${ms(turned.console)}, without pointing first ${ms(turned.unpointed)}`;
        console.log(`  next page: ${turnedMs}, its twin's ${ms(turned.twin)} ms`);
        const lookup = await measureLookup(use);
        console.log(
          `  lookup: opened first after ${ms(lookup.openMs)} ms, first hit ${ms(lookup.hitMs)} ms beyond the answer`,
        );
      }
    }
  } finally {
    await browser.close();
    await twins.close();
    await running.close();
  }
}
