import { z } from "zod";

/**
 * The answer of `GET /api/{environment}/contract-values`: the values that forms offer, because the specification
 * (section 2) does not list them. Configured values come first, then values from the API's answers. A person may type
 * any other value. Only the API can refuse such a value.
 */
export const contractValuesSchema = z.object({
  plans: z.array(z.string()),
  terms: z.array(z.string()),
  /** The plans among `plans` that need no administrator email (section 4.3). */
  hardwareOnlyPlans: z.array(z.string()),
  /**
   * True if the configuration names the hardware-only plans. Otherwise every plan with "hardware" in its name, in any
   * letter case, is one.
   */
  hardwareOnlyConfigured: z.boolean(),
  /** The number of minutes after the planned time in which the console still tries to send a planned change. */
  plannedGraceMinutes: z.number(),
});

export type ContractValues = z.infer<typeof contractValuesSchema>;
