import type { LookupAnswer, LookupQuery } from "#lib/contract/lookup.ts";
import { classify, type Pasted } from "#lib/lookup/classify.ts";
import { isWholePhone } from "#lib/lookup/phone-number.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";
import { lookUpCustomerID, searchCustomers, walkToID } from "./look-up-customers.ts";
import { lookUpJob, lookUpOperation } from "./look-up-jobs.ts";
import { type WantedNumber, walkNumbers } from "./look-up-numbers.ts";
import { attempt, type LookupContext } from "./part.ts";

type Part = ReturnType<typeof attempt>;

/** What the text calls for: only the parts that it can be found by. */
function partsFor(context: LookupContext, pasted: Pasted, { q, deep, from }: LookupQuery): Part[] {
  const job = (id: string) => attempt(context, { what: "jobs", by: "id" }, () => lookUpJob(context, id));
  const search = (term: string) =>
    attempt(context, { what: "customers", by: "search" }, () => searchCustomers(context, term));
  switch (pasted.kind) {
    case "empty":
      return [];
    case "id": {
      const { id } = pasted;
      if (deep) return [attempt(context, { what: "customers", by: "walk" }, () => walkToID(context, id, from ?? 0))];
      return [
        attempt(context, { what: "customers", by: "search" }, () => lookUpCustomerID(context, id)),
        job(id),
        attempt(context, { what: "operations", by: "id" }, () => lookUpOperation(context, id)),
      ];
    }
    case "phone": {
      const wanted: WantedNumber = { readings: pasted.readings, unique: isWholePhone(q) };
      const walk = attempt(context, { what: "numbers", by: "walk" }, () => walkNumbers(context, wanted, from ?? 0));
      // A search may know numbers, and a company may be called like one.
      return from === undefined ? [walk, search(pasted.term)] : [walk];
    }
    case "email":
      return [search(pasted.term)];
    case "name":
      return [search(pasted.term), ...(pasted.id === undefined ? [] : [job(pasted.id)])];
  }
}

/**
 * Looks up whatever somebody has pasted, in one environment: an ID, an e-mail address, a telephone number
 * in any notation, a name. Its parts run and fail each on its own; where all of them fail the first
 * error is thrown. Every walk is bounded and says how far it came.
 */
export async function lookUp({ context, input }: { context: ApiContext; input: LookupQuery }): Promise<LookupAnswer> {
  const parts = await Promise.all(partsFor({ ...context, ...apiOf(context) }, classify(input.q), input));
  const [first] = parts;
  if (first?.error !== undefined && parts.every(({ error }) => error !== undefined)) throw first.error;
  return {
    hits: parts.flatMap(({ hits }) => hits),
    looked: parts.map(({ looked }) => looked),
    asOf: new Date(context.services.clock.now()).toISOString(),
    ...(parts.some(({ stale }) => stale) ? { stale: true as const } : {}),
  };
}
