import type * as Real from "#server/bff/known/known-customers.ts";

// `leave-out.ts` does not replace a module whose address has a query.
const address = new URL("../../../server/bff/known/known-customers.ts?real", import.meta.url).href;
const real: typeof Real = await import(address);

let isNoting = false;
process.on("SIGUSR2", () => {
  isNoting = !isNoting;
});

/**
 * Replaces the console's own store of known customers in a benchmark. It notes no answer until the process gets
 * SIGUSR2. Each further signal switches noting off or on again.
 */
export function createKnownCustomers(...options: Parameters<typeof real.createKnownCustomers>): Real.KnownCustomers {
  const known = real.createKnownCustomers(...options);
  return { ...known, note: (...reading) => (isNoting ? known.note(...reading) : undefined) };
}
