/** What is known of plans that need no administrator e-mail. */
interface HardwareOnlyRule {
  hardwareOnlyPlans: readonly string[];
  hardwareOnlyConfigured: boolean;
}

/** Whether a plan, an offered or a typed one, needs no administrator e-mail as far as the console knows. */
export function isHardwareOnly(plan: string, { hardwareOnlyPlans, hardwareOnlyConfigured }: HardwareOnlyRule): boolean {
  const name = plan.trim().toLowerCase();
  if (hardwareOnlyConfigured) return hardwareOnlyPlans.some((known) => known.toLowerCase() === name);
  return name.includes("hardware");
}
