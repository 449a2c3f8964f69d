import { z } from "zod";
import { contractSchema } from "#lib/contract/customers/customer.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { listEnvelope, pageQuery, wordList } from "#lib/contract/list.ts";
import { operationSchema } from "#lib/contract/operations/operation.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { proposalKinds, proposalResults, proposalStates } from "#lib/contract/values/operations/proposal-states.ts";
import { approvalDetailSchema, approveSchema, decideWithReasonSchema } from "./approval.ts";
import { bulkSchema } from "./bulk.ts";
import { proposalMembers } from "./proposal-contents.ts";
import { writeReferenceSchema } from "./write-reference.ts";
import "#lib/contract/plain-messages.ts";

const personSchema = z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() });

/** What an assistant proposes, and the decision of a person. */
export const proposalSchema = z.object({
  proposalID: z.string(),
  environment: environmentSchema,
  kind: z.enum(proposalKinds),
  state: z.enum(proposalStates),
  /** SHA-256 over the exact content, in hexadecimal. A decision covers only this content. */
  digest: z.string(),
  ...proposalMembers,
  /** Why the assistant proposes this, in its own words. It is never sent, and never the reason of a write. */
  why: z.string(),
  /** The API client of the assistant. */
  client: z.object({ clientID: z.string(), name: z.string() }),
  /** The e-mail address of the administrator who made the key of the client. */
  owner: z.string(),
  /** The current name of this administrator, if it is known. */
  ownerName: z.string().optional(),
  createdAt: z.string(),
  expiresAt: z.string(),
  decidedBy: personSchema.optional(),
  decidedAt: z.string().optional(),
  /** The reason of a rejection. */
  decisionReason: z.string().optional(),
  /** What the decision has started, and its ID. */
  result: z.object({ kind: z.enum(proposalResults), id: z.string() }).optional(),
});

export type Proposal = z.infer<typeof proposalSchema>;

/** The result of an accepted proposal. */
export const proposalOutcomeSchema = z.object({
  /**
   * The outcome of the operation, or the state of the request for approval, of the planned change or of the bulk change.
   * For a note: `stored` or `removed`.
   */
  state: z.string(),
  /** True if nothing more happens. */
  ended: z.boolean(),
  /** The ID of the operation, if one was recorded. */
  operationID: z.string().optional(),
  /** The customer that the operation has created or changed. */
  customerID: z.string().optional(),
  /** Why it was refused, has failed, or waits. */
  detail: z.string().optional(),
  /** For a bulk change: the number of rows in each state. */
  counts: bulkSchema.shape.counts.optional(),
});

export type ProposalOutcome = z.infer<typeof proposalOutcomeSchema>;

/** The answer of `GET /api/{environment}/proposals/{proposalID}`. */
export const proposalDetailSchema = z.object({
  proposal: proposalSchema,
  /** For a change: the customer's current contract. Absent if it could not be read. */
  current: contractSchema.optional(),
  /** The differences since the proposal was made, as sentences. It can be accepted only if this list is empty. */
  differences: z.array(z.string()),
  /**
   * For a waiting proposal: the people who are notified when it is accepted. The person who accepts it is not notified.
   * Absent if it notifies nobody.
   */
  notifies: z.array(z.object({ staffID: z.string(), name: z.string() })).optional(),
  /** For an accepted proposal: its result. */
  outcome: proposalOutcomeSchema.optional(),
  /** The approval rules that apply. Not empty: a second person must approve. */
  approval: approvalDetailSchema.shape.approval.shape.why,
  asOf: z.string(),
});

export type ProposalDetail = z.infer<typeof proposalDetailSchema>;

/** The answer of `GET /api/{environment}/proposals`, newest first. */
export const proposalListSchema = z.object({
  proposals: z.array(proposalSchema),
  /** The API clients that have made proposals in this environment. */
  clients: z.array(proposalSchema.shape.client),
  total: listEnvelope.total,
  limit: listEnvelope.limit,
  offset: listEnvelope.offset,
  asOf: listEnvelope.asOf,
});

export type ProposalList = z.infer<typeof proposalListSchema>;

export const proposalListQuerySchema = z.strictObject({
  ...pageQuery,
  /** One or more kinds, separated by commas. */
  kind: wordList(proposalKinds).optional(),
  /** Only the proposals of this API client. */
  clientID: resourceIDSchema.optional(),
  /** True to list only the proposals of the sender: of the API client, or of a client whose key the person made. */
  mine: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
  /** One or more states, separated by commas. */
  state: wordList(proposalStates).optional(),
});

/** The body of `POST …/proposals/{proposalID}/accept`. */
export const acceptProposalSchema = approveSchema.extend({ console: writeReferenceSchema });

export type AcceptProposal = z.output<typeof acceptProposalSchema>;

/** The body of `POST …/proposals/{proposalID}/reject`. */
export const rejectProposalSchema = decideWithReasonSchema;

/** The answer of a decision. `operation`: the operation that was sent, if one was. */
export const proposalDecidedSchema = z.object({ proposal: proposalSchema, operation: operationSchema.optional() });

export type ProposalDecided = z.infer<typeof proposalDecidedSchema>;
