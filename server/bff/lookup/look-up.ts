import type { LookupAnswer, LookupQuery } from "#lib/contract/console/lookup.ts";
import { oldestAge } from "#lib/contract/list.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { classifySearchTerm, type SearchTermKind } from "./classify.ts";
import { lookUpCustomerByShortID, lookUpCustomerID, scanForID, searchCustomers } from "./look-up-customers.ts";
import { lookUpJob, lookUpJobByShortID } from "./look-up-jobs.ts";
import { lookUpNumbers } from "./look-up-known-numbers.ts";
import type { NumberQuery } from "./look-up-numbers.ts";
import { lookUpOwn, withOwn } from "./look-up-own.ts";
import { withPlanned } from "./look-up-planned.ts";
import { lookUpRecords } from "./look-up-records.ts";
import { type LookupContext, type LookupRequest, settlePart } from "./part.ts";
import { isWholePhone } from "./phone-number.ts";
import type { ShortID } from "./short-id.ts";

type Part = ReturnType<typeof settlePart>;

/** The lookups that may find the text. */
function partsFor(context: LookupContext, pasted: SearchTermKind, { q, deep, from }: LookupQuery): Part[] {
  const job = (id: string) => settlePart(context, { what: "jobs", by: "id" }, () => lookUpJob(context, id));
  const search = (term: string) =>
    settlePart(context, { what: "customers", by: "search" }, () => searchCustomers(context, term));
  const records = (id: ShortID) =>
    settlePart(context, { what: "operations", by: "id" }, () => lookUpRecords(context, id));
  const numbers = (wanted: NumberQuery) =>
    settlePart(context, { what: "numbers", by: "walk" }, () => lookUpNumbers(context, wanted, from ?? 0));
  switch (pasted.kind) {
    case "empty":
      return [];
    case "id": {
      const { id } = pasted;
      if (deep)
        return [settlePart(context, { what: "customers", by: "walk" }, () => scanForID(context, id, from ?? 0))];
      return [
        settlePart(context, { what: "customers", by: "search" }, () => lookUpCustomerID(context, id)),
        job(id),
        records({ head: id.toLowerCase() }),
      ];
    }
    case "short-id": {
      const { shortID } = pasted;
      return [
        settlePart(context, { what: "customers", by: "search" }, () => lookUpCustomerByShortID(context, shortID)),
        settlePart(context, { what: "jobs", by: "search" }, () => lookUpJobByShortID(context, shortID)),
        records(shortID),
      ];
    }
    case "phone": {
      const walk = numbers({ readings: pasted.readings, unique: isWholePhone(q) });
      // A company name may look like a number, and the API's search may also cover numbers. So customers are searched
      // too.
      return from === undefined ? [walk, search(pasted.term)] : [walk];
    }
    case "digits": {
      const walk = numbers({ readings: pasted.readings, unique: false });
      return from === undefined ? [walk, search(pasted.term)] : [walk];
    }
    case "email":
      return [search(pasted.term)];
    case "name":
      return [
        search(pasted.term),
        ...(pasted.id === undefined ? [] : [job(pasted.id)]),
        ...(pasted.shortID === undefined ? [] : [records(pasted.shortID)]),
      ];
  }
}

/**
 * Looks up a pasted text in one environment: an ID, an e-mail address, a telephone number in any notation, a name, a
 * ticket, a tag, the file of an import, or the reason of a bulk change. The parts run independently, and a part may
 * fail without the other parts. The first error is thrown only if all parts fail and the console's own data has no
 * match. Every scan is limited and reports how far it came.
 */
export async function lookUp({
  context,
  input,
}: {
  context: LookupRequest;
  input: LookupQuery;
}): Promise<LookupAnswer> {
  const isFirst = !input.deep && input.from === undefined;
  const own = isFirst ? await lookUpOwn(context, input.q) : undefined;
  const parts = await Promise.all(partsFor({ ...context, ...requestAPI(context) }, classifySearchTerm(input.q), input));
  const [first] = parts;
  const found = parts.flatMap(({ hits }) => hits);
  const looked = parts.flatMap((part) => [part.looked, ...(part.further ?? [])]);
  const isSimilar = looked.some(({ similar }) => similar);
  const hits = own ? withOwn(own, found, isSimilar) : found;
  if (first?.error !== undefined && hits.length === 0 && parts.every(({ error }) => error !== undefined)) {
    throw first.error;
  }
  return {
    hits: await withPlanned(context, hits),
    looked,
    ...(oldestAge(parts.flatMap(({ age }) => age ?? [])) ?? {
      asOf: new Date(context.services.clock.now()).toISOString(),
    }),
  };
}
