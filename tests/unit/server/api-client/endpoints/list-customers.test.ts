import fc from "fast-check";
import { expect, test } from "vitest";
import { customerListQuerySchema } from "#lib/contract/customers/customer-list.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { customerSortKeys } from "#lib/contract/values/customers/customer-filters.ts";
import type { UpstreamCustomerQuery } from "#server/api-client/endpoints/list-customers.ts";
import { anyText } from "#tests/fixtures/any-text.ts";
import { answerOf } from "#tests/unit/server/api-client/fake-upstream.ts";
import { createTestClient, emptyList } from "#tests/unit/server/api-client/test-client.ts";

const days = fc.integer({ min: 0, max: 40_000 }).map((day) => utcDay(day * 86_400_000));
const texts = anyText().map((text) => text.toWellFormed().trim());

const queries: fc.Arbitrary<UpstreamCustomerQuery> = fc
  .record(
    {
      limit: fc.integer({ min: 1, max: 100 }),
      offset: fc.nat(),
      sort: fc.constantFrom(...customerSortKeys),
      ascending: fc.boolean(),
      datefrom: days,
      dateto: days,
      searchTerm: texts.filter((text) => text !== ""),
      includeDeleted: fc.boolean(),
    },
    { requiredKeys: ["limit", "offset", "sort", "ascending", "datefrom", "includeDeleted"] },
  )
  .filter(({ datefrom, dateto }) => dateto === undefined || datefrom <= dateto);

test("the API's URL contains every parameter of a query, and is parsed back unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const { client, upstream } = createTestClient(() => answerOf(200, emptyList));
      await client.listCustomers(query, { requestID: "test" });
      const { searchParams } = new URL(upstream.requests.at(-1)?.url ?? "");
      const sent = Object.fromEntries(searchParams);
      expect(customerListQuerySchema.parse(sent)).toEqual({ ...query, raw: false });
      expect([...searchParams.keys()].sort()).toEqual(Object.keys(query).sort());
    }),
  );
});
