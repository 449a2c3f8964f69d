import { z } from "zod";
import { activeRunStates } from "#lib/contract/values/operations/run-states.ts";

/** Why a bulk change or an import stopped, if no person stopped it. */
export const runReasonSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** The earliest time at which trying again makes sense. */
  retryAt: z.string().optional(),
});

export type RunReason = z.infer<typeof runReasonSchema>;

/** A person of a run, with their email address at that time. */
export const runPersonSchema = z.object({ staffID: z.string(), email: z.string() });

/** The members that bulk changes and imports share: who runs them, and their state. */
export const runShape = {
  /** The person who created the run. */
  actor: runPersonSchema,
  /** The person who last started sending. The operations are recorded under this person's name. */
  runBy: runPersonSchema.optional(),
  /** The reason that the person gave when they created the run. */
  note: z.string().optional(),
  ticket: z.string().optional(),
  /** Why the run is paused or over. */
  reason: runReasonSchema.optional(),
  /** For a paused run: the state in which the run continues. */
  pausedFrom: z.enum(activeRunStates).optional(),
  /** ISO 8601 in UTC, as all instants here. */
  createdAt: z.string(),
  checkedAt: z.string().optional(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
};

/** The body of `…/resume` of a bulk change or an import. A request without a body is allowed. */
export const resumeRunSchema = z
  .strictObject({
    /**
     * The position of the row to send first. That row must be ready. Allowed in the state `checked`, or after the first
     * row has failed.
     */
    first: z.int().min(1).optional(),
    /**
     * The next state, as the page showed it. If another person has taken a step in the meantime, the next state may be
     * different. The request is then refused, so that a person who wants to send one row never sends all rows.
     */
    to: z.enum(activeRunStates).optional(),
  })
  .optional();

export type ResumeRun = z.output<typeof resumeRunSchema>;
