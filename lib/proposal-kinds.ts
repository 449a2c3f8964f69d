import type { Permission } from "./contract/access/permissions.ts";
import type { ProposalKind } from "./contract/values/operations/proposal-states.ts";
import type { WriteSubject } from "./operation-kinds/write-subjects.ts";

/** What the console and its pages both need to know about a kind of proposal. */
interface ProposalKindRules {
  /** The permission that the key of the assistant and the person who decides need. */
  permission: Permission;
  /** The subject of the policy for tickets and reasons. Absent if the policy does not apply. */
  ticketSubject?: WriteSubject;
  /** True if the decision can send a request to the API immediately. */
  sendsNow: boolean;
}

/**
 * The kinds of proposals. The other parts of a kind are its content (lib/contract/operations/proposal-contents.ts), how
 * it is checked and carried out (server/bff/proposals/kinds), and how a person sees it (components/proposals/kinds).
 */
export const proposalKindRules = {
  change: { permission: "contracts.change", ticketSubject: "contract-changes", sendsNow: true },
  planned: { permission: "planned.run", ticketSubject: "contract-changes", sendsNow: false },
  bulk: { permission: "bulk.run", ticketSubject: "bulk-changes", sendsNow: false },
  creation: { permission: "customers.create", ticketSubject: "creations", sendsNow: true },
  note: { permission: "notes.write", sendsNow: false },
} as const satisfies Record<ProposalKind, ProposalKindRules>;

export const proposalRules = (kind: ProposalKind): ProposalKindRules => proposalKindRules[kind];
