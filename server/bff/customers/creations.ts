import type { Customer } from "#lib/contract/customers/customer.ts";
import { outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import type { OperationOutcomes, StoredCreation } from "#server/bff/store/schema/operation-outcomes.ts";

type Context = Pick<ApiContext, "services" | "environment">;

/** Adds the outcome of the creation to each customer whose creation is stored. */
function withOutcomes<Some extends Customer>(
  customers: readonly Some[],
  creations: readonly StoredCreation[],
): readonly Some[] {
  if (creations.length === 0) return customers;
  const byCustomer = new Map(creations.map((creation) => [idKey(creation.customerID), creation]));
  return customers.map((customer) => {
    const known = byCustomer.get(idKey(customer.customerID));
    if (!known) return customer;
    const { operationID, jobID, detail } = known;
    const outcome = { outcome: outcomeOfDetail[detail], outcomeDetail: detail };
    return { ...customer, creation: { operationID, ...outcome, ...(jobID === null ? {} : { jobID }) } };
  });
}

const idsOf = (customers: readonly Customer[]) => customers.map(({ customerID }) => customerID);

/**
 * Adds to each customer the outcome of the operation that created it. This is useful because the API lists a customer
 * even before its creation is finished.
 */
export async function withCreations<Some extends Customer>(
  { services, environment }: Context,
  customers: readonly Some[],
): Promise<readonly Some[]> {
  return withOutcomes(customers, await services.store.operations.creationsOf(environment, idsOf(customers)));
}

interface Remembered {
  /** The store from which the outcomes were read. */
  store: OperationOutcomes;
  creations: Promise<StoredCreation[]>;
  /** Until when the outcomes are reused, in milliseconds of the monotonic clock. 0 if reading them failed. */
  untilMs: number;
}

/** How long the outcomes are reused for the same page of a list, in milliseconds. */
const rememberedMs = 1_000;

const memory = createListMemo<Remembered>();

/**
 * Like `withCreations`, but for a page of a list and with outcomes that are up to one second old. If many people view
 * the same page, the store is read only once. Requests with the same API answer share one list object, which belongs to
 * one environment.
 */
export async function withRecentCreations<Some extends Customer>(
  { services, environment }: Context,
  customers: readonly Some[],
): Promise<readonly Some[]> {
  const store = services.store.operations;
  const nowMs = services.clock.monotonic();
  const memorized = memory.of(customers);
  if (memorized?.store === store && nowMs < memorized.untilMs)
    return withOutcomes(customers, await memorized.creations);
  const creations = store.creationsOf(environment, idsOf(customers));
  const read = { store, creations, untilMs: nowMs + rememberedMs };
  memory.set(customers, read);
  creations.catch(() => {
    read.untilMs = 0;
  });
  return withOutcomes(customers, await creations);
}
