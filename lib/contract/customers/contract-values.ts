import { z } from "zod";

/**
 * The answer of `GET /api/{environment}/contract-values`: the values that forms offer, because the specification
 * (section 2) does not list them. Configured values come first, then those found in the API's answers. Another value
 * may be typed, and only the API can refuse it.
 */
export const contractValuesSchema = z.object({
  plans: z.array(z.string()),
  terms: z.array(z.string()),
  /** Those of `plans` that need no administrator email (section 4.3). */
  hardwareOnlyPlans: z.array(z.string()),
  /**
   * True if the configuration names the hardware-only plans; otherwise a plan counts as one if its name contains
   * "hardware", in any letter case.
   */
  hardwareOnlyConfigured: z.boolean(),
  /** For how many minutes after its time a planned change is still tried. */
  plannedGraceMinutes: z.number(),
});

export type ContractValues = z.infer<typeof contractValuesSchema>;
