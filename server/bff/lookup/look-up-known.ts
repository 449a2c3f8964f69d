import type { LookupHit } from "#lib/contract/console/lookup.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { withCreations } from "#server/bff/customers/creations.ts";
import { customerOfRow } from "#server/bff/store/known/known-rows.ts";
import { type LookupContext, maxHits } from "./part.ts";

/** The known customers that match a text. */
export interface KnownMatches {
  /** The best matches. The API has not confirmed them. */
  hits: LookupHit[];
  total: number;
  atLeast: boolean;
  /** True if no customer contains the text exactly. */
  isSimilar: boolean;
  /** The name of the best match. Undefined if there is no match. */
  best: string | undefined;
}

/**
 * Finds known customers by a part of their name or address. Typing errors are tolerated, and the words may be in any
 * order. Undefined if no customers are stored. Also undefined if the store cannot be read: the lookup then continues
 * without stored customers.
 */
export async function findKnown(context: LookupContext, term: string): Promise<KnownMatches | undefined> {
  const { services, environment } = context;
  const { knownIndex, isKnownOn, store, log } = services;
  if (!isKnownOn) return undefined;
  try {
    const { keys, total, atLeast, isSimilar, isEmpty } = await knownIndex.find(environment, term, maxHits);
    if (isEmpty) return undefined;
    const rows = await store.knownRows.find(environment, keys);
    const customers = keys.flatMap((key) => rows.get(idKey(key)) ?? []).map(customerOfRow);
    const hits = (await withCreations(context, customers)).map(
      ({ customerID, companyName, adminUser, contract, deleted, creation, seenAt }): LookupHit => ({
        kind: "customer",
        id: customerID,
        label: companyName,
        detail: adminUser.email ?? (contract.plan === undefined ? "" : contractValueName("plan", contract.plan)),
        customerID,
        ...(deleted && { deleted }),
        ...(creation && { creation }),
        confirmed: false,
        ...(seenAt !== undefined && { seenAt }),
      }),
    );
    return { hits, total, atLeast, isSimilar, best: customers[0]?.companyName };
  } catch (error) {
    log.warn({ error: describeCause(error) }, "the record of known customers could not be searched");
    return undefined;
  }
}
