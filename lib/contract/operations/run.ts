import { z } from "zod";
import { activeRunStates } from "#lib/contract/values/operations/run-states.ts";

/** Why a bulk change or an import stopped without a person. */
export const runReasonSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** Before this trying again is useless. */
  retryAt: z.string().optional(),
});

export type RunReason = z.infer<typeof runReasonSchema>;

/** A person of a run, with the address at that time. */
export const runPersonSchema = z.object({ staffID: z.string(), email: z.string() });

/** The members of a bulk change and of an import that say who runs it and how far it is. */
export const runShape = {
  /** The person who created it. */
  actor: runPersonSchema,
  /** The person who last started sending: the operations are theirs. */
  runBy: runPersonSchema.optional(),
  /** Why it was started. */
  note: z.string().optional(),
  ticket: z.string().optional(),
  /** Why it is paused or over. */
  reason: runReasonSchema.optional(),
  /** The state in which a paused one continues. */
  pausedFrom: z.enum(activeRunStates).optional(),
  /** ISO 8601 in UTC, as all instants here. */
  createdAt: z.string(),
  checkedAt: z.string().optional(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
};

/** The body of `…/resume` of a bulk change or an import; none is the same as an empty one. */
export const resumeRunSchema = z
  .strictObject({
    /** The position of the row to send first, of those that are ready: from `checked`, or where the first one failed. */
    first: z.int().min(1).optional(),
    /**
     * The next state that the page announced. Another person may have moved the run on meanwhile, and a person who wants
     * to send one row must not send all of them.
     */
    to: z.enum(activeRunStates).optional(),
  })
  .optional();

export type ResumeRun = z.output<typeof resumeRunSchema>;
