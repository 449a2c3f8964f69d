import type * as Real from "#server/bff/known/known-customers.ts";

// `leave-out.ts` does not replace a module whose address has a query.
const address = new URL("../../../server/bff/known/known-customers.ts?real", import.meta.url).href;
const real: typeof Real = await import(address);

/** Replaces the console's own store of known customers in a benchmark. It records no answer. */
export function createKnownCustomers(...options: Parameters<typeof real.createKnownCustomers>): Real.KnownCustomers {
  return { ...real.createKnownCustomers(...options), note: () => {} };
}
