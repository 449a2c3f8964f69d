// Runs three consoles on PostgreSQL behind an example configuration of deploy/. Under load and with two open browsers,
// another version replaces the consoles, one after another. To run it: `npm run soak -- rolling-upgrade
// [nginx|haproxy]`. Needs TEST_DATABASE_URL, a build, the load balancer and Chromium. No browser may show an error, and
// no request may fail.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { createOtherBuild } from "#tests/fixtures/console/processes/other-build.ts";
import { startReaders, startWriters } from "#tests/fixtures/replicas/load.ts";
import { startReplicaSet } from "#tests/fixtures/replicas/replica-set.ts";

const [balancer = "nginx"] = process.argv.slice(2);
if (balancer !== "nginx" && balancer !== "haproxy") throw new Error("Name nginx or haproxy");
if (!process.env.TEST_DATABASE_URL || !existsSync(`/usr/sbin/${balancer}`)) {
  console.error(`This run needs TEST_DATABASE_URL=postgres://… and ${balancer} (Debian's package).`);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), "switchboard-upgrade-"));
const program = join(folder, "other");
createOtherBuild(program);
const set = await startReplicaSet(join(folder, "set"), balancer);
const browser = await chromium.launch({
  ...(process.env.PLAYWRIGHT_CHROMIUM ? { executablePath: process.env.PLAYWRIGHT_CHROMIUM } : {}),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

const stop = new AbortController();
const problems: string[] = [];
const builds = new Set<string>();
const figures = { pages: 0, links: 0 };

/** Opens pages through their links, like a person. Every error in the browser counts as a problem. */
async function walk(): Promise<void> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`page: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    const buildID = new URL(response.url()).searchParams.get("dpl");
    if (buildID !== null) builds.add(buildID);
  });
  await page.request.post(`${set.origin}/api/session`, {
    data: set.administrator,
    headers: { "X-Switchboard": "1", Origin: set.origin },
  });
  while (!stop.signal.aborted) {
    await page.goto(`${set.origin}/production/customers`);
    figures.pages += 1;
    for (const name of ["Jobs", "Numbers", "Webhooks", "Operations", "Customers"]) {
      await page.getByRole("link", { name, exact: true }).first().click();
      await page.waitForURL(new RegExp(`/${name.toLowerCase()}$`));
      await page.getByRole("heading", { level: 1, name }).waitFor();
      figures.links += 1;
    }
    await page.getByRole("table").waitFor();
  }
  await context.close();
}

const read = startReaders(set, 8, stop.signal);
const written = startWriters(set, 2, stop.signal);
const walks = [walk(), walk()].map((walked) => walked.catch((error: Error) => problems.push(`walk: ${error.message}`)));
await setTimeout(10_000);
for (const index of [0, 1, 2]) {
  const code = await set.replace(index, program);
  if (code !== 0) problems.push(`replica ${index} ended with ${code}`);
  await setTimeout(10_000);
}
stop.abort();
await Promise.all([...walks, read.done, written.done]);
problems.push(...read.state.failures.map((failure) => `read ${failure}`));
if (written.state.repeated > 0) problems.push(`${written.state.repeated} creations had to be sent again`);
problems.push(...written.state.refused);
if (builds.size !== 2) problems.push(`the browsers saw ${builds.size} builds`);
console.log(
  JSON.stringify(
    {
      balancer,
      ...figures,
      reads: read.state.reads,
      creations: written.state.created.length,
      builds: builds.size,
      problems: problems.slice(0, 20),
    },
    null,
    2,
  ),
);
await browser.close();
await set.close();
rmSync(folder, { recursive: true, force: true });
process.exitCode = problems.length === 0 ? 0 : 1;
