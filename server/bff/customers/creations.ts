import type { Customer } from "#lib/contract/customers/customer.ts";
import { outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import type { OperationOutcomes, StoredCreation } from "#server/bff/store/schema/operation-outcomes.ts";

type Context = Pick<ApiContext, "services" | "environment">;

/** Customers with what the operations that created them have come to, as far as there are any. */
function joined<Some extends Customer>(
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
 * Customers with what the console's own operation that created each has come to: the API lists a customer from
 * the first moment, whether its creation is done or not.
 */
export async function withCreations<Some extends Customer>(
  { services, environment }: Context,
  customers: readonly Some[],
): Promise<readonly Some[]> {
  return joined(customers, await services.store.operations.creationsOf(environment, idsOf(customers)));
}

interface Remembered {
  /** Where they were read. */
  store: OperationOutcomes;
  creations: Promise<StoredCreation[]>;
  /** By the monotonic clock; 0 where they could not be read. */
  untilMs: number;
}

/** How long one reading serves everybody who looks at the same page of a list; milliseconds. */
const rememberedMs = 1_000;

const memory = createListMemo<Remembered>();

/**
 * The same of a page of a list, at most a second old: a page that many look at costs the store one reading. Those who
 * get the same answer of the API have the same list, which belongs to one environment.
 */
export async function withRecentCreations<Some extends Customer>(
  { services, environment }: Context,
  customers: readonly Some[],
): Promise<readonly Some[]> {
  const store = services.store.operations;
  const nowMs = services.clock.monotonic();
  const known = memory.of(customers);
  if (known?.store === store && nowMs < known.untilMs) return joined(customers, await known.creations);
  const creations = store.creationsOf(environment, idsOf(customers));
  const read = { store, creations, untilMs: nowMs + rememberedMs };
  memory.set(customers, read);
  creations.catch(() => {
    read.untilMs = 0;
  });
  return joined(customers, await creations);
}
