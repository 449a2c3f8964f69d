import { setImmediate } from "node:timers/promises";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import type { ProvisioningStore } from "../store/open-store.ts";
import { generateCustomers } from "./generate-customers.ts";
import { newestSeeded, seedResources } from "./seed-resources.ts";

/** The maximum age of the demo data, in milliseconds. Older demo data is moved to the present. */
const staleAfterMs = 3_600_000;

/** The number of sandbox customers: a share of the number of production customers, up to a maximum. */
const sandboxPart = 1 / 10;
const sandboxMost = 10_000;

/** After how many added customers the progress is reported. */
const reportEvery = 100_000;

/** The maximum number of customers that are in memory at once. Up to a million customers are generated. */
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
 * Fills an empty store with demo data: `customers` customers in production, and a tenth of that number in the sandbox
 * (at most 10,000). All of this is one transaction, so the store stays empty if the process is killed. If the store
 * contains any customer or was filled before, nothing is changed. Returns the number of added customers of each
 * environment. `onProgress` is called after every 100,000 customers.
 */
export async function seedStore(
  store: ProvisioningStore,
  options: { customers: number; nowMs: number; onProgress?: (added: number, of: number) => void },
): Promise<Record<Environment, number>> {
  const counts: Record<Environment, number> = {
    production: options.customers,
    sandbox: Math.min(sandboxMost, Math.round(options.customers * sandboxPart)),
  };
  const added: Record<Environment, number> = { production: 0, sandbox: 0 };
  if (options.customers === 0 || !(await store.customers.isEmpty())) return added;
  const all = counts.production + counts.sandbox;
  let reported = 0;
  await store.loadCustomers(async (transaction) => {
    const { customers, seeds } = transaction;
    for (const environment of environments) {
      if (!(await seeds.claim(environment, options.nowMs))) continue;
      const generated = generateCustomers({ environment, count: counts[environment], anchorMs: options.nowMs });
      let inserting: Promise<void> = Promise.resolve();
      const newest: CustomerRecord[] = [];
      for (const batch of batches(generated)) {
        if (newest.length === 0) newest.push(...batch.slice(0, newestSeeded[environment]));
        await inserting;
        inserting = customers.insert(environment, batch, true);
        added[environment] += batch.length;
        const sum = added.production + added.sandbox;
        if (Math.floor(sum / reportEvery) > Math.floor(reported / reportEvery)) options.onProgress?.(sum, all);
        reported = sum;
        // Lets the driver send this batch. PostgreSQL then stores it while the next batch is being generated.
        await Promise.race([inserting, setImmediate()]);
      }
      await inserting;
      await seedResources(transaction, { environment, newest, anchorMs: options.nowMs });
    }
  });
  return added;
}

/**
 * For demo mode only. If the demo data is more than an hour old, moves its times to the present. A customer that was
 * created "three hours ago" is then still three hours old on a later day. Returns whether anything was moved.
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
