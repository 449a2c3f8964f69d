import type { LookupHit } from "#lib/contract/console/lookup.ts";
import { outcomeDetailOf, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import { shownName } from "#server/bff/core/person-names.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import type { RecordKind } from "#server/bff/store/lookup/record-ids.ts";
import { plannedHit } from "./look-up-planned.ts";
import { bulkHit, importHit } from "./look-up-runs.ts";
import { type LookupContext, type LookupPart, maxHits } from "./part.ts";
import type { ShortID } from "./short-id.ts";

type ReadHit = (context: LookupContext, id: string) => Promise<LookupHit | undefined>;

const readHits: Readonly<Record<RecordKind, ReadHit>> = {
  async operation({ services: { store, known }, environment }, id) {
    const found = await store.operations.find(environment, id);
    if (!found) return undefined;
    const { kind, actor, customerID, request } = found;
    const customer = customerID === null ? undefined : await known[environment].find(customerID);
    const detail = outcomeDetailOf(operationView(found));
    const name = typeof request.companyName === "string" ? request.companyName : customer?.companyName;
    return {
      kind: "operation",
      id: found.operationID,
      label: kind,
      detail: [name, await shownName(store.staff, actor)].filter(Boolean).join(" · "),
      outcome: outcomeOfDetail[detail],
      outcomeDetail: detail,
      ...(customerID === null ? {} : { customerID }),
    };
  },
  bulk: bulkHit,
  import: importHit,
  async planned({ services, environment }, id) {
    const found = await services.store.planned.find({ environment, plannedChangeID: id });
    return found ? plannedHit(found, found.companyName) : undefined;
  },
};

/** Finds operations and other entries of the console by their ID or its short form. Sends no request to the API. */
export async function lookUpRecords(context: LookupContext, id: ShortID): Promise<LookupPart> {
  const found = await context.services.store.recordIDs.like(context.environment, id, maxHits);
  const hits = await Promise.all(found.slice(0, maxHits).map((one) => readHits[one.kind](context, one.id)));
  return {
    hits: hits.filter((hit) => hit !== undefined),
    looked: { what: "operations", by: "id", complete: found.length <= maxHits },
  };
}
