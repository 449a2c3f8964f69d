import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  type ScanEnd,
  type ScanProgress,
  scanEndSchema,
  scanProgressSchema,
} from "#lib/contract/customers/customer-scan.ts";
import type { TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { allTime, startHost, startSlowApi } from "#tests/fixtures/console/slow-export.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

const scanPath = (query: string) => `/api/sandbox/customers/scan?${query}`;

const scansLogged = (console: TestBff) =>
  console.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => String(msg).startsWith("customer scan "));

/** The lines of an answer: the pages, parsed with their schema, and the last line if it arrived. */
function linesOf(text: string): { pages: ScanProgress[]; end: ScanEnd | undefined } {
  const lines = text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const pages = lines.filter((line) => !("end" in line));
  const [end] = lines.filter((line) => "end" in line);
  for (const page of pages) expect(scanProgressSchema.parse(page)).toEqual(page);
  return { pages, end: end && scanEndSchema.parse(end) };
}

const hitsOf = (pages: readonly ScanProgress[]) => pages.flatMap(({ customers }) => customers);

/** Returns customers, newest first. Every tenth customer has the plan of the filter. */
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    customerID: `c${from + index}`,
    companyName: `Company ${from + index}`,
    usersCount: from + index,
    contract: { plan: (from + index) % 10 === 0 ? "enterprise" : "essential", term: "monthly" },
  }));

test("every page of the list is checked, newest first, and each line says how far", async () => {
  const { console, api, get } = await startConsoleBefore({ customers: 350 });
  const { customers: all } = await (await get(`/api/sandbox/customers?${allTime}&limit=100&raw=true`)).json();
  const response = await get(scanPath(`${allTime}&plan=professional`));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBeNull();
  const { pages, end } = linesOf(await response.text());
  expect(pages.map(({ checked, total }) => [checked, total])).toEqual([
    [100, 350],
    [199, 350],
    [298, 350],
    [350, 350],
  ]);
  expect(end).toEqual({ end: "complete", drifted: false });
  const hits = hitsOf(pages);
  expect(hits.length).toBeGreaterThan(50);
  expect(hits.every(({ contract, raw }) => contract.plan === "professional" && raw === undefined)).toBe(true);
  const created = hits.map((customer) => customer.created ?? "");
  expect(created).toEqual(created.toSorted().reverse());
  const ofFirstPage = all.filter(({ contract }: { contract: { plan: string } }) => contract.plan === "professional");
  expect(pages[0]?.customers.map(({ customerID }) => customerID)).toEqual(
    ofFirstPage.map(({ customerID }: { customerID: string }) => customerID),
  );
  // The console filters the rows itself. It requests the list from the API without any parameter that the API does not
  // know.
  const asked = api.calls.filter(({ path }) => path.endsWith("/customers")).slice(1);
  expect(asked.map(({ query }) => query.offset)).toEqual(["0", "99", "198", "297"]);
  for (const { query } of asked) {
    expect(query).not.toHaveProperty("plan");
    expect(query).toMatchObject({ limit: "100", sort: "created", ascending: "false", datefrom: "1970-01-01" });
  }
  expect(scansLogged(console)).toMatchObject([
    { msg: "customer scan complete", environment: "sandbox", checked: 350, found: hits.length, pages: 4 },
  ]);
});

test("plan, term and number of users count together, within the list's own filters", async () => {
  const { get } = await startConsoleBefore({ customers: 300 });
  const scan = async (query: string) => hitsOf(linesOf(await (await get(scanPath(query))).text()).pages);
  const week = await scan("users=0..");
  expect(week.length).toBeGreaterThan(20);
  expect(week.length).toBeLessThan(60);
  const some = await scan(`${allTime}&plan=essential&term=monthly&users=5..40`);
  expect(some.length).toBeGreaterThan(0);
  for (const { contract, usersCount = 0 } of some) {
    expect(contract).toEqual({ plan: "essential", term: "monthly" });
    expect(usersCount >= 5 && usersCount <= 40).toBe(true);
  }
});

test.each(["", "plan=", "users=ten", "users=9..3", "plan=a&from=100", "plan=a&pages=51", "plan=a&limit=10"])(
  "%s is refused before anything is sent",
  async (query) => {
    const { api, get } = await startConsoleBefore({ customers: 20 });
    const response = await get(scanPath(query));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_request" });
    expect(api.calls).toEqual([]);
  },
);

