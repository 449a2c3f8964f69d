import { type Environment, environments } from "#lib/contract/environment.ts";
import type { CustomerRecord } from "../store/customer-store.ts";
import type { ProvisioningStore } from "../store/open-store.ts";
import { generateCustomers } from "./generate-customers.ts";

/** Demo data this much older than its anchor is moved up to now. */
const staleAfterMs = 3_600_000;

/** The sandbox gets this part of the production's customers. */
const sandboxPart = 1 / 10;

/** Customers held in memory at a time: a million of them are seeded too. */
const batchSize = 5_000;

function* batches(customers: Iterable<CustomerRecord>): Generator<CustomerRecord[], void> {
  let batch: CustomerRecord[] = [];
  for (const customer of customers) {
    batch.push(customer);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Fills an empty store with demo data, `customers` in production and a tenth of them in the sandbox,
 * in one transaction: a killed seed leaves the store empty. A store that holds anything, or was
 * seeded before, stays as it is. Returns how many customers were added.
 */
export async function seedStore(
  store: ProvisioningStore,
  options: { customers: number; nowMs: number },
): Promise<Record<Environment, number>> {
  const counts: Record<Environment, number> = {
    production: options.customers,
    sandbox: Math.round(options.customers * sandboxPart),
  };
  const added: Record<Environment, number> = { production: 0, sandbox: 0 };
  if (options.customers === 0) return added;
  await store.transaction(async ({ customers, seeds }) => {
    if (!(await customers.isEmpty())) return;
    for (const environment of environments) {
      if (!(await seeds.claim(environment, options.nowMs))) continue;
      const generated = generateCustomers({ environment, count: counts[environment], anchorMs: options.nowMs });
      for (const batch of batches(generated)) await customers.insert(environment, batch, true);
      added[environment] = counts[environment];
    }
  });
  return added;
}

/**
 * Demo mode only: keeps "created three hours ago" true on a later day, by moving the seeded customers
 * up to now when they have grown more than an hour old. Returns whether anything moved.
 */
export async function moveSeedToNow(store: ProvisioningStore, nowMs: number): Promise<boolean> {
  return store.transaction(async ({ seeds }) => {
    let moved = false;
    for (const environment of environments) {
      const anchorMs = await seeds.anchor(environment);
      if (anchorMs === undefined || nowMs - anchorMs <= staleAfterMs) continue;
      await seeds.move(environment, nowMs);
      moved = true;
    }
    return moved;
  });
}
