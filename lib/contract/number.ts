import { z } from "zod";
import { listEnvelope } from "./list.ts";

/** A telephone number (specification, section 4.9) as the console knows it; `raw` is the record as the API sent it. */
export const numberSchema = z.object({
  /** The number as the API writes it. */
  number: z.string(),
  /** The number as it is usually written in its country; absent if the number fits no numbering plan. */
  formatted: z.string().optional(),
  customerID: z.string().optional(),
  /** The customer's name, if the console knows it. The API does not send a name with a number. */
  companyName: z.string().optional(),
  /** When the newest answer arrived that showed the number. Only in an answer from the record, which has no raw data. */
  seenAt: z.string().optional(),
  raw: z.record(z.string(), z.unknown()),
});

/** A telephone number. Its name is not `Number`, because JavaScript has a global of that name. */
export type TelephoneNumber = z.infer<typeof numberSchema>;

/** The answer of `GET /api/{environment}/numbers`. */
export const numberListSchema = z.object({
  numbers: z.array(numberSchema),
  ...listEnvelope,
  /** `known`: the numbers that answers have shown, because the API cannot be asked. The API may have others. */
  source: z.literal("known").optional(),
});

export type NumberList = z.infer<typeof numberListSchema>;
