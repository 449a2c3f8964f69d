import type { ProposalContent } from "#lib/contract/operations/proposal-contents.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";

/** The maximum number of items. Each client has only a few waiting proposals. */
const maxListed = 500;

/** The title of an item, its customer or number of customers, and the value that a change sets. */
function subjectOf(content: ProposalContent) {
  const change = "change" in content ? changeItem(content.change) : {};
  if (content.kind === "creation") return { title: content.creation.companyName };
  if (content.kind !== "bulk") {
    return { title: content.companyName || content.customerID, customerID: content.customerID, ...change };
  }
  const { length: customers } = content.customers;
  return { title: `${customers} ${customers === 1 ? "customer" : "customers"}`, customers, ...change };
}

function changeItem(change: { plan: string } | { term: string }) {
  const [member, value] = "plan" in change ? (["plan", change.plan] as const) : (["term", change.term] as const);
  return { change: { member, value } };
}

/** The items for Attention: proposals that wait for a decision, and clients that propose too much. */
export function proposalAttention({ store, clock }: Pick<CoreServices, "store" | "clock">): AttentionSource {
  return {
    name: "proposals",
    kinds: ["proposal", "proposal-limit"],
    async list({ environment }) {
      const nowMs = clock.now();
      const [waiting, refusals] = await Promise.all([
        store.proposals.list({ environment, states: ["waiting"] }, { limit: maxListed, offset: 0 }, nowMs),
        store.proposals.refusals(environment, nowMs - dayMs),
      ]);
      const proposals = waiting.proposals.map(({ proposalID, content, clientID, clientName, createdAt }) => ({
        kind: "proposal" as const,
        id: proposalID,
        environment,
        ...subjectOf(content),
        state: content.kind,
        // A client has no address. Pages show its name.
        person: { staffID: clientID, email: clientName },
        since: new Date(createdAt).toISOString(),
        href: pages.proposal(environment, proposalID),
      }));
      const limits = refusals.map(({ clientID, name, refusedAt }) => ({
        kind: "proposal-limit" as const,
        id: clientID,
        environment,
        // A notification shows the title, so the title must not contain the name that a person has typed.
        title: "Too many proposals",
        person: { staffID: clientID, email: name },
        since: new Date(refusedAt).toISOString(),
        href: pages.clients(),
      }));
      return { items: [...proposals, ...limits], total: waiting.total + limits.length };
    },
  };
}
