import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import { customerSchema } from "#lib/contract/customers/customer.ts";
import { compareFileWithDocument } from "#tests/fixtures/console/compare-with-document.ts";
import type { TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { allTime, exportPath, startHost, startSlowApi } from "#tests/fixtures/console/slow-export.ts";
import { fillKnown } from "#tests/fixtures/known/fill-known.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

/** Returns the log lines about exports. */
const exportsLogged = (console: TestBff) =>
  console.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => String(msg).startsWith("export "));

test("a CSV file has every customer once, oldest first, in one line each", async () => {
  const { console, api, get } = await startConsoleBefore({ customers: 350 });
  const response = await get(exportPath(`format=csv&${allTime}`));
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
  // Two customers have unusual names. The file escapes the formula =SUM(A1), and leaves the markup unchanged.
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

test("a CSV file can have the column names of the page, and contains the same rows", async () => {
  const { get } = await startConsoleBefore({ customers: 3 });
  const linesOf = async (query: string) => (await (await get(exportPath(query))).text()).split("\r\n");
  const [apiHead, ...apiRows] = await linesOf(`format=csv&${allTime}`);
  const [pageHead, ...pageRows] = await linesOf(`format=csv&columnNames=page&${allTime}`);
  expect(apiHead).toMatch(/^customerID,companyName,/);
  expect(pageHead).toBe("Customer ID,Company,Users,Created,Is deleted,Deleted,Term,Plan,Administrator e-mail");
  expect(pageRows).toEqual(apiRows);
});

test("a JSON file contains the customers as the API sent them, and its end contains their number", async () => {
  const { get } = await startConsoleBefore({ customers: 230 });
  const response = await get(exportPath(`format=json&${allTime}`));
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const text = await response.text();
  expect(compareFileWithDocument("/api/{environment}/customers/export", "application/json", text)).toEqual([]);
  const file = JSON.parse(text);
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
])("an empty list is also a valid %s file", async (format, part) => {
  const { get } = await startConsoleBefore({ customers: 20 });
  const response = await get(exportPath(`format=${format}&searchTerm=nobody-has-this-name`));
  const text = Buffer.from(await response.arrayBuffer()).toString("utf8");
  expect(text).toContain(part);
});

test("the list's filters apply, and without datefrom the last 7 days are exported", async () => {
  const { get } = await startConsoleBefore({ customers: 140 });
  const week = await (await get(exportPath("format=json"))).json();
  expect(week.window).toEqual({ datefrom: expect.any(String), defaulted: true });
  expect(week.count).toBeGreaterThanOrEqual(25);
  expect(week.count).toBeLessThan(40);
  const found = await (await get(exportPath("format=json&datefrom=1970-01-01&searchTerm=O%27Brien"))).json();
  expect(found.count).toBeGreaterThan(0);
  expect(found.customers.every(({ companyName }: { companyName: string }) => companyName.startsWith("O'Brien"))).toBe(
    true,
  );
});

test("filters that the API does not have apply too: each customer is read again, and the end of the file says what changed", async () => {
  const { console, api, get } = await startConsoleBefore({ customers: 230 });
  const pages = await Promise.all(
    [0, 100, 200].map(async (offset) => {
      const page = await get(`/api/sandbox/customers?${allTime}&limit=100&offset=${offset}`);
      return (await page.json()).customers as Customer[];
    }),
  );
  const all = pages.flat();
  const matching = all.filter(({ contract, usersCount = 0 }) => contract.plan === "essential" && usersCount >= 5);
  const other = all.find(({ contract }) => contract.plan === "professional");
  // Two customers in the store of known customers are wrong. One has other values than at the API. The other customer
  // no longer exists at the API.
  const seenAt = Date.now();
  const known = [...all.filter((one) => one !== other), { ...other, contract: { plan: "essential" }, usersCount: 5 }];
  const ghost = { customerID: "ghost", companyName: "Ghost", contract: { plan: "essential" }, usersCount: 9 };
  await fillKnown(
    console.databaseUrl,
    "sandbox",
    [...known, ghost].map(({ customerID = "", companyName = "", contract = {}, ...one }) => ({
      customerID,
      companyName,
      seenAt,
      plan: contract.plan,
      term: (contract as Contract).term,
      created: (one as Customer).created,
      usersCount: one.usersCount,
      deleted: (one as Customer).deleted,
    })),
  );
  api.calls.length = 0;
  const response = await get(exportPath(`format=json&${allTime}&plan=essential&usersFrom=5`));
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(compareFileWithDocument("/api/{environment}/customers/export", "application/json", text)).toEqual([]);
  const file = JSON.parse(text);
  expect(matching.length).toBeGreaterThan(20);
  expect(file).toMatchObject({
    expected: matching.length + 2,
    count: matching.length,
    changed: 1,
    unconfirmed: 1,
    drifted: true,
    complete: true,
  });
  const ids = (customers: readonly Customer[]) => customers.map(({ customerID }) => customerID).toSorted();
  expect(ids(file.customers)).toEqual(ids(matching));
  // Customers with similar creation times are on the same page of the list, so there are fewer calls than customers.
  expect(api.calls.filter(({ path }) => path.endsWith("/customers")).length).toBeLessThan(matching.length);
  const csv = await (await get(exportPath(`format=csv&${allTime}&plan=essential&users=5..`))).text();
  expect(csv.trimEnd().split("\r\n")).toHaveLength(1 + matching.length);
});

test("a refusal is a problem document if nothing was sent yet", async () => {
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
  "a %s file that cannot be completed is broken off, and is never just shorter",
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

test("if the API sends fewer rows than its total, the JSON file says so and the CSV file is broken off", async () => {
  const { get } = await startConsoleBefore({ customers: 1 });
  expect((await (await get(exportPath(`format=json&${allTime}`))).json()).complete).toBe(true);
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

test("the API is read no faster than the browser downloads the file", async () => {
  const { get, offsets } = await startSlowApi(10_000, () => true);
  const response = await get(`format=csv&${allTime}`);
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  // Reads the header and the first page. Before the answer starts, the console has requested only this page.
  expect(offsets).toEqual([0]);
  await reader?.read();
  expect(offsets).toEqual([0, 99]);
  await reader?.cancel();
});

test("a broken-off file ends its connection, so that the browser reports the error", async () => {
  vi.spyOn(globalThis.console, "info").mockImplementation(() => {});
  const { console, cookie } = await startSlowApi(500, (offset, response) => {
    if (offset < 198) return true;
    response.writeHead(403).end();
    return false;
  });
  const { origin } = await startHost(console);
  const response = await fetch(`${origin}${exportPath(`format=csv&${allTime}`)}`, { headers: { cookie } });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("terminated");
});

test("HEAD returns the headers of the file and leaves nothing running", async () => {
  const { console, cookie, offsets } = await startSlowApi(500, () => true);
  const { origin } = await startHost(console);
  const response = await fetch(`${origin}${exportPath(`format=csv&${allTime}`)}`, {
    method: "HEAD",
    headers: { cookie },
  });
  expect(response.headers.get("x-expected-total")).toBe("500");
  expect(await response.text()).toBe("");
  expect(offsets).toEqual([0]);
});

test("when the browser disconnects, the call to the API ends too", async () => {
  const left = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const { console, cookie, offsets } = await startSlowApi(100_000, (offset, response) => {
    if (offset < 297) return true;
    response.once("close", () => left.resolve());
    reached.resolve();
    return false;
  });
  const { origin } = await startHost(console);
  const browser = new AbortController();
  const response = await fetch(`${origin}${exportPath(`format=csv&${allTime}`)}`, {
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
