import { z } from "zod";
import { listEnvelope } from "./list.ts";

/** A telephone number (specification, section 4.9). `raw` is the record as the API sent it. */
export const numberSchema = z.object({
  /** The number as the API writes it. */
  number: z.string(),
  /** The number as it is usually written in its country. Absent if no numbering plan matches the number. */
  formatted: z.string().optional(),
  customerID: z.string().optional(),
  /** The customer's name, if the console knows it. The API does not send a name with a number. */
  companyName: z.string().optional(),
  /**
   * When the newest answer with the number arrived. Only in answers from the store of known numbers, which has no raw
   * data.
   */
  seenAt: z.string().optional(),
  raw: z.record(z.string(), z.unknown()),
});

/** A telephone number. The type is not called `Number`, because JavaScript has a global with this name. */
export type TelephoneNumber = z.infer<typeof numberSchema>;

/** The answer of `GET /api/{environment}/numbers`. */
export const numberListSchema = z.object({
  numbers: z.array(numberSchema),
  ...listEnvelope,
  /** `known`: the API does not answer, so the numbers come from earlier answers. The API may have more numbers. */
  source: z.literal("known").optional(),
});

export type NumberList = z.infer<typeof numberListSchema>;
