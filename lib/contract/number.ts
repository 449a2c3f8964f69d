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
  raw: z.record(z.string(), z.unknown()),
});

/** A telephone number. Its name is not `Number`, because JavaScript has a global of that name. */
export type TelephoneNumber = z.infer<typeof numberSchema>;

/** The answer of `GET /api/{environment}/numbers`. */
export const numberListSchema = z.object({ numbers: z.array(numberSchema), ...listEnvelope });

export type NumberList = z.infer<typeof numberListSchema>;
