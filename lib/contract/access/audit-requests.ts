import { z } from "zod";
import { calendarDaySchema, invalidWindow } from "#lib/contract/dates.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { wholeNumber, wordList } from "#lib/contract/list.ts";
import { ticketSchema } from "#lib/contract/operations/write-reference.ts";
import { auditActions } from "#lib/contract/values/access/audit-actions.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { maxAuditText } from "#lib/contract/values/limits.ts";
import { auditEventSchema } from "./audit.ts";
import "#lib/contract/plain-messages.ts";
import { filterIDsSchema, resourceIDSchema } from "#lib/contract/resource-id.ts";

/** The maximum number of events per request. Programs that collect events may request more events than a page shows. */
export const maxAuditLimit = 1_000;

const filters = {
  /** The IDs of people or API clients; may be given several times. */
  actor: filterIDsSchema.optional(),
  /** One or more actions, separated by commas. */
  action: wordList(auditActions).optional(),
  /** The ID of a customer. */
  customer: resourceIDSchema.optional(),
  environment: environmentSchema.optional(),
  ticket: ticketSchema.optional(),
  /** A complete email address, ID, ticket, request ID or IP address. */
  text: z
    .string()
    .trim()
    .max(maxAuditText, { error: `must be ${maxAuditText} characters or less` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: "must not have control characters" })
    .optional()
    .transform((text) => text || undefined),
  /** The range of UTC days of the events. The first and the last day are included. */
  datefrom: calendarDaySchema.optional(),
  dateto: calendarDaySchema.optional(),
};

/** The members of the query that may be given several times. */
export const repeatedAuditFilters = ["actor"] as const;

const sequence = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/**
 * The query of `GET /api/audit`. By default, the newest events come first. With `before`, only events with a lower
 * number are returned. With `after`, only events with a higher number are returned, oldest first. Programs that collect
 * events use `after`.
 */
export const auditListQuerySchema = z
  .strictObject({
    ...filters,
    before: sequence.optional(),
    after: sequence.optional(),
    limit: wholeNumber(1, maxAuditLimit).default(50),
  })
  .refine(isValidWindow, invalidWindow)
  .refine(({ before, after }) => before === undefined || after === undefined, {
    path: ["before"],
    error: "cannot be given together with after: send one of them",
  });

export type AuditListQuery = z.output<typeof auditListQuerySchema>;

export const auditFormats = ["csv", "ndjson"] as const;

/** The query of `GET /api/audit/export`: the filters of the list. The oldest events come first. */
export const auditExportQuerySchema = z
  .strictObject({ ...filters, format: z.enum(auditFormats, { error: `must be ${auditFormats.join(" or ")}` }) })
  .refine(isValidWindow, invalidWindow);

export type AuditFormat = (typeof auditFormats)[number];

export type AuditExportQuery = z.output<typeof auditExportQuerySchema>;

export type AuditFilters = Omit<AuditExportQuery, "format">;

/** The state of the push of events to `AUDIT_PUSH_URL`. */
const pushStateSchema = z.object({
  /** The number of events that the receiver has not accepted yet. */
  waiting: z.number(),
  /**
   * Why the last attempt failed. `retryAt`: the time of the next attempt. Both are absent if the last attempt
   * succeeded.
   */
  problem: z.string().optional(),
  retryAt: z.string().optional(),
  /** When sending was stopped because the store was restored. Absent if sending is not stopped. */
  stoppedAt: z.string().optional(),
});

export const auditListSchema = z.object({
  events: z.array(auditEventSchema),
  /** The value of `before` or `after` for the next request in the same direction; absent at the end of the log. */
  next: z.number().optional(),
  /**
   * The number of events that match the filters, regardless of `before`. Absent if there are more than `maxAuditCount`,
   * or if the request has `after`.
   */
  total: z.number().optional(),
  asOf: z.string(),
  /** The people and API clients of these events, by their current names. Absent with `after`. */
  people: z.array(z.object({ staffID: z.string(), name: z.string() })).optional(),
  /** The known names of the customers of these events. Absent with `after`. */
  customers: z
    .array(z.object({ environment: environmentSchema, customerID: z.string(), companyName: z.string() }))
    .optional(),
  /**
   * The names of the bulk changes and imports of these events: the reason or the name of the file. A bulk change
   * without either is left out. Absent with `after`.
   */
  runs: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  /** Absent if no push is configured. */
  push: pushStateSchema.optional(),
  /** True if the newest event is not signed. Absent with `after`. */
  isOpen: z.boolean().optional(),
});

export type AuditList = z.infer<typeof auditListSchema>;

/** The people and API clients that the list can be filtered by. */
export const auditPeopleSchema = z.object({
  people: z.array(z.object({ staffID: z.string(), email: z.string(), name: z.string() })),
});

export type AuditPeople = z.infer<typeof auditPeopleSchema>;

/**
 * The query of `GET /api/audit/verification`. The verification starts after row `after`; the earlier rows are already
 * verified.
 */
export const auditVerificationQuerySchema = z.strictObject({ after: sequence.optional() });

/** A place where the audit log was changed after it was written. */
export const auditBreakSchema = z.object({
  /** The number of the first affected row. */
  sequence: z.number(),
  /**
   * What is wrong.
   * - `edited`: the row does not match its hash.
   * - `missing`: the rows from `sequence` to `until` are gone.
   * - `unlinked`: the row matches its own hash but does not follow the row before it.
   * - `added`: the row comes after the stored end of the log.
   * - `forged`: the row matches its hash but was not signed with the key.
   * - `unsigned`: the row has no key although the log has one.
   * - `end-changed`: the stored end of the log was moved.
   * - `unrecorded`: the rows from `sequence` to `until` are gone from the start of the log, and no retention event
   *   explains the gap.
   * - `replaced`: the audit push or the last backup contains a different row with this number.
   */
  kind: z.enum([
    ...(["edited", "missing", "unlinked", "added"] as const),
    ...(["forged", "unsigned", "end-changed", "unrecorded", "replaced"] as const),
  ]),
  until: z.number().optional(),
});

export type AuditBreak = z.infer<typeof auditBreakSchema>;

/** The answer of `GET /api/audit/verification`, for one part of the log. */
export const auditVerificationSchema = z.object({
  /** The number of rows in this part. */
  rows: z.number(),
  /** The numbers of the first and the last row that the log still has. */
  first: z.number(),
  last: z.number(),
  breaks: z.array(auditBreakSchema),
  /**
   * True if the newest event is not signed. A person who can write to the database could then rewrite the complete log.
   */
  isOpen: z.boolean(),
  /** The IDs of keys that signed events in this part but are unknown to this console. */
  unknownKeys: z.array(z.string()),
  /** The value of `after` for the next part; absent at the end of the log. */
  next: z.number().optional(),
});

export type AuditVerificationPart = z.infer<typeof auditVerificationSchema>;
