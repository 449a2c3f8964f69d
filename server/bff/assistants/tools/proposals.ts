import { z } from "zod";
import { may, type Permission } from "#lib/contract/access/permissions.ts";
import { newNoteSchema } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { listEnvelope } from "#lib/contract/list.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { proposalSchema } from "#lib/contract/operations/proposal.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { maxProposalWhy, proposalStates } from "#lib/contract/values/operations/proposal-states.ts";
import { hiddenCharacters } from "#server/bff/assistants/bounded-data.ts";
import { type AssistantContext, callRoute } from "#server/bff/assistants/call-route.ts";
import { customerIDInput, defineTool, environmentInput, pageInput, sourceSchema } from "#server/bff/assistants/tool.ts";
import { makeProposal, type WantedProposal } from "#server/bff/proposals/make-proposal.ts";

/** True if a person sees the whole text. Hidden characters could carry text that the person who accepts cannot see. */
const isVisible = (text: string) => text.search(hiddenCharacters) === -1;

const visible = { error: "must not have control characters or characters that are invisible" };

/** The reason that the assistant gives. A person sees it apart from the values. */
const whyInput = z
  .string()
  .trim()
  .min(1)
  .max(maxProposalWhy)
  .refine(isVisible, visible)
  .describe("Why you propose this. The person who decides sees it beside the values, marked as your words");

const contractValue = z.string().trim().min(1).max(200).refine(isVisible, visible);

const proposedSchema = z.object({
  source: sourceSchema,
  proposal: proposalSchema,
  /** False if a proposal with the same content was already waiting. */
  isNew: z.boolean(),
});

/** Checks the environment and the role as the pipeline does for a route, and stores the proposal. */
async function propose(
  context: AssistantContext,
  environment: Environment,
  permission: Permission,
  wanted: WantedProposal,
  why: string,
) {
  const { services, session } = context;
  const { role, environments } = session.staff;
  if (!services.clients.has(environment) || !environments.includes(environment)) {
    throw new AppError("not_found", "This environment does not exist, or you have no access to it.");
  }
  if (!may(role, permission)) throw new AppError("forbidden", `The role ${role} may not propose this.`);
  const { proposal, isNew } = await makeProposal({ ...context, environment }, wanted, why);
  return { source: "console" as const, proposal, isNew };
}

export const proposeChangeTool = defineTool({
  name: "propose_contract_change",
  title: "Propose a contract change",
  about:
    "Proposes a new plan or a new term for one customer. Give exactly one of both. Nothing is sent: a person sees the current value and the new one, and decides. The proposal expires after 72 hours. get_proposal returns the decision.",
  mode: "proposals",
  input: z
    .strictObject({
      environment: environmentInput,
      customerID: customerIDInput,
      plan: contractValue.optional(),
      term: contractValue.optional(),
      why: whyInput,
    })
    .refine(({ plan, term }) => (plan === undefined) !== (term === undefined), {
      error: "give a plan or a term, exactly one of both",
    }),
  output: proposedSchema,
  run(context, { environment, customerID, plan, term, why }) {
    const change = term === undefined ? { plan: plan ?? "" } : { term };
    return propose(context, environment, "contracts.change", { kind: "change", customerID, change }, why);
  },
});

export const proposeNoteTool = defineTool({
  name: "propose_note",
  title: "Propose a note",
  about:
    "Proposes a note about a customer. Nothing is stored as a note until a person accepts it. The note then has this person as its author.",
  mode: "proposals",
  input: z.strictObject({
    environment: environmentInput,
    customerID: customerIDInput,
    text: newNoteSchema.shape.text.refine(isVisible, visible).describe("The text of the note"),
    why: whyInput,
  }),
  output: proposedSchema,
  run: (context, { environment, customerID, text, why }) =>
    propose(context, environment, "notes.write", { kind: "note", customerID, text }, why),
});

export const listProposalsTool = defineTool({
  name: "list_proposals",
  title: "List own proposals",
  about: "Lists the proposals that were made with this key, newest first, with the decision about each.",
  mode: "reading",
  input: z.strictObject({ environment: environmentInput, state: z.enum(proposalStates).optional(), ...pageInput }),
  output: z.object({
    source: sourceSchema,
    proposals: z.array(proposalSchema),
    total: listEnvelope.total,
    limit: listEnvelope.limit,
    offset: listEnvelope.offset,
    asOf: listEnvelope.asOf,
  }),
  async run(context, { environment, state, limit, offset }) {
    const list = await callRoute(context, "GET /api/:environment/proposals", {
      params: { environment },
      query: { mine: true, state, limit, offset },
    });
    return { ...list, source: "console" as const };
  },
});

export const getProposalTool = defineTool({
  name: "get_proposal",
  title: "Read a proposal",
  about:
    "Reads one proposal by its ID: whether it waits, was accepted or rejected, by whom and why, and the ID of the operation, request for approval or note that resulted from it. differences says what has changed since.",
  mode: "reading",
  input: z.strictObject({
    environment: environmentInput,
    proposalID: resourceIDSchema.describe("The ID of the proposal"),
  }),
  output: z.object({
    source: sourceSchema,
    proposal: proposalSchema,
    differences: z.array(z.string()),
    asOf: z.string(),
  }),
  async run(context, { environment, proposalID }) {
    const path = "GET /api/:environment/proposals/:proposalID";
    const { proposal, differences, asOf } = await callRoute(context, path, { params: { environment, proposalID } });
    return { source: "console" as const, proposal, differences, asOf };
  },
});
