import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import type { AuditAction } from "#lib/contract/values/access/audit-actions.ts";
import { roles } from "#lib/contract/values/access/roles.ts";

export type { AuditAction } from "#lib/contract/values/access/audit-actions.ts";

/** `denied`: the policy refused the action. `failed`: the action was tried and did not succeed. */
export const auditOutcomes = ["done", "denied", "failed"] as const;

/**
 * The kinds of actors. `staff`: a person. `client`: an API client. `console`: the console itself or its command line.
 * `anonymous`: an unknown visitor.
 */
export const auditActorKinds = ["staff", "client", "console", "anonymous"] as const;

/** The kinds of targets. A newer version may have more kinds. */
export const auditTargetKinds = [
  "staff",
  "account",
  "session",
  "passkey",
  "customer",
  "operation",
  "view",
  "bulk",
  "import",
  "planned",
  "route",
  "environment",
  "freeze",
  "change-limit",
  "policy",
  "client",
  "tool",
  "difference",
  "attention",
  "approval",
  "proposal",
  "outbox",
  "announcement",
  "export",
] as const;

/** One row of the audit log, linked to the row before it by `previousHash`. */
export const auditEventSchema = z.object({
  /** The number of the row. The numbers start at 1 and have no gaps. */
  sequence: z.number(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  actor: z.object({
    kind: z.enum(auditActorKinds),
    id: z.string().optional(),
    email: z.string().optional(),
    /** The actor's role when the event happened. */
    role: z.enum(roles).optional(),
  }),
  /** One of `auditActions`, or an action that only a newer version of the console knows. */
  action: z.string(),
  environment: environmentSchema.optional(),
  target: z.object({ kind: z.string(), id: z.string() }).optional(),
  outcome: z.enum(auditOutcomes),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  ticket: z.string().optional(),
  requestID: z.string().optional(),
  address: z.string().optional(),
  userAgent: z.string().optional(),
  /** SHA-256 over `previousHash` and all members above, in hexadecimal. */
  hash: z.string(),
  previousHash: z.string(),
  /** The ID of the key that signed the event; absent if there was no key. */
  keyID: z.string().optional(),
});

export type AuditEvent = z.infer<typeof auditEventSchema>;

/** A new event, before the log adds its number and its hashes. */
export type NewAuditEvent = Omit<
  AuditEvent,
  "sequence" | "at" | "hash" | "previousHash" | "keyID" | "action" | "target"
> & {
  action: AuditAction;
  target?: { kind: (typeof auditTargetKinds)[number]; id: string } | undefined;
};
