import type * as Real from "#server/bff/known/known-customers.ts";

// `leave-out.ts` does not replace a module whose address has a query.
const address = new URL("../../../server/bff/known/known-customers.ts?real", import.meta.url).href;
const real: typeof Real = await import(address);

let isNoting = false;
process.on("SIGUSR2", () => {
  isNoting = !isNoting;
});

/**
 * Replaces the console's own store of known customers in a benchmark. At first, it records no customers. Each SIGUSR2
 * that the process gets switches the recording on or off.
 */
export function createKnownCustomers(...options: Parameters<typeof real.createKnownCustomers>): Real.KnownCustomers {
  const known = real.createKnownCustomers(...options);
  return { ...known, note: (...reading) => (isNoting ? known.note(...reading) : undefined) };
}
