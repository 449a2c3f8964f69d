import { z } from "zod";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { newCustomerShape } from "#lib/contract/operations/operation-requests.ts";
import { recordCreation } from "#server/bff/creations/create-customer.ts";
import { findSameCreation } from "#server/bff/creations/same-creation.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { decidedMeanwhile, describeProposalKind, notProposed } from "#server/bff/proposals/proposal-kind.ts";

/**
 * A new customer. It is created as the operation of the person who decides. The ID of the proposal is the idempotency
 * key of the creation, so the proposal creates one customer at most. No approval rule applies to a creation.
 */
export const creationProposal = describeProposalKind({
  kind: "creation",
  tool: {
    name: "propose_new_customer",
    title: "Propose a new customer",
    about: "Proposes to create a customer. Search for the customer first, because nobody can delete it again.",
    input: z.object({
      ...newCustomerShape,
      adminUser: z.strictObject({ email: newCustomerShape.adminUser.unwrap().shape.email.unwrap() }).optional(),
    }),
  },
  async contentOf({ services, environment }, { companyName, plan, term, usersCount, adminUser }) {
    const creation = {
      companyName,
      plan,
      term,
      ...(usersCount !== undefined && { usersCount }),
      ...(adminUser && { adminUser: { email: adminUser.email } }),
    };
    const same = await findSameCreation(services.store.operations, environment, creation, services.clock.now());
    if (same) {
      throw notProposed("a creation with exactly these values is running, or has just ended.", "companyName");
    }
    return { creation };
  },
  async compare({ services, environment }, { creation }) {
    const same = await findSameCreation(services.store.operations, environment, creation, services.clock.now());
    return {
      differences: same
        ? [
            "A creation with exactly these values was started in the meantime. A second one would create a second customer.",
          ]
        : [],
    };
  },
  rules: async () => [],
  async carryOut(context, { proposalID, content: { creation }, reference, decided }) {
    const recorded = await recordCreation(context, {
      input: { ...creation, console: reference },
      idempotencyKey: proposalID,
      isOnlyIfNew: true,
      guard: ({ operationID }) => decided("operation", operationID),
    }).catch((thrown: unknown) => {
      // Another person has accepted the same proposal, so the key belongs to their operation.
      if (isAppError(thrown) && thrown.code === "idempotency_key_reused") throw decidedMeanwhile();
      throw thrown;
    });
    // If the API refused the creation, the person sees this in the operation.
    return operationView(recorded);
  },
  // Names and addresses are left out, because the audit log cannot be changed. An accepted creation has its own event.
  audited: ({ creation: { plan, term } }) => ({ plan, term }),
});
