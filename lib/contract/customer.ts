import { z } from "zod";

/**
 * A customer as the console knows it (the canonical model). Members that the API left out are
 * absent, never invented; `raw` is the record exactly as it came.
 */
export const customerSchema = z.object({
  customerID: z.string(),
  companyName: z.string(),
  /** A whole number of users, where the API tells it. */
  usersCount: z.number().optional(),
  /** ISO 8601 instant with a zone; the basis of the window (specification, section 2). */
  created: z.string().optional(),
  deleted: z.boolean(),
  /** ISO 8601 instant, where the API tells it. */
  deletedAt: z.string().optional(),
  contract: z.object({ term: z.string().optional(), plan: z.string().optional() }),
  adminUser: z.object({ email: z.string().optional() }),
  raw: z.record(z.string(), z.unknown()),
});

export type Customer = z.infer<typeof customerSchema>;
