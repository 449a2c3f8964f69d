import { z } from "zod";
import { differenceDecisions, differenceKinds, severities } from "#lib/contract/values/api-profile.ts";
import "#lib/contract/plain-messages.ts";

/** How the API's answers differ from what the console expects, or from what they were. */
export const differenceSchema = z.object({
  /** The same for the same difference, on every replica and after each start. */
  differenceID: z.string(),
  environment: z.string(),
  where: z.object({
    /** Such as `GET /customers`. */
    operation: z.string(),
    status: z.string(),
    /** The place in the body, such as `customers[].contract.plan`; empty for the body itself. */
    path: z.string(),
  }),
  kind: z.enum(differenceKinds),
  severity: z.enum(severities),
  /** What is there: a type, a format, a word, a member's name or a status. */
  found: z.string().optional(),
  /** What the console expects in its place. */
  expected: z.string().optional(),
  /** How often, of how many values at this place. */
  count: z.number(),
  of: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
  /** The request ID of the latest answer of this operation and status. */
  requestID: z.string(),
  decision: z
    .object({
      decision: z.enum(differenceDecisions),
      reason: z.string(),
      by: z.string(),
      at: z.string(),
    })
    .optional(),
});

export type Difference = z.infer<typeof differenceSchema>;

/** What the API does where the specification is silent. */
export const silenceSchema = z.object({
  /** Names the question; the page has its words. */
  question: z.string(),
  /** The section of the specification. */
  section: z.string(),
  /** What was seen; empty where nothing was. */
  findings: z.array(z.object({ found: z.string(), count: z.number() })),
  /** How many answers that rests on. */
  answers: z.number(),
});

export type Silence = z.infer<typeof silenceSchema>;

/** What one operation of the API answered. */
export const profiledOperationSchema = z.object({
  operation: z.string(),
  skipped: z.number(),
  statuses: z.array(
    z.object({
      status: z.string(),
      answers: z.number(),
      firstSeen: z.string(),
      lastSeen: z.string(),
      bytes: z.object({ min: z.number(), max: z.number(), mean: z.number() }),
      members: z.array(
        z.object({
          path: z.string(),
          /** Types, formats and words as they were seen, the most frequent first. */
          types: z.array(z.string()),
          words: z.array(z.string()),
          /** The share of the records that have it, from 0 to 1. */
          present: z.number(),
        }),
      ),
    }),
  ),
});

export type ProfiledOperation = z.infer<typeof profiledOperationSchema>;

/** The answer of `GET /api/{environment}/profile`. */
export const apiProfileSchema = z.object({
  asOf: z.string(),
  /** When the first answer was examined; absent before. */
  since: z.string().optional(),
  answers: z.number(),
  skipped: z.number(),
  differences: z.array(differenceSchema),
  silences: z.array(silenceSchema),
  operations: z.array(profiledOperationSchema),
});

export type ApiProfileAnswer = z.infer<typeof apiProfileSchema>;

/** The body of `POST /api/{environment}/profile/{differenceID}/decision`. */
export const differenceDecisionSchema = z.strictObject({
  decision: z.enum([...differenceDecisions, "reopened"]),
  reason: z.string().trim().min(3, { error: "must say why, in 3 characters or more" }).max(500),
});

export type DifferenceDecision = z.output<typeof differenceDecisionSchema>;
