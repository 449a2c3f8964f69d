import { z } from "zod";

/**
 * The answer of `GET /api/{environment}/contract-values`: the plans and terms that forms suggest. The specification
 * (section 2) does not list them. Configured values come first, then values from the API's answers. A person may type
 * any other value. Only the API can refuse it.
 */
export const contractValuesSchema = z.object({
  plans: z.array(z.string()),
  terms: z.array(z.string()),
  /** The plans in `plans` that need no administrator email (section 4.3). */
  hardwareOnlyPlans: z.array(z.string()),
  /**
   * True if the configuration lists the hardware-only plans. False: every plan whose name contains "hardware" counts as
   * hardware-only. Letter case is ignored.
   */
  hardwareOnlyConfigured: z.boolean(),
  /** For how many minutes after the planned time the console still tries to send a planned change. */
  plannedGraceMinutes: z.number(),
});

export type ContractValues = z.infer<typeof contractValuesSchema>;
