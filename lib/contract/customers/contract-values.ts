import { z } from "zod";

/**
 * The answer of `GET /api/{environment}/contract-values`: what forms offer, because the specification
 * (section 2) does not show the allowed values. Those of the configuration come first, then those that
 * the API's answers have shown; another may be typed, and only the API refuses it.
 */
export const contractValuesSchema = z.object({
  plans: z.array(z.string()),
  terms: z.array(z.string()),
  /** Of `plans`, those that need no administrator e-mail (section 4.3). */
  hardwareOnlyPlans: z.array(z.string()),
  /**
   * True where the configuration names the hardware-only plans; otherwise a plan is taken for one when its
   * name contains "hardware", in any letter case.
   */
  hardwareOnlyConfigured: z.boolean(),
  /** For how many minutes after its time a planned change is still tried. */
  plannedGraceMinutes: z.number(),
});

export type ContractValues = z.infer<typeof contractValuesSchema>;
