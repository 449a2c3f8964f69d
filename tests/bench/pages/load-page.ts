import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { browserCookies } from "#tests/fixtures/page-size/measured-pages.ts";

/**
 * A page has settled after `settledMs` milliseconds without a request. The bench waits for this at most `longestMs`
 * milliseconds.
 */
const settledMs = 1_500;
const longestMs = 20_000;

export const profiles = {
  plain: undefined,
  /** A phone on a slow network: a quarter of the processor, 1.6 Mbps down, 150 ms latency. */
  slow: { cpu: 4, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
} as const;

export type Profile = keyof typeof profiles;

export interface Load {
  /** The time from the start of the navigation until the most important content is painted, in milliseconds. */
  contentMs: number;
  /** The time from the start of the navigation until the browser shows the first content, in milliseconds. */
  paintMs: number;
  /** The sum of the time that each task takes beyond 50 ms, until the page has settled, in milliseconds. */
  blockingMs: number;
  requests: number;
  /** The number of scripts that came from the network, not from the browser's cache. */
  scripts: number;
  bytes: number;
}

interface Marks {
  contentAt?: number;
  paintAt?: number | undefined;
  blockingMs: number;
}

/** Runs in the browser before the page. Records when the content appears, and which tasks block the page. */
function watch(content: string): void {
  const marks: Marks = { blockingMs: 0 };
  Object.assign(window, { marks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) marks.blockingMs += duration - 50;
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    marks.paintAt ??= list.getEntriesByName("first-contentful-paint")[0]?.startTime;
  }).observe({ type: "paint", buffered: true });
  const look = () => {
    const found = document.querySelector(content);
    if (!found || found.getBoundingClientRect().height === 0) requestAnimationFrame(look);
    // The content is painted in the next frame.
    else {
      requestAnimationFrame(() =>
        setTimeout(() => {
          marks.contentAt = performance.now();
        }),
      );
    }
  };
  look();
}

const marksOf = (page: Page) => page.evaluate(() => (window as unknown as { marks: Marks }).marks);

export interface OpenedPage {
  page: Page;
  load: Load;
  close(): Promise<void>;
}

async function slowDown(session: CDPSession, profile: Profile): Promise<void> {
  const limits = profiles[profile];
  if (!limits) return;
  const { cpu, ...network } = limits;
  await session.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
}

/** Waits until the page has settled. `hasContent` is false for a page whose content is not measured. */
async function settle(page: Page, lastRequestAt: () => number, hasContent: boolean): Promise<void> {
  const until = performance.now() + longestMs;
  while (performance.now() < until) {
    const isQuiet = performance.now() - lastRequestAt() > settledMs;
    if (isQuiet && (!hasContent || (await marksOf(page)).contentAt !== undefined)) return;
    await page.waitForTimeout(100);
  }
}

interface OpenPageOptions {
  address: string;
  content: string;
  cookie: string;
  profile: Profile;
  /** True if the page gets no scripts. */
  blocksScripts?: boolean;
  /** The sign-in page, if it is opened before the page. The browser's cache then has the files of the sign-in page. */
  signIn?: string | undefined;
}

/** Opens a page in a new browser context, optionally after the sign-in page, and waits until it has settled. */
export async function openPage(
  browser: Browser,
  { address, content, cookie, profile, blocksScripts = false, signIn }: OpenPageOptions,
): Promise<OpenedPage> {
  const context: BrowserContext = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let requests = 0;
  let scripts = 0;
  let bytes = 0;
  let lastRequestAt = performance.now();
  await session.send("Network.enable");
  const scriptRequests = new Set<string>();
  session.on("Network.responseReceived", ({ type, requestId }) => {
    if (type === "Script") scriptRequests.add(requestId);
  });
  session.on("Network.requestWillBeSent", ({ request }) => {
    // An icon inside the style sheet does not count as a request.
    if (request.url.startsWith("data:")) return;
    requests++;
    lastRequestAt = performance.now();
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (encodedDataLength > 0 && scriptRequests.has(requestId)) scripts++;
  });
  await slowDown(session, profile);
  if (signIn !== undefined) {
    await page.goto(signIn);
    await settle(page, () => lastRequestAt, false);
  }
  if (blocksScripts) await session.send("Network.setBlockedURLs", { urls: ["*/_next/static/*.js*"] });
  await context.addCookies(browserCookies(cookie, new URL(address).origin));
  await page.addInitScript(watch, content);
  [requests, scripts, bytes] = [0, 0, 0];
  await page.goto(address, { waitUntil: "commit" });
  await settle(page, () => lastRequestAt, true);
  const { contentAt = Number.NaN, paintAt = Number.NaN, blockingMs } = await marksOf(page);
  const load = { contentMs: contentAt, paintMs: paintAt, blockingMs, requests, scripts, bytes };
  return { page, load, close: () => context.close() };
}
