import { beforeAll, describe, expect, test } from "vitest";
import { environments } from "#lib/contract/values/environments.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { type CustomerPage, createTestService, customer, now } from "../test-service.ts";

const hoursInWeek = 7 * 24;

/** A customer created at this time, for tests of the date filters. */
const at = (iso: string, companyName: string, members = {}) =>
  customer(0, { companyName, createdMs: Date.parse(iso), ...members });

const customers = [
  ...Array.from({ length: 12 }, (_, index) => customer(index + 1, { companyName: `Recent ${index + 1}` })),
  customer(hoursInWeek, { companyName: "Exactly a week" }),
  customer(0, { companyName: "A week and a millisecond", createdMs: now - 7 * dayMs - 1 }),
  at("2025-03-01T00:00:00.000Z", "First of March, first millisecond"),
  at("2025-03-01T23:59:59.999Z", "First of March, last millisecond"),
  at("2025-03-02T00:00:00.000Z", "Second of March"),
  at("2025-02-28T23:59:59.999Z", "End of February"),
  at("2024-01-01T10:00:00.000Z", "Gone Ltd", { deletedMs: Date.parse("2024-06-01T00:00:00.000Z") }),
  at("2024-01-02T10:00:00.000Z", "Boxes", { plan: "hardware-only", adminEmail: undefined }),
  at("2024-01-03T10:00:00.000Z", "Ärzte & Söhne 100% _neu_", { adminEmail: "chef@PRAXIS.example", usersCount: 77 }),
];

let service: Awaited<ReturnType<typeof createTestService>>;
beforeAll(async () => {
  const copies = customers.map((entry) => ({ ...entry, companyName: `${entry.companyName} (sandbox)` }));
  service = await createTestService({ customers: { production: customers, sandbox: copies } });
});

