import { contractValueKey } from "./contract-value-key.ts";

/** What the console knows about plans that need no administrator email. */
interface HardwareOnlyRule {
  hardwareOnlyPlans: readonly string[];
  hardwareOnlyConfigured: boolean;
}

/**
 * True if the plan needs no administrator email, as far as the console knows. The plan may be a suggested value or a
 * typed value.
 */
export function isHardwareOnly(plan: string, { hardwareOnlyPlans, hardwareOnlyConfigured }: HardwareOnlyRule): boolean {
  const key = contractValueKey(plan);
  if (hardwareOnlyConfigured) return hardwareOnlyPlans.some((known) => contractValueKey(known) === key);
  return key.includes("hardware");
}
