import { z } from "zod";
import { contractSchema } from "#lib/contract/customers/customer.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { operationSchema } from "#lib/contract/operations/operation.ts";
import { chosenTimeSchema } from "#lib/contract/operations/planned-time.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { approvalKinds, approvalReasons, approvalStates } from "#lib/contract/values/operations/approval-states.ts";
import { writeReferenceSchema } from "./write-reference.ts";
import "#lib/contract/plain-messages.ts";

const personSchema = z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() });
const changeSchema = z.union([z.object({ plan: z.string() }), z.object({ term: z.string() })]);

/** A request for the approval of a second person, and its result. */
export const approvalSchema = z.object({
  approvalID: z.string(),
  environment: environmentSchema,
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /** SHA-256 over the exact content that will be sent, in hexadecimal. The approval covers only this content. */
  digest: z.string(),
  /** The approval rules that apply. Empty: no approval needed. */
  why: z.array(z.enum(approvalReasons)),
  /** The customer's name, or the name of the bulk change or the import. */
  title: z.string(),
  customerID: z.string().optional(),
  /** The ID of the bulk change, the import or the planned change. */
  subjectID: z.string().optional(),
  /** The new value. Absent if each customer has its own value. */
  change: changeSchema.optional(),
  /**
   * Only for a planned change. `second`: the change of the second member (plan or term), which is sent after the first
   * change. `at` and `until`: when the planned change begins and ends.
   */
  second: changeSchema.optional(),
  at: chosenTimeSchema.optional(),
  until: chosenTimeSchema.optional(),
  /** For a single or a planned change: the contract that the person reviewed. */
  expected: contractSchema.optional(),
  /** The number of customers that will be changed. */
  rows: z.number(),
  /** The URL of the page with all rows, if there is more than one row. */
  href: z.string().optional(),
  reason: z.string().optional(),
  ticket: z.string().optional(),
  requestedBy: personSchema,
  requestedAt: z.string(),
  expiresAt: z.string(),
  decidedBy: personSchema.optional(),
  decidedAt: z.string().optional(),
  /** The reason for the rejection or the emergency release. */
  decisionReason: z.string().optional(),
  /** Set if an administrator released the change alone, in an emergency. */
  emergency: z.literal(true).optional(),
  /** The e-mail address of the person who acknowledged the emergency release. */
  acknowledgedBy: z.string().optional(),
  /** The current name of this person, if it is known. */
  acknowledgedByName: z.string().optional(),
  /** The ID of the operation that was sent. */
  operationID: z.string().optional(),
});

export type Approval = z.infer<typeof approvalSchema>;

export const approvalAnswerSchema = z.object({ approval: approvalSchema });

/** The answer of `POST …/approve` and `…/emergency`. For a single change it contains the operation that was sent. */
export const approvedAnswerSchema = approvalAnswerSchema.extend({ operation: operationSchema.optional() });

/** The answer of `GET /api/{environment}/approvals/{approvalID}`. */
export const approvalDetailSchema = approvalAnswerSchema.extend({
  /** For a single change: the customer's current contract according to the API; absent if it could not be read. */
  current: contractSchema.optional(),
  /** The changes since the request was made, as sentences. The request can be approved only if this list is empty. */
  differences: z.array(z.string()),
  /**
   * True if the sender requested the approval, or created the API client that requested it. The sender can then
   * withdraw the request.
   */
  isOwn: z.boolean(),
  /**
   * Why the sender may not decide about a waiting request, or may not acknowledge an emergency release. Absent if the
   * sender may do this, or if there is nothing to do. The sender's role is not considered.
   */
  refusal: z.string().optional(),
  asOf: z.string(),
});

export type ApprovalDetail = z.infer<typeof approvalDetailSchema>;

/** The approval of a bulk change or an import that waits for its next step. */
export const runApprovalSchema = z.object({
  /** The approval rules that apply. Empty: no approval needed. */
  why: z.array(z.enum(approvalReasons)),
  /**
   * The latest request for approval. `isCurrent`: the request covers exactly the content that the next step would send.
   */
  latest: z
    .object({
      approvalID: z.string(),
      state: z.enum(approvalStates),
      isCurrent: z.boolean(),
      /** Set if an administrator released the change alone. An emergency release does not count as an approval. */
      emergency: z.literal(true).optional(),
      /** The e-mail address of the person who decided, and the current name, if it is known. */
      decidedBy: z.string().optional(),
      decidedByName: z.string().optional(),
    })
    .optional(),
});

export type RunApproval = z.infer<typeof runApprovalSchema>;

/** The answer of `GET /api/{environment}/contract-approval`: the approval rules that apply to one change. */
export const contractApprovalSchema = z.object({ why: z.array(z.enum(approvalReasons)) });

export type ContractApproval = z.infer<typeof contractApprovalSchema>;

const contractValue = z.string().trim().min(1).max(200);

/** The body of `POST /api/{environment}/approvals`. */
export const requestApprovalSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("change"),
    customerID: resourceIDSchema,
    change: z.union([z.strictObject({ plan: contractValue }), z.strictObject({ term: contractValue })], {
      error: "must be a plan or a term, exactly one of both",
    }),
    /** The contract that the person saw. */
    expected: z.strictObject({ plan: contractValue.optional(), term: contractValue.optional() }),
    console: writeReferenceSchema,
  }),
  z.strictObject({ kind: z.literal("bulk"), bulkID: resourceIDSchema, console: writeReferenceSchema }),
  z.strictObject({ kind: z.literal("import"), importID: resourceIDSchema, console: writeReferenceSchema }),
]);

/** The query of `GET /api/{environment}/contract-approval`, as text from a URL: the value that the change would set. */
export const contractApprovalQuerySchema = z
  .strictObject({
    plan: contractValue.optional(),
    term: contractValue.optional(),
    /** True if the change is a planned change. */
    planned: z.enum(["true", "false"], { error: "must be true or false" }).optional(),
  })
  .refine(({ plan, term }) => (plan === undefined) !== (term === undefined), {
    error: "must have a plan or a term, exactly one of both",
  });

export type ContractApprovalQuery = z.output<typeof contractApprovalQuerySchema>;

export type RequestApproval = z.output<typeof requestApprovalSchema>;

const digest = z.string({ error: "must be the digest of what was reviewed" }).regex(/^[0-9a-f]{64}$/, {
  error: "must be the digest of what was reviewed",
});

const decisionReason = z
  .string({ error: "must say why" })
  .trim()
  .min(1, { error: "must say why" })
  .max(500, { error: "must be 500 characters or less" })
  .regex(/^[^\0]*$/, { error: "must not have NUL characters" });

/** The body of `POST …/approvals/{approvalID}/approve`. */
export const approveSchema = z.strictObject({ digest });

/** The body of `…/reject` and `…/emergency`. */
export const decideWithReasonSchema = z.strictObject({ digest, reason: decisionReason });

export type DecideWithReason = z.output<typeof decideWithReasonSchema>;
