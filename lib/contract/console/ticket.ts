import { z } from "zod";
import { noteSchema } from "#lib/contract/console/customer-notes.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { bulkSchema } from "#lib/contract/operations/bulk.ts";
import { importSchema } from "#lib/contract/operations/imports.ts";
import { operationSchema } from "#lib/contract/operations/operation.ts";
import { plannedChangeSchema } from "#lib/contract/operations/planned.ts";

/** The maximum number of entries of each kind on a ticket's page. The list page of each kind shows all entries. */
export const maxTicketItems = 50;

/** Everything that was done for a ticket in one environment. Each list has its newest entries first. */
const ticketEnvironmentSchema = z.object({
  environment: environmentSchema,
  /**
   * The operations for the ticket. Operations of bulk changes and imports are not included: `bulks` and `imports`
   * contain these bulk changes and imports.
   */
  operations: z.object({ items: z.array(operationSchema), total: z.number() }),
  bulks: z.object({ items: z.array(bulkSchema), total: z.number() }),
  /** `items` is empty for a person who may not open imports. `total` still counts the imports. */
  imports: z.object({ items: z.array(importSchema), total: z.number() }),
  planned: z.object({ items: z.array(plannedChangeSchema), total: z.number() }),
  notes: z.object({ items: z.array(noteSchema), total: z.number() }),
});

export type TicketEnvironment = z.infer<typeof ticketEnvironmentSchema>;

/**
 * The answer of `GET /api/tickets/{ticket}`: everything that was done for the ticket, in every environment that the
 * person may see.
 */
export const ticketAnswerSchema = z.object({
  /**
   * The ticket in its stored spelling, because requests may use any letter case. If nothing is stored for the ticket,
   * the spelling of the request.
   */
  ticket: z.string(),
  /** The URL of the ticket in the ticket system, from `TICKET_URL`. */
  link: z.string().optional(),
  environments: z.array(ticketEnvironmentSchema),
  asOf: z.string(),
});

export type TicketAnswer = z.infer<typeof ticketAnswerSchema>;
