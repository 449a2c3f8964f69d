import type { Customer } from "#lib/contract/customers/customer.ts";
import { outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import type { OperationOutcomes, StoredCreation } from "#server/bff/store/schema/operation-outcomes.ts";

type Context = Pick<ApiContext, "services" | "environment">;

/** Customers with the outcomes of the operations that created them, if there are any. */
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
 * Adds to each customer the outcome of the console's own operation that created it. The API lists a customer from the
 * start, even before its creation is finished.
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
  /** Until when the outcomes are reused, in the monotonic clock's milliseconds. 0 if they could not be read. */
  untilMs: number;
}

/** How long one reading is reused for the same page of a list, in milliseconds. */
const rememberedMs = 1_000;

const memory = createListMemo<Remembered>();

/**
 * Does the same as `withCreations` for a page of a list, with outcomes that are at most one second old. So a page that
 * many people view costs the store one reading. Requests with the same API answer share the same list, which belongs to
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
