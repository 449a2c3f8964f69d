import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { customerInAnySpelling } from "#server/api-client/normalise/customer.ts";
import { readInstant, toInstant } from "#server/api-client/normalise/instant.ts";
import type { Json } from "#server/api-client/normalise/members.ts";
import { plainCustomer } from "#server/api-client/normalise/plain-customer.ts";

const instantLike = fc.oneof(
  fc
    .date({ min: new Date(0), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true })
    .map((at) => at.toISOString()),
  // Nearly instants: a February of 31 days, an hour 24, a second 60, years before 1970.
  fc
    .tuple(
      fc.constantFrom("0000", "1969", "1970", "2023", "2024", "2100", "9999"),
      fc.nat(13),
      fc.nat(32),
      fc.nat(25),
      fc.nat(61),
      fc.nat(61),
    )
    .map(([year, ...parts]) => {
      const [month, day, hour, minute, second] = parts.map((part) => String(part).padStart(2, "0"));
      return `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
    }),
  fc.string({ unit: fc.constantFrom(..."0123456789-:.TZ "), minLength: 24, maxLength: 24 }),
  fc.constantFrom(
    "2026-11-20",
    "2026-11-20T10:00:00Z",
    "2026-11-20T10:00:00.1234Z",
    "1700000000",
    "١٩٧٠-01-01T00:00:00.000Z",
  ),
);
const scalar = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom("", " ", "0", "true", "deleted", " 7 "),
  instantLike,
);
const anything = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 2 }),
  fc.dictionary(fc.constantFrom("term", "plan", "email", "mail", "x", "__proto__"), scalar),
);

/** A record that is almost or quite as the specification shows it. */
const record = fc
  .record(
    {
      customerID: fc.oneof(fc.uuid(), scalar),
      companyName: scalar,
      usersCount: fc.oneof(fc.nat(), scalar),
      created: fc.oneof(instantLike, scalar),
      deletedAt: fc.oneof(fc.constant(null), instantLike, anything),
      contract: fc.oneof(
        { weight: 4, arbitrary: fc.record({ term: scalar, plan: scalar }, { requiredKeys: [] }) },
        { weight: 1, arbitrary: anything },
      ),
      adminUser: fc.oneof(
        { weight: 4, arbitrary: fc.record({ email: scalar }, { requiredKeys: [] }) },
        { weight: 1, arbitrary: anything },
      ),
    },
    { requiredKeys: [] },
  )
  .chain((members) =>
    fc
      .oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        {
          weight: 1,
          arbitrary: fc.dictionary(
            fc.constantFrom("id", "status", "deleted", "customer_id", "term", "email", "__proto__", "toString"),
            anything,
            { maxKeys: 2 },
          ),
        },
      )
      .map((more) => JSON.parse(JSON.stringify({ ...members, ...more })) as Json),
  );

describe("a customer in the specification's own spelling", () => {
  test("is read as one in any spelling is, member for member and in the same order", () => {
    let plain = 0;
    fc.assert(
      fc.property(record, (given) => {
        const fast = plainCustomer(given);
        if (fast === undefined) return;
        plain += 1;
        let slow: unknown;
        try {
          slow = customerInAnySpelling(given, "production", 1);
        } catch (error) {
          slow = isAppError(error) ? error.code : error;
        }
        expect(JSON.stringify(fast)).toBe(JSON.stringify(slow));
        expect(fast).toStrictEqual(slow);
        expect(fast.raw).toBe(given);
      }),
      { numRuns: 3_000 },
    );
    // Or the test would compare nothing.
    expect(plain).toBeGreaterThan(200);
  });

  test("what the specification shows is such a one", () => {
    const given = {
      customerID: "4f7a0f0e-4a1c-4c8b-9b1e-1f2e3d4c5b6a",
      companyName: "Example",
      usersCount: 12,
      created: "2026-11-20T10:00:00.000Z",
      deletedAt: null,
      contract: { term: "monthly", plan: "essential" },
      adminUser: { email: "admin@example.com" },
    };
    expect(plainCustomer(given)).toStrictEqual(customerInAnySpelling(given, "production", 1));
    expect(plainCustomer({ ...given, customer_id: "another" })).toBeUndefined();
    expect(plainCustomer({ ...given, deletedAt: "yes" })).toBeUndefined();
  });
});

test("an instant in its canonical spelling is what reading it would give", () => {
  fc.assert(
    fc.property(fc.oneof(instantLike, scalar), (given) => {
      expect(toInstant(given)).toBe(readInstant(given));
    }),
    { numRuns: 3_000 },
  );
});
