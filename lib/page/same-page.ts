import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";

const kinds: readonly ((environment: Environment) => string)[] = [
  (at) => pages.newCustomer(at),
  (at) => pages.customers(at),
  (at) => pages.jobs(at),
  (at) => pages.numbers(at),
  (at) => pages.webhooks(at),
  (at) => pages.operations(at),
  (at) => pages.bulks(at),
  (at) => pages.imports(at),
  (at) => pages.planned(at),
  (at) => pages.calls(at),
  (at) => pages.apiStatus(at),
  (at) => pages.apiProfile(at),
];

/** The page of the same kind in the other environment; filters and IDs belong to one environment only. */
export function samePage(pathname: string, from: Environment | undefined, to: Environment): string {
  if (from === undefined) return pages.overview(to);
  const kind = kinds.find((page) => pathname === page(from) || pathname.startsWith(`${page(from)}/`));
  return (kind ?? pages.overview)(to);
}