test("a scan ends at its limit, says so, and continues behind the last customer", async () => {
  const { get } = await startConsoleBefore({ customers: 450 });
  const first = linesOf(await (await get(scanPath(`${allTime}&plan=essential&pages=2`))).text());
  expect(first.end).toEqual({ end: "limit", drifted: false });
  const { checked, after = "" } = first.pages.at(-1) ?? { checked: 0 };
  expect(checked).toBe(199);
  const rest = linesOf(await (await get(scanPath(`${allTime}&plan=essential&from=${checked}&after=${after}`))).text());
  expect(rest.pages.at(-1)?.checked).toBe(450);
  expect(rest.end).toEqual({ end: "complete", drifted: false });
  const whole = linesOf(await (await get(scanPath(`${allTime}&plan=essential`))).text());
  expect(hitsOf([...first.pages, ...rest.pages])).toEqual(hitsOf(whole.pages));
});

test("no match is missed when customers are added and removed during the scan, and the end says that the list has changed", async () => {
  const list = rows(500);
  const { console, cookie } = await startSlowApi(list, (offset) => {
    if (offset === 198) list.splice(30, 60);
    if (offset === 297) list.unshift(...rows(5, 1_000));
    return true;
  });
  const response = await console.send("GET", scanPath(`${allTime}&plan=enterprise`), { cookie });
  const { pages, end } = linesOf(await response.text());
  expect(end).toEqual({ end: "complete", drifted: true });
  const found = hitsOf(pages).map(({ customerID }) => customerID);
  expect(new Set(found).size).toBe(found.length);
  const stayed = list.filter(({ usersCount, contract }) => usersCount < 1_000 && contract.plan === "enterprise");
  expect(found).toEqual(expect.arrayContaining(stayed.map(({ customerID }) => customerID)));
});

test("a failure in the middle is the last line, with its reason and after all that was found", async () => {
  const { console, cookie } = await startSlowApi(rows(500), (offset, response) => {
    if (offset < 198) return true;
    response.writeHead(403).end(JSON.stringify({ message: "Not any more" }));
    return false;
  });
  const response = await console.send("GET", scanPath(`${allTime}&plan=enterprise`), { cookie });
  const { pages, end } = linesOf(await response.text());
  expect(hitsOf(pages)).toHaveLength(20);
  expect(pages.at(-1)).toMatchObject({ checked: 199, after: "c198", total: 500 });
  expect(end).toMatchObject({ end: "failed", problem: { code: "upstream_refused", requestID: expect.any(String) } });
  expect(scansLogged(console)).toMatchObject([{ msg: "customer scan failed: upstream_refused", checked: 199 }]);
});

test("an API that claims more customers than it gives is a failure, never a whole list", async () => {
  const { console, cookie } = await startSlowApi(1_000, (offset, response) => {
    const page = offset < 120 ? rows(Math.min(100, 120 - offset), offset) : [];
    response.end(JSON.stringify({ customers: page, total: 1_000 }));
    return false;
  });
  const response = await console.send("GET", scanPath(`${allTime}&plan=enterprise`), { cookie });
  const { end } = linesOf(await response.text());
  expect(end).toMatchObject({ end: "failed", problem: { code: "upstream_malformed" } });
});

test("a refusal of the first page is a problem document", async () => {
  const { console, cookie } = await startSlowApi(10, (_offset, response) => {
    response.writeHead(403).end();
    return false;
  });
  const response = await console.send("GET", scanPath("plan=enterprise"), { cookie });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "upstream_refused" });
});

test("the list is read no faster than the browser takes the lines, and stopping ends the call that is under way", async () => {
  const left = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const { console, cookie, offsets } = await startSlowApi(rows(50_000), (offset, response) => {
    if (offset < 297) return true;
    response.once("close", () => left.resolve());
    reached.resolve();
    return false;
  });
  const { origin } = await startHost(console);
  const browser = new AbortController();
  const response = await fetch(`${origin}${scanPath(`${allTime}&plan=enterprise`)}`, {
    headers: { cookie },
    signal: browser.signal,
  });
  const text = response.text().catch((error: Error) => error.name);
  await reached.promise;
  browser.abort();
  expect(await text).toBe("AbortError");
  await left.promise;
  while (scansLogged(console).length === 0) await setImmediate();
  expect(scansLogged(console)).toMatchObject([{ msg: "customer scan left", checked: 298, pages: 4 }]);
  expect(offsets).toEqual([0, 99, 198, 297]);
});
