import { z } from "zod";
import { newNoteSchema } from "#lib/contract/console/customer-notes.ts";
import { addNote } from "#server/bff/notes/add-note.ts";
import { describeProposalKind } from "#server/bff/proposals/proposal-kind.ts";
import { customerIDInput, readProposedCustomer } from "./proposed-customer.ts";

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
    return { customerID, companyName, text };
  },
  // A note is about the customer, whatever the customer's contract is.
  compare: async () => ({ differences: [] }),
  rules: async () => [],
  async carryOut(context, { content: { customerID, text }, reference, decided }) {
    const input = { text, console: reference };
    await addNote({ context, customerID, input, guard: (noteID) => decided("note", noteID) });
    return undefined;
  },
  // Only the length is recorded, as for every note.
  audited: ({ customerID, text }) => ({ customerID, characters: text.length }),
});
