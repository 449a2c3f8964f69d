import type { ContractValues } from "#lib/contract/customers/contract-values.ts";
import { customerListQuerySchema } from "#lib/contract/customers/customer-list.ts";
import { isHardwareOnly } from "#lib/contract/values/customers/hardware-only-plans.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { listCustomers } from "#server/bff/customers/list-customers.ts";
import type { ContractServices } from "./contract-services.ts";

/** Where a page of customers was looked at already: what came past by chance may be the least of it. */
const lookedThrough = new WeakSet<object>();

/**
 * The plans and terms that forms offer in one environment: the configured ones, then those that were seen
 * there. Before the first time a page of customers is looked at.
 */
export async function listContractValues({
  context,
}: {
  context: ApiContext<ContractServices>;
}): Promise<ContractValues> {
  const { services, environment } = context;
  const configured = services.configuredValues;
  const seen = services.directories[environment].seenValues;
  if (!lookedThrough.has(seen)) await lookAtCustomers(context, seen);
  const known = { hardwareOnlyConfigured: configured.hardwareOnlyPlans !== undefined };
  const named = [...(configured.hardwareOnlyPlans ?? [])];
  const plans = [...new Set([...configured.plans, ...named, ...seen.plans().toSorted()])];
  return {
    ...known,
    plannedGraceMinutes: configured.plannedGraceMinutes,
    plans,
    terms: [...new Set([...configured.terms, ...seen.terms().toSorted()])],
    hardwareOnlyPlans: plans.filter((plan) => isHardwareOnly(plan, { ...known, hardwareOnlyPlans: named })),
  };
}

/** A form works without: what the API cannot show just now is typed. */
async function lookAtCustomers(context: ApiContext<ContractServices>, seen: object): Promise<void> {
  const input = customerListQuerySchema.parse({ limit: "100", datefrom: earliestDate });
  await listCustomers({ context, input }).then(
    () => lookedThrough.add(seen),
    () => {},
  );
}
