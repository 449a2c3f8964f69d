import fc from "fast-check";
import { expect, test } from "vitest";
import { activitySchema } from "#lib/contract/customers/activity.ts";
import { customerSchema } from "#lib/contract/customers/customer.ts";
import { jobSchema } from "#lib/contract/job.ts";
import { numberSchema } from "#lib/contract/number.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { webhookSchema } from "#lib/contract/webhook.ts";
import { activityRows } from "#server/api-client/normalise/activity.ts";
import { customerRows } from "#server/api-client/normalise/customer.ts";
import { jobRows, normaliseOneJob } from "#server/api-client/normalise/job.ts";
import { normaliseList, type RowReader } from "#server/api-client/normalise/list.ts";
import { numberRows } from "#server/api-client/normalise/number.ts";
import { webhookRows } from "#server/api-client/normalise/webhook.ts";
import { contractAnswer, jobAndCustomer } from "#server/api-client/normalise/write-answers.ts";

const kinds: [string, RowReader<{ raw?: unknown }>, typeof customerSchema][] = [
  ["customers", customerRows, customerSchema],
  ["jobs", jobRows, jobSchema as never],
  ["activities", activityRows, activitySchema as never],
  ["webhooks", webhookRows, webhookSchema as never],
  ["numbers", numberRows, numberSchema as never],
];

/** Names of members that some resources use, so that the tests often reach the code for these members. */
const names = fc.oneof(
  fc.constantFrom(
    ..."customerID id uuid name companyName users created deleted deletedAt contract adminUser status state".split(" "),
    ..."jobID job progress percentComplete steps tasks error errors message result customer updated".split(" "),
    ..."type direction from to at duration durationMs url events active number phone_number term plan".split(" "),
    ..."total limit offset data items results pagination meta envelope raw __proto__ constructor toString".split(" "),
  ),
  fc.string(),
);
const { value: lifelike } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)),
    fc.constantFrom("running", "Done", "100%", "2026-11-20", "PT3S", "+49301", "/v2/jobs/1"),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(names, tie("value"), { maxKeys: 8 }),
  ),
}));
/** The value as `JSON.parse` makes it, including `__proto__`. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? "null");

/** Returns the result of `make`, or undefined if `make` threw the error that the code may throw. */
function orMalformed<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (!isAppError(error) || error.code !== "upstream_malformed") throw error;
    expect(error.message.length).toBeLessThan(300);
    return undefined;
  }
}

/**
 * Returns all values inside a value, except objects and lists. Each value is prefixed with the last name in its path.
 */
function leaves(value: unknown, name = ""): string[] {
  if (typeof value !== "object" || value === null) return [`${name}:${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, member]) => leaves(member, Array.isArray(value) ? name : key));
}

test.each(kinds)("any JSON becomes either %s without losing data, or a typed error", (collection, kind, schema) => {
  const pages = fc.oneof(
    lifelike,
    fc.array(lifelike, { maxLength: 6 }),
    fc
      .record({ rows: fc.array(lifelike, { maxLength: 6 }), rest: fc.dictionary(names, lifelike, { maxKeys: 4 }) })
      .map(({ rows, rest }) => ({ ...rest, [collection]: rows })),
  );
  fc.assert(
    fc.property(pages, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 5 }), (value, limit, offset) => {
      const came = json(value);
      const page = orMalformed(() => normaliseList(came, { environment: "sandbox", limit, offset }, kind));
      if (page === undefined) return;
      for (const row of page.rows) expect(schema.safeParse(row).error).toBeUndefined();
      if (page.pagedLocally) return;
      // A number may be in the page as its total, limit or offset. Every other value must be in the page unchanged.
      const said = { total: page.total, limit: page.limit, offset: page.offset };
      const kept = new Set(leaves([said, page.envelope ?? {}, page.rows.map(({ raw }) => raw)]));
      const isKept = (leaf: string) =>
        kept.has(leaf) ||
        Object.entries(said).some(([name, count]) => leaf === `${name}:"${count}"`) ||
        /"\s*\d+\s*"$/.test(leaf);
      const mereTexts = collection === "numbers";
      for (const leaf of leaves(came)) if (!isKept(leaf) && !mereTexts) expect.fail(`${leaf} was lost`);
    }),
  );
});

test.each(kinds)("a record of %s keeps the data that the API sent", (_, kind) => {
  fc.assert(
    fc.property(fc.dictionary(names, lifelike), (record) => {
      const before = JSON.stringify({ ...record, id: "x" });
      const row = orMalformed(() => kind.normalise(JSON.parse(before), "sandbox", 1));
      if (row !== undefined) expect(JSON.stringify(row.raw)).toBe(before);
    }),
  );
});

test("any JSON becomes a job or an answer to a write without losing data, or a typed error", () => {
  const locations = fc.option(
    fc.oneof(
      fc.string(),
      fc.string().map((text) => `/v2/jobs/${text}`),
    ),
  );
  fc.assert(
    fc.property(lifelike, locations, (value, location) => {
      const came = json(value);
      const job = orMalformed(() => normaliseOneJob(came, "sandbox", "asked"));
      if (job !== undefined) {
        expect(job.raw).toBe(came);
        expect(jobSchema.safeParse(job).error).toBeUndefined();
      }
      for (const { read } of [jobAndCustomer, contractAnswer]) {
        const answer = orMalformed(() => read({ json: came, location, what: "a write" }, "sandbox"));
        if (answer !== undefined) expect(answer.raw).toBe(came);
      }
    }),
  );
});
