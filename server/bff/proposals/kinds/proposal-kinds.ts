import type { ProposalKind } from "#lib/contract/values/operations/proposal-states.ts";
import type { AnyProposalKind } from "#server/bff/proposals/proposal-kind.ts";
import { bulkProposal } from "./bulk.ts";
import { changeProposal } from "./change.ts";
import { creationProposal } from "./creation.ts";
import { noteProposal } from "./note.ts";
import { plannedProposal } from "./planned.ts";

/** The descriptions of all kinds of proposals. */
export const proposalKindDescriptions: Readonly<Record<ProposalKind, AnyProposalKind>> = {
  change: changeProposal,
  planned: plannedProposal,
  bulk: bulkProposal,
  creation: creationProposal,
  note: noteProposal,
};