async function list(query: string): Promise<CustomerPage> {
  const response = await service.get("production", `/customers?${query}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as CustomerPage;
}

async function names(query: string): Promise<string[]> {
  return (await list(query)).customers.map(({ companyName }) => companyName);
}

const all = "datefrom=1970-01-01&limit=100";
const march = ["First of March, last millisecond", "First of March, first millisecond"];

describe("customers that match a query (specification, section 4.2)", () => {
  const rules: [rule: string, query: string, expected: (found: string[]) => void][] = [
    [
      "without datefrom, only customers of the last 7 × 24 hours",
      "limit=100",
      (found) => {
        expect(found).toContain("Exactly a week");
        expect(found).toHaveLength(13);
      },
    ],
    [
      "without datefrom and with an older dateto, no customers, because the default window applies",
      "dateto=2025-03-01",
      (found) => expect(found).toEqual([]),
    ],
    [
      "datefrom includes its date and all later ones",
      "datefrom=2025-03-01&dateto=2025-03-02&limit=100",
      (found) => expect(found).toEqual(["Second of March", ...march]),
    ],
    [
      "dateto includes its whole UTC day and all earlier days",
      "datefrom=2025-03-01&dateto=2025-03-01",
      (found) => expect(found).toEqual(march),
    ],
    [
      "timestamps limit the list to the millisecond",
      "datefrom=2025-03-01T00:00:00.001Z&dateto=2025-03-01T23:59:59.999Z",
      (found) => expect(found).toEqual(["First of March, last millisecond"]),
    ],
    [
      "timestamps may have another zone",
      "datefrom=2025-03-01T01:00:00%2B01:00&dateto=2025-03-01T01:00:00%2B01:00",
      (found) => expect(found).toEqual(["First of March, first millisecond"]),
    ],
    ["includeDeleted is false by default", all, (found) => expect(found).not.toContain("Gone Ltd")],
    ["includeDeleted=false", `${all}&includeDeleted=false`, (found) => expect(found).not.toContain("Gone Ltd")],
    ["includeDeleted=true", `${all}&includeDeleted=true`, (found) => expect(found).toContain("Gone Ltd")],
    [
      "searchTerm finds the company name with any case and accents",
      `${all}&searchTerm=arzte%20%26%20SOHNE`,
      (found) => expect(found).toEqual(["Ärzte & Söhne 100% _neu_"]),
    ],
    [
      "searchTerm finds the administrator's e-mail address",
      `${all}&searchTerm=Chef@praxis`,
      (found) => expect(found).toEqual(["Ärzte & Söhne 100% _neu_"]),
    ],
    [
      "searchTerm finds the customer ID",
      `${all}&searchTerm=${customers[19]?.customerID.toUpperCase()}`,
      (found) => expect(found).toEqual(["Boxes"]),
    ],
    [
      "searchTerm takes a percent sign and an underscore literally",
      `${all}&searchTerm=0%25%20_n`,
      (found) => expect(found).toEqual(["Ärzte & Söhne 100% _neu_"]),
    ],
    [
      "searchTerm does not treat an underscore as a wildcard",
      `${all}&searchTerm=R_cent`,
      (found) => expect(found).toEqual([]),
    ],
    ["an empty searchTerm finds all customers", `${all}&searchTerm=`, (found) => expect(found).toHaveLength(20)],
    ["searchTerm stays inside the window", "searchTerm=march", (found) => expect(found).toEqual([])],
  ];
  test.each(rules)("the list applies the rule: %s", async (_rule, query, expected) => expected(await names(query)));
});

describe("order and pages (specification, sections 2, 4.2 and 8)", () => {
  test("limit is 10 and offset is 0 by default, and the envelope contains them", async () => {
    const page = await list("");
    expect(page.customers).toHaveLength(10);
    expect(page).toMatchObject({ total: 13, limit: 10, offset: 0 });
  });

  test("the list is sorted by created, the newest first, by default", async () => {
    expect(await names("limit=2")).toEqual(["Recent 1", "Recent 2"]);
    expect(await names("limit=2&sort=created&ascending=false")).toEqual(["Recent 1", "Recent 2"]);
    expect(await names("limit=1&ascending=true")).toEqual(["Exactly a week"]);
  });

  test("the list can be sorted by companyName and usersCount in both directions", async () => {
    expect((await names(`${all}&sort=companyName&ascending=true`)).slice(0, 3)).toEqual([
      "A week and a millisecond",
      "Ärzte & Söhne 100% _neu_",
      "Boxes",
    ]);
    expect((await names(`${all}&sort=companyName`))[0]).toBe("Second of March");
    expect((await names(`${all}&sort=usersCount`)).slice(0, 2)).toEqual(["Exactly a week", "Ärzte & Söhne 100% _neu_"]);
  });

  test.each(["created", "companyName", "usersCount"])(
    "pages sorted by %s follow each other without gaps or repeats",
    async (sort) => {
      for (const ascending of [true, false]) {
        const whole = (await list(`${all}&sort=${sort}&ascending=${ascending}`)).customers;
        const pages: CustomerPage["customers"] = [];
        for (let offset = 0; offset < whole.length; offset += 7) {
          const page = await list(`datefrom=1970-01-01&limit=7&offset=${offset}&sort=${sort}&ascending=${ascending}`);
          expect(page).toMatchObject({ total: 20, limit: 7, offset });
          pages.push(...page.customers);
        }
        expect(pages).toEqual(whole);
      }
    },
  );

  test("an offset past the end returns an empty page with the total", async () => {
    expect(await list("offset=1000000")).toEqual({ customers: [], total: 13, limit: 10, offset: 1_000_000 });
  });
});

describe("the format of a customer (interfaces, the provisioning service)", () => {
  test("an active customer has every member except deletedAt", async () => {
    const [first] = (await list("limit=1")).customers;
    expect(first).toEqual({
      customerID: customers[0]?.customerID,
      companyName: "Recent 1",
      usersCount: 1,
      created: "2026-11-20T11:00:00.000Z",
      contract: { term: "monthly", plan: "essential" },
      adminUser: { email: "admin-1@company.example" },
    });
  });

  test("a deleted customer has deletedAt, and a customer without administrator has an empty adminUser", async () => {
    const found = (await list(`${all}&includeDeleted=true&searchTerm=gone`)).customers;
    expect(found).toMatchObject([{ deletedAt: "2024-06-01T00:00:00.000Z" }]);
    expect((await list(`${all}&searchTerm=boxes`)).customers).toMatchObject([{ adminUser: {} }]);
  });
});

describe("requests that get 400 and an array of messages (specification, section 7)", () => {
  const wholeLimit = "limit must be a whole number from 1 to 100";
  const wholeOffset = "offset must be a whole number, 0 or more";
  const isoDate = "must be a date that exists (YYYY-MM-DD) or an ISO timestamp with its zone";
  const refusals: [query: string, messages: string[]][] = [
    ["limit=101", [wholeLimit]],
    ["limit=0", [wholeLimit]],
    ["limit=-1", [wholeLimit]],
    ["limit=ten", [wholeLimit]],
    ["limit=1.5", [wholeLimit]],
    ["limit=1e1", [wholeLimit]],
    ["limit=", [wholeLimit]],
    ["limit=10&limit=20", ["limit must be given once"]],
    ["offset=-1", [wholeOffset]],
    ["offset=0x10", [wholeOffset]],
    ["offset=99999999999999999999", [wholeOffset]],
    ["sort=name", ["sort must be one of created, companyName, usersCount"]],
    ["sort=Created", ["sort must be one of created, companyName, usersCount"]],
    ["ascending=yes", ["ascending must be true or false"]],
    ["includeDeleted=1", ["includeDeleted must be true or false"]],
    ["datefrom=2025-02-29", [`datefrom ${isoDate}`]],
    ["datefrom=yesterday", [`datefrom ${isoDate}`]],
    ["dateto=2025-01-01T00:00:00", [`dateto ${isoDate}`]],
    ["dateto=01.02.2025", [`dateto ${isoDate}`]],
    ["datefrom=2025-03-02&dateto=2025-03-01", ["dateto must not be before datefrom"]],
    [`searchTerm=${"x".repeat(201)}`, ["searchTerm must be 200 characters or less"]],
    ["searchTerm=%00", ["searchTerm must not hold control characters"]],
    ["datefrm=2025-01-01", ["datefrm is not a parameter of this request"]],
    ["__proto__=1", ["__proto__ is not a parameter of this request"]],
    ["limit=0&offset=x", [wholeLimit, wholeOffset]],
  ];
  test.each(refusals)("the service answers 400 for %s", async (query, messages) => {
    const response = await service.get("production", `/customers?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(messages);
  });

  test("the answer contains at most 20 messages, however many errors there are", async () => {
    const query = Array.from({ length: 500 }, (_, index) => `unknown${index}=1`).join("&");
    expect(await (await service.get("production", `/customers?${query}`)).json()).toHaveLength(20);
  });
});

test.each(environments)("%s returns only its own customers (section 1)", async (environment) => {
  const page = (await (await service.get(environment, "/customers?limit=100")).json()) as CustomerPage;
  expect(page.total).toBe(13);
  const isSandbox = page.customers.map(({ companyName }) => companyName.endsWith("(sandbox)"));
  expect(new Set(isSandbox)).toEqual(new Set([environment === "sandbox"]));
});

test("the default window moves with the clock (sections 4.2 and 8)", async () => {
  service.clock.nowMs = now + 1;
  try {
    expect(await names("limit=100")).not.toContain("Exactly a week");
  } finally {
    service.clock.nowMs = now;
  }
});
