import { pages } from "#lib/paths.ts";
import type { AttentionSource } from "#server/bff/core/attention-source.ts";
import type { AssignmentServices } from "./assignment-services.ts";

/** The maximum number of items. */
const maxListed = 500;

/** The customers that somebody has handed over. An item ends when a person ends the assignment. */
export function handedOverAttention({ store, known }: Pick<AssignmentServices, "store" | "known">): AttentionSource {
  return {
    name: "assignments",
    kinds: ["handed-over"],
    async list({ environment }) {
      const assignments = await store.assignments.handedOver(environment, maxListed);
      const items = await Promise.all(
        assignments.map(async ({ itemID, customerID, handover }) => {
          const id = customerID ?? itemID;
          const customer = await known[environment].find(id);
          return {
            kind: "handed-over" as const,
            id,
            environment,
            title: customer?.companyName || id,
            customerID: id,
            ...(handover && { since: new Date(handover.at).toISOString(), cause: String(handover.at) }),
            href: pages.customer(environment, id),
          };
        }),
      );
      return { items };
    },
  };
}
