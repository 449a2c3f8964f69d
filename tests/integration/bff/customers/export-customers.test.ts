import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { customerSchema } from "#lib/contract/customer.ts";
import { createLog } from "#server/bff/core/log.ts";
import { createHost } from "#server/bff/http/host.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/create-test-bff.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

const allTime = "datefrom=1970-01-01&includeDeleted=true";
const path = (query: string) => `/api/sandbox/customers/export?${query}`;

/** What was logged of exports. */
const exportsLogged = (console: TestBff) =>
  console.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => String(msg).startsWith("export "));

/** An API with `total` customers whose pages `answer` may hold back or spoil. */
async function startSlowApi(total: number, answer: (offset: number, response: ServerResponse) => boolean) {
  const offsets: number[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://api.invalid");
    if (url.pathname.endsWith("/auth")) {
      response.end(JSON.stringify({ access_token: "token", token_type: "Bearer", expires_in: 600 }));
      return;
    }
    const offset = Number(url.searchParams.get("offset"));
    const limit = Number(url.searchParams.get("limit"));
    offsets.push(offset);
    if (!answer(offset, response)) return;
    const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => ({
      customerID: `c${offset + index}`,
      companyName: "x".repeat(1_000),
    }));
    response.end(JSON.stringify({ customers: rows, total, limit, offset }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const console = await createTestBff({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    staff: [{ email: "vera@test.example", role: "viewer" }],
  });
  onTestFinished(async () => {
    await console.close();
    server.closeAllConnections();
    server.close();
  });
  const cookie = await console.signIn("vera@test.example");
  return { console, cookie, offsets, get: (query: string) => console.send("GET", path(query), { cookie }) };
}

test("a CSV file has every customer once, oldest first, in one line each", async () => {
  const { console, api, get } = await startConsoleBefore({ customers: 350 });
  const response = await get(path(`format=csv&${allTime}`));
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": expect.stringMatching(/^attachment; filename="customers-sandbox-\d{4}-\d\d-\d\d\.csv"$/),
    "x-expected-total": "350",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString("utf8").split("\r\n");
  expect(lines.pop()).toBe("");
  expect(lines).toHaveLength(351);
  const records = lines.slice(1);
  expect(new Set(records.map((line) => line.split(",", 1)[0])).size).toBe(350);
  const created = records.map((line) => /20\d\d-[\d-]+T[\d:.]+Z/.exec(line)?.[0] ?? "");
  expect(created).toEqual(created.toSorted());
  // One customer of this API is called =SUM(A1), another has markup in its name.
  expect(records.some((line) => line.includes(",'=SUM(A1)"))).toBe(true);
  expect(records.some((line) => line.includes(",<b>Bold</b>"))).toBe(true);

  const asked = api.calls.filter((call) => call.path.endsWith("/customers")).map(({ query }) => query);
  expect(asked.map(({ offset }) => offset)).toEqual(["0", "99", "198", "297"]);
  for (const query of asked) {
    expect(query).toMatchObject({ limit: "100", sort: "created", ascending: "true", datefrom: "1970-01-01" });
  }
  expect(exportsLogged(console)).toMatchObject([
    { msg: "export finished", environment: "sandbox", format: "csv", expected: 350, count: 350, complete: true },
  ]);
});

test("a JSON file has the customers as the API gave them, and says at its end how many came", async () => {
  const { get } = await startConsoleBefore({ customers: 230 });
  const response = await get(path(`format=json&${allTime}`));
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const file = await response.json();
  expect(file).toMatchObject({
    environment: "sandbox",
    window: { datefrom: "1970-01-01", defaulted: false },
    expected: 230,
    count: 230,
    drifted: false,
    complete: true,
  });
  expect(file.customers).toHaveLength(230);
  for (const customer of file.customers) expect(customerSchema.parse(customer)).toEqual(customer);
  expect(file.customers[0].raw).toHaveProperty("region.cluster", 3);
});

test.each([
  ["csv", "\ufeffcustomerID,"],
  ["json", '"customers":[\n],"expected":0,"count":0,'],
])("nobody at all is a %s file as well", async (format, part) => {
  const { get } = await startConsoleBefore({ customers: 20 });
  const response = await get(path(`format=${format}&searchTerm=nobody-has-this-name`));
  const text = Buffer.from(await response.arrayBuffer()).toString("utf8");
  expect(text).toContain(part);
});

test("the filters of the list hold, and without datefrom it is the last 7 days", async () => {
  const { get } = await startConsoleBefore({ customers: 140 });
  const week = await (await get(path("format=json"))).json();
  expect(week.window).toEqual({ datefrom: expect.any(String), defaulted: true });
  expect(week.count).toBeGreaterThanOrEqual(25);
  expect(week.count).toBeLessThan(40);
  const found = await (await get(path("format=json&datefrom=1970-01-01&searchTerm=O%27Brien"))).json();
  expect(found.count).toBeGreaterThan(0);
  expect(found.customers.every(({ companyName }: { companyName: string }) => companyName.startsWith("O'Brien"))).toBe(
    true,
  );
});

test("a refusal is a problem document, because nothing was sent yet", async () => {
  const { get } = await startSlowApi(10, (_offset, response) => {
    response.writeHead(403).end(JSON.stringify({ message: "Not for you" }));
    return false;
  });
  const response = await get(`format=csv&${allTime}`);
  expect(response.status).toBe(403);
  expect(response.headers.get("content-type")).toContain("application/problem+json");
  expect(response.headers.get("content-disposition")).toBeNull();
  expect(await response.json()).toMatchObject({ code: "upstream_refused", errors: [{ message: "Not for you" }] });
});

test.each(["csv", "json"])(
  "a %s file that cannot be read to its end is broken off, never merely short",
  async (format) => {
    const { console, get } = await startSlowApi(500, (offset, response) => {
      if (offset < 198) return true;
      response.writeHead(403).end();
      return false;
    });
    const response = await get(`format=${format}&${allTime}`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow("broke off");
    expect(exportsLogged(console)).toMatchObject([
      { msg: "export broke off: upstream_refused", expected: 500, count: 199, complete: false },
    ]);
  },
);

test("an API that claims more than it gives: JSON says so, CSV is broken off", async () => {
  const { get } = await startConsoleBefore({ customers: 1 });
  expect((await (await get(path(`format=json&${allTime}`))).json()).complete).toBe(true);
  const liar = await startSlowApi(1_000, (offset, response) => {
    const rows =
      offset < 120 ? Array.from({ length: Math.min(100, 120 - offset) }, (_, row) => ({ id: offset + row })) : [];
    response.end(JSON.stringify({ customers: rows, total: 1_000 }));
    return false;
  });
  const file = await (await liar.get(`format=json&${allTime}`)).json();
  expect(file).toMatchObject({ expected: 1_000, count: 120, complete: false });
  await expect((await liar.get(`format=csv&${allTime}`)).text()).rejects.toThrow("broke off");
});

test("the API is read no faster than the browser takes the file", async () => {
  const { get, offsets } = await startSlowApi(10_000, () => true);
  const response = await get(`format=csv&${allTime}`);
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  // The head, the page that was read before the answer began, and nothing ahead of it.
  expect(offsets).toEqual([0]);
  await reader?.read();
  expect(offsets).toEqual([0, 99]);
  await reader?.cancel();
});

/** The console behind its real host; gives the origin. */
async function startHost(console: TestBff): Promise<string> {
  const host = createHost({
    bff: Promise.resolve(console.bff),
    pages: Promise.resolve(async () => {}),
    log: createLog("silent"),
    secure: false,
    development: false,
    publicHost: () => "localhost:3000",
  });
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  onTestFinished(() => {
    host.closeAllConnections();
    host.close();
  });
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
}

test("a browser is told by the connection that a file broke off", async () => {
  vi.spyOn(globalThis.console, "info").mockImplementation(() => {});
  const { console, cookie } = await startSlowApi(500, (offset, response) => {
    if (offset < 198) return true;
    response.writeHead(403).end();
    return false;
  });
  const origin = await startHost(console);
  const response = await fetch(`${origin}${path(`format=csv&${allTime}`)}`, { headers: { cookie } });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("terminated");
});

test("HEAD tells what a file would be and leaves nothing running", async () => {
  const { console, cookie, offsets } = await startSlowApi(500, () => true);
  const origin = await startHost(console);
  const response = await fetch(`${origin}${path(`format=csv&${allTime}`)}`, { method: "HEAD", headers: { cookie } });
  expect(response.headers.get("x-expected-total")).toBe("500");
  expect(await response.text()).toBe("");
  expect(offsets).toEqual([0]);
});

test("when the browser leaves, the call to the API ends with it", async () => {
  const left = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const { console, cookie, offsets } = await startSlowApi(100_000, (offset, response) => {
    if (offset < 297) return true;
    response.once("close", () => left.resolve());
    reached.resolve();
    return false;
  });
  const origin = await startHost(console);
  const browser = new AbortController();
  const response = await fetch(`${origin}${path(`format=csv&${allTime}`)}`, {
    headers: { cookie },
    signal: browser.signal,
  });
  expect(response.headers.get("x-expected-total")).toBe("100000");
  const text = response.text().catch((error: Error) => error.name);
  await reached.promise;
  browser.abort();
  expect(await text).toBe("AbortError");
  await left.promise;
  while (exportsLogged(console).length === 0) await setImmediate();
  expect(exportsLogged(console)).toMatchObject([{ msg: "export left", count: 298, complete: false }]);
  expect(offsets).toEqual([0, 99, 198, 297]);
});
