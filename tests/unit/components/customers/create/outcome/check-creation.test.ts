import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkCreation,
  type PlanRule,
  valuesOfCustomer,
  valuesOfRequest,
} from "#components/customers/create/outcome/check-creation.ts";
import { errorsOf } from "#components/customers/create/outcome/refusal.tsx";
import { type CreationValues, emptyCreation } from "#lib/browser-storage/creation-draft.ts";

const anyPlan: PlanRule = { hardwareOnlyPlans: [], hardwareOnlyConfigured: false };

const values = (changes: Partial<CreationValues> = {}): CreationValues => ({
  ...emptyCreation,
  companyName: " Ahorn & Söhne ",
  plan: "essential",
  term: "monthly",
  email: "ada@ahorn.example",
  ...changes,
});

const fields = (changes: Partial<CreationValues>, rule = anyPlan) =>
  checkCreation(values(changes), rule).errors.map(({ field }) => field);

test("the typed values become the body without spaces around them, and empty fields are left out", () => {
  expect(checkCreation(values(), anyPlan).body).toEqual({
    companyName: "Ahorn & Söhne",
    plan: "essential",
    term: "monthly",
    adminUser: { email: "ada@ahorn.example" },
  });
});

describe("the administrator's address", () => {
  test("the address is required unless the plan is hardware-only", () => {
    expect(fields({ email: "" })).toEqual(["email"]);
    expect(fields({ email: "", plan: "Hardware-Only" })).toEqual([]);
    expect(checkCreation(values({ email: "", plan: "hardware-only" }), anyPlan).body).not.toHaveProperty("adminUser");
  });

  test("the configured hardware-only plans decide whether the address is required", () => {
    const rule = { hardwareOnlyPlans: ["Sockets"], hardwareOnlyConfigured: true };
    expect(fields({ email: "", plan: "sockets" }, rule)).toEqual([]);
    expect(fields({ email: "", plan: "hardware-only" }, rule)).toEqual(["email"]);
  });

  test("a missing address never prevents sending, because only the API decides", () => {
    expect(fields({ email: "", withoutEmail: true })).toEqual([]);
  });

  test("an address is also sent with a hardware-only plan, and must be valid", () => {
    const { body } = checkCreation(values({ plan: "hardware-only" }), anyPlan);
    expect(body?.adminUser).toEqual({ email: "ada@ahorn.example" });
    expect(fields({ email: "ada" })).toEqual(["email"]);
  });
});

test("all missing values are listed at once, in the order of the form", () => {
  expect(checkCreation(emptyCreation, anyPlan).errors.map(({ field }) => field)).toEqual([
    "companyName",
    "plan",
    "term",
  ]);
  expect(fields({ companyName: "", email: "", usersCount: "two", further: "[" })).toEqual([
    "companyName",
    "email",
    "usersCount",
    "further",
  ]);
});

test("invalid additional members do not hide another error in any field", () => {
  const wrong = { companyName: "x".repeat(201), email: "ada", usersCount: "two", further: '{"a" 1}' };
  expect(fields(wrong)).toEqual(["companyName", "email", "usersCount", "further"]);
  expect(fields({ ...wrong, further: "" })).toEqual(["companyName", "email", "usersCount"]);
});

test.each([
  ['{"reseller": {"id": 7}}', undefined],
  ["", undefined],
  ["[1]", "must be one JSON object"],
  ["null", "must be one JSON object"],
  ['{"a": 1,\n  "b" 2}', "line 2, column 7: a colon"],
  ['{"a": 1, "a": 2}', "“a”: this name is used twice"],
  ['{"plan": "x"}', "“plan” has its own field"],
  ['{"adminUser": {"email": "x@y.z"}}', "“adminUser.email” has its own field"],
  ['{"adminUser": 1}', "“adminUser” must be an object"],
  ['{"__proto__": {"role": 1}}', "must not have members named"],
  ['{"a": [{"constructor": 1}]}', "must not have members named"],
  [JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`m${i}`, i]))), "30 members or fewer"],
  [JSON.stringify({ a: "x".repeat(70_000) }), "too large"],
])("additional members are checked, case %#: %s", (further, message) => {
  const { errors } = checkCreation(values({ further }), anyPlan);
  if (message === undefined) expect(errors).toEqual([]);
  else expect(errors).toMatchObject([{ field: "further", message: expect.stringContaining(message) }]);
});

test("additional members are sent unchanged, also those of the administrator besides the e-mail address", () => {
  const further = '{"reseller": "R-17", "adminUser": {"locale": "de"}}';
  expect(checkCreation(values({ further }), anyPlan).body).toMatchObject({
    reseller: "R-17",
    adminUser: { email: "ada@ahorn.example", locale: "de" },
  });
});

test("a request that is opened in the form again becomes the same request", () => {
  const words = fc.string({ minLength: 1, maxLength: 30 }).map((text) => `a${text.toWellFormed().trim()}`);
  const requests = fc.record(
    {
      companyName: words,
      plan: words,
      term: words,
      usersCount: fc.nat({ max: 1_000 }),
      adminUser: fc.record({ email: fc.constant("ada@ahorn.example"), locale: words }, { requiredKeys: [] }),
      reseller: fc.jsonValue({ maxDepth: 3 }),
    },
    { requiredKeys: ["companyName", "plan", "term"] },
  );
  fc.assert(
    fc.property(requests, (request) => {
      // The stored draft is JSON, which cannot contain -0, so -0 becomes 0. Requests must not contain some names, so
      // cases with these names are skipped.
      const kept = JSON.parse(JSON.stringify(request).replaceAll("-0", "0"));
      fc.pre(!/__proto__|constructor|prototype/.test(JSON.stringify(kept)));
      expect(checkCreation(valuesOfRequest(kept), anyPlan).body).toEqual(kept);
    }),
  );
});

describe("an answer that refuses a creation", () => {
  test("the API's messages are shown unchanged at the fields that they name", () => {
    const errors = [
      { field: "adminUser.email", message: "adminUser.email must be an email" },
      { field: "companyName", message: "companyName is taken" },
      { field: "reseller", message: "reseller is not known" },
      { message: "no" },
    ];
    expect(errorsOf({ code: "upstream_refused", detail: "", errors }).map(({ field }) => field)).toEqual([
      "email",
      "companyName",
      "further",
      undefined,
    ]);
  });
});

test("the values of a customer are those of a form, and what its record lacks stays empty", () => {
  const customer = {
    customerID: "c1",
    companyName: "Acme",
    deleted: true,
    contract: { plan: "essential" },
    usersCount: 4,
    adminUser: { email: "anna@acme.example" },
  };
  expect(valuesOfCustomer(customer)).toMatchObject({
    companyName: "Acme",
    plan: "essential",
    term: "",
    usersCount: "4",
    email: "anna@acme.example",
    further: "",
  });
  expect(valuesOfCustomer({ ...customer, adminUser: {} })).toMatchObject({
    email: "",
    further: "",
    withoutEmail: true,
  });
});
