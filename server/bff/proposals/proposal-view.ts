import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Proposal } from "#lib/contract/operations/proposal.ts";
import { mentionedIDs, readableMentions } from "#lib/contract/values/console/mentions.ts";
import { instant } from "#lib/format/instant.ts";
import { type AuditedRequest, auditSource } from "#server/bff/audit/audit-source.ts";
import { withPersonNames } from "#server/bff/core/person-names.ts";
import { requestHash } from "#server/bff/operations/request-hash.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { NewProposal, StoredProposal } from "#server/bff/store/proposals/proposals.ts";
import { proposalKindDescriptions } from "./kinds/proposal-kinds.ts";

/** The digest of a proposal's content. */
export const digestOf = ({ environment, content }: Pick<NewProposal, "environment" | "content">): string =>
  requestHash({ environment, content });

function viewOf(stored: StoredProposal, ownerName: string | undefined): Proposal {
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
    ...(ownerName && { ownerName }),
    createdAt: instant(createdAt),
    expiresAt: instant(expiresAt),
    ...(decidedBy && { decidedBy }),
    ...(decidedAt !== null && { decidedAt: instant(decidedAt) }),
    ...(decisionReason !== null && { decisionReason }),
    ...(result && { result }),
  };
}

/** Proposals as the console shows them, with the current names of people. */
export async function proposalViews(
  { staff }: Pick<ConsoleStore, "staff">,
  stored: readonly StoredProposal[],
): Promise<Proposal[]> {
  const owners = [...new Set(stored.map(({ owner }) => owner))];
  const names = new Map(
    await Promise.all(owners.map(async (email) => [email, (await staff.findByEmail(email))?.name] as const)),
  );
  const views = await withPersonNames(
    staff,
    ["decidedBy"],
    stored.map((proposal) => viewOf(proposal, names.get(proposal.owner))),
  );
  // A proposed note shows whom it would notify. Nobody is notified before a person has accepted it.
  const mentioned = views.flatMap((view) => ("text" in view ? mentionedIDs(view.text ?? "") : []));
  if (mentioned.length === 0) return views;
  const people = await staff.peopleNames([...new Set(mentioned)]);
  return views.map((view) =>
    "text" in view && view.text !== undefined
      ? { ...view, text: readableMentions(view.text, (staffID) => people.get(staffID)) }
      : view,
  );
}

/** One proposal as the console shows it. */
export async function proposalView(store: Pick<ConsoleStore, "staff">, stored: StoredProposal): Promise<Proposal> {
  const [view] = await proposalViews(store, [stored]);
  return view as Proposal;
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
