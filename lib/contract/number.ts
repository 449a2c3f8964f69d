import { z } from "zod";
import { listEnvelope } from "./list.ts";

/** A telephone number (specification, section 4.9) as the console knows it; `raw` is the record as the API sent it. */
export const numberSchema = z.object({
  /** As the API writes it. */
  number: z.string(),
  /** Formatted as usual in its country; absent if no numbering plan knows it. */
  formatted: z.string().optional(),
  customerID: z.string().optional(),
  /** The customer's name, if the console knows it: the API does not send it with a number. */
  companyName: z.string().optional(),
  raw: z.record(z.string(), z.unknown()),
});

/** A telephone number. Not named `Number`, which is a JavaScript global. */
export type TelephoneNumber = z.infer<typeof numberSchema>;

/** The answer of `GET /api/{environment}/numbers`. */
export const numberListSchema = z.object({ numbers: z.array(numberSchema), ...listEnvelope });

export type NumberList = z.infer<typeof numberListSchema>;
