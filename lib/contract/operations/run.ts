import { z } from "zod";
import { activeRunStates } from "#lib/contract/values/operations/run-states.ts";

/** Why the console stopped a bulk change or an import. Absent if a person stopped it. */
export const runReasonSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** The earliest time at which a new attempt makes sense. */
  retryAt: z.string().optional(),
  /** When a freeze has stopped the run. It continues by itself after the freeze. */
  frozenAt: z.string().optional(),
  /** When the change limit stopped the run. The run continues by itself when more customers can be changed. */
  limitedAt: z.string().optional(),
});

export type RunReason = z.infer<typeof runReasonSchema>;

/**
 * A person who acted on a run (a bulk change or an import). `email`: the address at the time of the action. `name`: the
 * current name. Absent for an API client, whose name is in `email`, and for a removed person.
 */
export const runPersonSchema = z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() });

/** The members that every run (bulk change or import) has: its people, its reasons and its times. */
export const runShape = {
  /** The person who created the run. */
  actor: runPersonSchema,
  /** The person who last started the sending. The operations are recorded on behalf of this person. */
  runBy: runPersonSchema.optional(),
  /** The reason that the person gave when creating the run. */
  note: z.string().optional(),
  ticket: z.string().optional(),
  /** Why the run is paused or has ended. */
  reason: runReasonSchema.optional(),
  /** For a paused run: the state to which the run returns when it is resumed. */
  pausedFrom: z.enum(activeRunStates).optional(),
  /** ISO 8601 in UTC, like all times in this file. */
  createdAt: z.string(),
  checkedAt: z.string().optional(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
};

/** The body of `…/resume` of a bulk change or an import. A request without a body is allowed. */
export const resumeRunSchema = z
  .strictObject({
    /**
     * The position of the row to send first. This row must be ready. Allowed in the state `checked`, or after the first
     * row has failed.
     */
    first: z.int().min(1).optional(),
    /**
     * The next state, as the page showed it. The request is refused if the next state has changed because of another
     * person's action. Otherwise a person who wants to send one row could send all rows.
     */
    to: z.enum(activeRunStates).optional(),
  })
  .optional();

export type ResumeRun = z.output<typeof resumeRunSchema>;
