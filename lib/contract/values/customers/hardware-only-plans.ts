import { contractValueKey } from "./contract-value-key.ts";

/** What is known of plans that need no administrator e-mail. */
interface HardwareOnlyRule {
  hardwareOnlyPlans: readonly string[];
  hardwareOnlyConfigured: boolean;
}

/** Whether a plan, an offered or a typed one, needs no administrator e-mail as far as the console knows. */
export function isHardwareOnly(plan: string, { hardwareOnlyPlans, hardwareOnlyConfigured }: HardwareOnlyRule): boolean {
  const key = contractValueKey(plan);
  if (hardwareOnlyConfigured) return hardwareOnlyPlans.some((known) => contractValueKey(known) === key);
  return key.includes("hardware");
}
