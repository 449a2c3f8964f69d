import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { callerTexts } from "#components/caller-card/texts.ts";
import { api, pages } from "#lib/paths.ts";
import { listen } from "#server/provisioning/listen.ts";
import { launchBrowser } from "#tests/bench/launch-browser.ts";
import { percentile } from "#tests/bench/percentiles.ts";
import { configuredVariables, credentialsFor } from "#tests/e2e/helpers/target.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { createDraw, drawCustomers } from "#tests/fixtures/known/draw-known.ts";
import { fillKnown } from "#tests/fixtures/known/fill-known.ts";
import { browserCookies } from "#tests/fixtures/page-size/measured-pages.ts";
import { createTestService, credentials, customer, now } from "#tests/service/provisioning/test-service.ts";

const known = 100_000;
const environment = "production";
const calls = 60;
const warmUps = 5;

/** The maximum p95 from the URL to the first reason on the page, in milliseconds. The API's time does not count. */
const maxOwnMs = 300;

/** Runs in the page: waits until the first reason is painted. Returns the time since the start of the navigation. */
function firstReasonMs(label: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const found = document.querySelector(`section[aria-label="${label}"] dl a`);
      if (!found || found.getBoundingClientRect().height === 0) requestAnimationFrame(look);
      // The reason is painted in the next frame.
      else requestAnimationFrame(() => window.setTimeout(() => resolve(performance.now())));
    };
    look();
  });
}

/**
 * Opens the caller card in a browser, as a softphone does, among 100,000 known customers: from the URL to the first
 * reason on the page. Each call has another number. The time in which the API works is measured and subtracted.
 */
export async function benchCallerCard(): Promise<void> {
  const callers = Array.from({ length: 100 }, (_, index) => customer(index + 1, { companyName: `Caller ${index}` }));
  const service = await createTestService({ customers: { production: callers, sandbox: [] } });
  let [open, sinceMs, apiMs] = [0, 0, 0];
  const listener = await listen({
    host: "127.0.0.1",
    port: 0,
    async fetch(request) {
      if (open === 0) sinceMs = performance.now();
      open += 1;
      try {
        return await service.app.fetch(request);
      } finally {
        open -= 1;
        if (open === 0) apiMs += performance.now() - sinceMs;
      }
    },
  });
  const numbers: string[] = [];
  for (const { customerID } of callers) {
    numbers.push(
      ...(await service.store.numbers.assign(environment, { customerID, count: 1, atMs: 0, seeded: false })),
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "switchboard-bench-"));
  const databaseUrl = `sqlite:${join(folder, "console.db")}`;
  const console_ = await startConsole({
    env: { ...configuredVariables(listener.origin, credentials), DATABASE_URL: databaseUrl },
  });
  const browser = await launchBrowser();
  try {
    const { origin } = console_;
    const headers = { "Content-Type": "application/json", "X-Switchboard": "1", Origin: origin };
    const account = credentialsFor("administrator", "other-api");
    const signedIn = await fetch(origin + api.session(), { method: "POST", headers, body: JSON.stringify(account) });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const write = async (method: string, path: string, body: unknown) => {
      const send = () => fetch(origin + path, { method, headers: { ...headers, cookie }, body: JSON.stringify(body) });
      let answer = await send();
      // There are more writes than a person may send in a minute.
      while (answer.status === 429) {
        await setTimeout(1_000 * Number(answer.headers.get("retry-after") ?? 1));
        answer = await send();
      }
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
      return answer.json() as Promise<{ note: { noteID: string } }>;
    };
    await fillKnown(
      databaseUrl,
      environment,
      Array.from(drawCustomers(known, createDraw(7), now), (drawn) => ({ ...drawn, seenAt: now })),
    );
    // Reads the API's numbers and customers once, as the pages of the console do, and pins a note as a reason.
    await fetch(origin + api.list(environment, "numbers", "limit=100"), { headers: { cookie } });
    await fetch(origin + api.customers(environment, "datefrom=1970-01-01&limit=100"), { headers: { cookie } });
    for (const { customerID } of callers.slice(0, calls + warmUps)) {
      const { note } = await write("POST", api.notes(environment, customerID), { text: "Call back" });
      await write("PATCH", api.note(environment, customerID, note.noteID), { pinned: true });
    }
    await setTimeout(6_000);
    const context = await browser.newContext();
    await context.addCookies(browserCookies(cookie, origin));
    const page = await context.newPage();
    const [ownMs, totalMs]: [number[], number[]] = [[], []];
    for (const [index, number] of numbers.slice(0, calls + warmUps).entries()) {
      const before = apiMs;
      const query = new URLSearchParams({ number });
      await page.goto(`${origin}${pages.caller(query)}`, { waitUntil: "commit" });
      const tookMs = await page.evaluate(firstReasonMs, callerTexts.reasons);
      const workedMs = apiMs - before + (open > 0 ? performance.now() - sinceMs : 0);
      await page.waitForLoadState("networkidle");
      if (index < warmUps) continue;
      totalMs.push(tookMs);
      ownMs.push(tookMs - workedMs);
    }
    for (const times of [ownMs, totalMs]) times.sort((a, b) => a - b);
    const figures = (times: readonly number[]) =>
      [0.5, 0.95, 1].map((part) => percentile(times, part).toFixed(0)).join(", ");
    const kept = percentile(ownMs, 0.95) <= maxOwnMs ? "kept" : "MISSED";
    console.log(
      `caller card: ${calls} numbers among ${known} known customers, from the URL to the first reason: ` +
        `median, 95 % and longest ${figures(totalMs)} ms, of which beyond the API ${figures(ownMs)} ms, ` +
        `at most ${maxOwnMs}: ${kept}`,
    );
  } finally {
    await browser.close();
    await console_.close();
    await listener.close();
    await service.store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
