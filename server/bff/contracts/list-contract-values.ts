import type { ContractValues } from "#lib/contract/customers/contract-values.ts";
import { customerListQuerySchema } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isHardwareOnly } from "#lib/contract/values/customers/hardware-only-plans.ts";
import { knownContractValue } from "#lib/format/contract-value-name.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import type { ConfiguredValues } from "#server/bff/config/env.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { listCustomers } from "#server/bff/customers/list-customers.ts";
import type { ContractServices } from "./contract-services.ts";

/** The services that know plans and terms. */
export interface KnownValueServices extends Pick<CoreServices, "store"> {
  configuredValues: ConfiguredValues;
}

/**
 * The value memories (`seenValues`) of environments for which a page of customers was already read. Until then, a
 * memory may know only a few of the values.
 */
const sampledMemories = new WeakSet<object>();

/**
 * The values without duplicates. If exactly one observed value matches a configured value, the observed spelling is
 * used.
 */
const uniqueValues = (member: "plan" | "term", configured: readonly string[], observed: readonly string[]) => [
  ...new Set([...configured.map((value) => knownContractValue(member, value, observed)), ...observed]),
];

function valuesOf(
  { plans, terms, hardwareOnlyPlans }: ConfiguredValues,
  observed: { plans: readonly string[]; terms: readonly string[] },
) {
  return {
    plans: uniqueValues("plan", [...plans, ...(hardwareOnlyPlans ?? [])], observed.plans),
    terms: uniqueValues("term", terms, observed.terms),
  };
}

/**
 * The known plans and terms of an environment: the configured values, and the values that at least one replica has
 * observed. Does not call the API.
 */
export async function knownContractValues(
  { store, configuredValues }: KnownValueServices,
  environment: Environment,
  on?: Parameters<KnownValueServices["store"]["contractValues"]["list"]>[1],
) {
  return valuesOf(configuredValues, await store.contractValues.list(environment, on));
}

/**
 * The plans and terms that forms offer in an environment: the configured values, followed by the observed values. The
 * first call also reads a page of customers.
 */
export async function listContractValues({
  context,
}: {
  context: ApiContext<ContractServices>;
}): Promise<ContractValues> {
  const { services, environment } = context;
  const configured = services.configuredValues;
  const seenValues = services.known[environment].seenValues;
  if (!sampledMemories.has(seenValues)) await sampleCustomers(context, seenValues);
  const stored = await services.store.contractValues.list(environment);
  const union = (own: readonly string[], kept: readonly string[]) => [...new Set([...own, ...kept])].toSorted();
  const values = valuesOf(configured, {
    plans: union(seenValues.plans(), stored.plans),
    terms: union(seenValues.terms(), stored.terms),
  });
  const knownValues = {
    hardwareOnlyConfigured: configured.hardwareOnlyPlans !== undefined,
    hardwareOnlyPlans: configured.hardwareOnlyPlans ?? [],
  };
  return {
    hardwareOnlyConfigured: knownValues.hardwareOnlyConfigured,
    ...values,
    hardwareOnlyPlans: values.plans.filter((plan) => isHardwareOnly(plan, knownValues)),
    plannedGraceMinutes: configured.plannedGraceMinutes,
  };
}

/**
 * Reads a page of customers to observe their values. Errors are ignored, because people can also type a value that the
 * form does not offer.
 */
async function sampleCustomers(context: ApiContext<ContractServices>, seenValues: object): Promise<void> {
  const input = customerListQuerySchema.parse({ limit: "100", datefrom: earliestDate });
  await listCustomers({ context, input }).then(
    () => sampledMemories.add(seenValues),
    () => {},
  );
}
