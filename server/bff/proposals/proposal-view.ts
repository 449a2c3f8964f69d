import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Proposal } from "#lib/contract/operations/proposal.ts";
import { type AuditedRequest, auditSource } from "#server/bff/audit/audit-source.ts";
import { requestHash } from "#server/bff/operations/request-hash.ts";
import type { NewProposal, StoredProposal } from "#server/bff/store/proposals/proposals.ts";
import { proposalKindDescriptions } from "./kinds/proposal-kinds.ts";

const instant = (ms: number) => new Date(ms).toISOString();

/** The digest of a proposal's content. */
export const digestOf = ({ environment, content }: Pick<NewProposal, "environment" | "content">): string =>
  requestHash({ environment, content });

/** A proposal as the console shows it. */
export function proposalView(stored: StoredProposal): Proposal {
  const { proposalID, environment, content, state, digest, why, clientID, clientName, owner } = stored;
  const { createdAt, expiresAt, decidedBy, decidedAt, decisionReason, result } = stored;
  return {
    proposalID,
    environment,
    state,
    digest,
    ...content,
    why,
    client: { clientID, name: clientName },
    owner,
    createdAt: instant(createdAt),
    expiresAt: instant(expiresAt),
    ...(decidedBy && { decidedBy }),
    ...(decidedAt !== null && { decidedAt: instant(decidedAt) }),
    ...(decisionReason !== null && { decisionReason }),
    ...(result && { result }),
  };
}

const stateWords = {
  waiting: "is not what was proposed",
  accepted: "was accepted in the meantime",
  rejected: "was rejected in the meantime",
  expired: "has expired",
} as const satisfies Record<StoredProposal["state"], string>;

/** The error for a decision that comes too late or does not cover the content. */
export const proposalMoved = ({ state }: Pick<StoredProposal, "state">): AppError =>
  new AppError("proposal_moved", `This ${stateWords[state]}. Check it again. Nothing was sent.`);

/** The audit event for an action on a proposal. */
export function proposalEvent(
  context: AuditedRequest,
  action: Extract<AuditAction, `proposal.${string}`>,
  { proposalID, environment, content, digest, clientID, clientName, owner }: NewProposal,
  facts: Record<string, unknown> = {},
): NewAuditEvent {
  return {
    ...auditSource(context),
    action,
    outcome: "done",
    environment,
    target: { kind: "proposal", id: proposalID },
    after: {
      kind: content.kind,
      ...proposalKindDescriptions[content.kind].audited(content),
      digest,
      client: { clientID, name: clientName },
      owner,
      ...facts,
    },
  };
}
