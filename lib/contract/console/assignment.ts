import { z } from "zod";

/** `name`: the current name. Absent for a removed person. */
const personSchema = z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() });

/** Who works on an item that needs attention, or on a customer. */
export const assignmentSchema = z.object({
  /** Absent: it was handed over to the next shift, and nobody has taken it over. */
  assignee: personSchema.optional(),
  /** When the assignee was set; ISO 8601 in UTC. */
  at: z.string(),
  /** The last hand-over. Absent: the assignee took it, and nobody handed it over. */
  handover: z
    .object({
      by: personSchema,
      /** ISO 8601 in UTC. */
      at: z.string(),
      /** What is left to do, as the person wrote it. */
      note: z.string(),
      ticket: z.string().optional(),
      /** The query of the customers list that the person had open. */
      filters: z.string().optional(),
      /** The key of the draft that the next person gets. Absent: there is no draft. */
      draftKey: z.string().optional(),
    })
    .optional(),
});

export type Assignment = z.infer<typeof assignmentSchema>;
