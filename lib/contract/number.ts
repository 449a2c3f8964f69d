import { z } from "zod";
import { listEnvelope } from "./list.ts";

/** A telephone number (specification, section 4.9) as the console knows it; `raw` is the record as the API sent it. */
export const numberSchema = z.object({
  /** As the API writes it. */
  number: z.string(),
  /** As people of its country group it; absent where no numbering plan knows it. */
  formatted: z.string().optional(),
  customerID: z.string().optional(),
  /** The customer's name, where the console knows it: the API names none with a number. */
  companyName: z.string().optional(),
  raw: z.record(z.string(), z.unknown()),
});

/** A telephone number, not to be mistaken for JavaScript's own. */
export type TelephoneNumber = z.infer<typeof numberSchema>;

/** The answer of `GET /api/{environment}/numbers`. */
export const numberListSchema = z.object({ numbers: z.array(numberSchema), ...listEnvelope });

export type NumberList = z.infer<typeof numberListSchema>;
