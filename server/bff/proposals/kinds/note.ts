import { z } from "zod";
import { newNoteSchema } from "#lib/contract/console/customer-notes.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { addNote } from "#server/bff/notes/add-note.ts";
import { newlyMentioned } from "#server/bff/own-notifications/mentions.ts";
import { describeProposalKind } from "#server/bff/proposals/proposal-kind.ts";
import type { ProposalServices } from "#server/bff/proposals/proposal-services.ts";
import { customerIDInput, readProposedCustomer } from "./proposed-customer.ts";

/** The people whom the text mentions. Throws if one of them may not use the environment. */
async function mentionedPeople(
  { services: { store }, environment }: Pick<ApiContext<ProposalServices>, "services" | "environment">,
  text: string,
): Promise<{ staffID: string; name: string }[]> {
  const staffIDs = await newlyMentioned(store, { environment, field: "text", text });
  const names = await store.staff.peopleNames(staffIDs);
  return staffIDs.map((staffID) => ({ staffID, name: names.get(staffID) ?? "" }));
}

/** A note about a customer. The person who decides becomes its author. */
export const noteProposal = describeProposalKind({
  kind: "note",
  tool: {
    name: "propose_note",
    title: "Propose a note",
    about: "Proposes a note about a customer. The person who accepts it becomes its author.",
    input: z.object({ customerID: customerIDInput, text: newNoteSchema.shape.text.describe("The text of the note") }),
  },
  async contentOf(context, { customerID: wantedID, text }) {
    const { customerID, companyName } = await readProposedCustomer(context, wantedID);
    await mentionedPeople(context, text);
    return { customerID, companyName, text };
  },
  // A note is about the customer, whatever the customer's contract is. But a mentioned person may have lost access.
  async compare(context, { text }) {
    try {
      const notifies = await mentionedPeople(context, text);
      return { differences: [], ...(notifies.length > 0 && { notifies }) };
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { differences: ["The note mentions a person who may no longer use this environment."] };
    }
  },
  rules: async () => [],
  async carryOut(context, { content: { customerID, text }, reference, decided }) {
    const input = { text, console: reference };
    await addNote({ context, customerID, input, guard: (noteID) => decided("note", noteID) });
    return undefined;
  },
  // Only the length is recorded, as for every note.
  audited: ({ customerID, text }) => ({ customerID, characters: text.length }),
});
