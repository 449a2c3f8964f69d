import { z } from "zod";
import { differenceDecisions, differenceKinds, severities } from "#lib/contract/values/api-behaviour.ts";
import "#lib/contract/plain-messages.ts";

/** A way in which answers of the API differ from what the console expects, or from earlier answers. */
export const differenceSchema = z.object({
  /** The same difference always has the same ID, on every replica and after every restart. */
  differenceID: z.string(),
  environment: z.string(),
  where: z.object({
    /** The operation, such as `GET /customers`. */
    operation: z.string(),
    status: z.string(),
    /** The place in the body, such as `customers[].contract.plan`. Empty for the body itself. */
    path: z.string(),
  }),
  kind: z.enum(differenceKinds),
  severity: z.enum(severities),
  /** The observed value: a type, a format, a word, a status, or a member's name. */
  found: z.string().optional(),
  /** The value that the console expects. */
  expected: z.string().optional(),
  /** `count`: how often the observed value occurred. `of`: how many values occurred at this place. */
  count: z.number(),
  of: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
  /** The request ID of the latest answer of this operation with this status. */
  requestID: z.string(),
  decision: z
    .object({
      decision: z.enum(differenceDecisions),
      reason: z.string(),
      /** The e-mail address of the person who decided, and the current name. */
      by: z.string(),
      byName: z.string().optional(),
      at: z.string(),
    })
    .optional(),
});

export type Difference = z.infer<typeof differenceSchema>;

/** The answer of `POST /api/{environment}/profile/{differenceID}/decision`. */
export const differenceAnswerSchema = z.object({ difference: differenceSchema });

/** The API's observed behaviour in a case that the specification does not define. */
export const silenceSchema = z.object({
  /** The ID of the question. The page's texts contain the question itself. */
  question: z.string(),
  /** The section of the specification that leaves the question open. */
  section: z.string(),
  /** The observed behaviours, and how often each was observed; empty if there are none. */
  findings: z.array(z.object({ found: z.string(), count: z.number() })),
  /** The number of API answers on which the findings are based. */
  answers: z.number(),
});

export type Silence = z.infer<typeof silenceSchema>;

/** The answers that were observed for one API operation. */
export const operationDescriptionSchema = z.object({
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
          /** The observed types, formats and words, the most frequent first. */
          types: z.array(z.string()),
          words: z.array(z.string()),
          /** The share of records that contain this member, from 0 to 1. */
          present: z.number(),
        }),
      ),
    }),
  ),
});

export type OperationDescription = z.infer<typeof operationDescriptionSchema>;

/** The answer of `GET /api/{environment}/profile`. */
export const apiBehaviourSchema = z.object({
  asOf: z.string(),
  /** When the first answer was examined; absent if no answer was examined yet. */
  since: z.string().optional(),
  answers: z.number(),
  skipped: z.number(),
  differences: z.array(differenceSchema),
  silences: z.array(silenceSchema),
  operations: z.array(operationDescriptionSchema),
});

export type ApiBehaviour = z.infer<typeof apiBehaviourSchema>;

/** The body of `POST /api/{environment}/profile/{differenceID}/decision`. */
export const differenceDecisionSchema = z.strictObject({
  decision: z.enum([...differenceDecisions, "reopened"]),
  reason: z.string().trim().min(3, { error: "must say why, in 3 characters or more" }).max(500),
});

export type DifferenceDecision = z.output<typeof differenceDecisionSchema>;
