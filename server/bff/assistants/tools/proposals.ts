import { z } from "zod";
import { listEnvelope } from "#lib/contract/list.ts";
import { proposalDetailSchema, proposalSchema } from "#lib/contract/operations/proposal.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { maxProposalWhy, proposalKinds, proposalStates } from "#lib/contract/values/operations/proposal-states.ts";
import { proposalRules } from "#lib/proposal-kinds.ts";
import { hiddenCharacters } from "#server/bff/assistants/bounded-data.ts";
import { callRoute } from "#server/bff/assistants/call-route.ts";
import { defineTool, environmentInput, pageInput, sourceSchema, type Tool } from "#server/bff/assistants/tool.ts";
import { requireEnvironment } from "#server/bff/http/pipeline/pipeline.ts";
import { proposalKindDescriptions } from "#server/bff/proposals/kinds/proposal-kinds.ts";
import { makeProposal } from "#server/bff/proposals/make-proposal.ts";

/**
 * Reports each text of an input that a person would not see as a whole. Hidden characters could carry text that the
 * person who accepts cannot see.
 */
function requireVisible(value: unknown, context: z.RefinementCtx, path: (string | number)[] = []): void {
  if (typeof value === "string" && value.search(hiddenCharacters) !== -1) {
    const message = "must not have control characters or characters that are invisible";
    context.addIssue({ code: "custom", message, path });
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) requireVisible(member, context, [...path, name]);
}

const proposedSchema = z.object({
  source: sourceSchema,
  /** With `get_proposal`, an assistant reads the whole proposal. */
  proposal: proposalSchema.pick({ proposalID: true, kind: true, state: true, digest: true, expiresAt: true }),
  /** False if a proposal with the same content was already waiting. */
  isNew: z.boolean(),
});

/** The tools that propose, one for each kind of proposal. */
export const proposeTools: readonly Tool[] = proposalKinds.map((kind) => {
  const { tool } = proposalKindDescriptions[kind];
  const { name, title, about } = tool;
  return defineTool({
    name,
    title,
    about: `${about} Nothing is done before a person accepts it. get_proposal returns the decision.`,
    proposes: proposalRules(kind).permission,
    input: z
      .strictObject({
        environment: environmentInput,
        ...tool.input.shape,
        why: z
          .string()
          .trim()
          .min(1)
          .max(maxProposalWhy)
          .describe("Why you propose this. A person sees it apart from the values"),
      })
      .superRefine((value, context) => requireVisible(value, context)),
    output: proposedSchema,
    // The list of tools has this tool only for a key that may propose it.
    async run(context, { environment: wanted, why, ...input }) {
      const environment = requireEnvironment(context.services, wanted, context.session);
      const { proposal, isNew } = await makeProposal({ ...context, environment }, { kind, input, why });
      return { source: "console" as const, proposal, isNew };
    },
  });
});

export const listProposalsTool = defineTool({
  name: "list_proposals",
  title: "List own proposals",
  about: "Lists the proposals that were made with this key, newest first, with the decision about each.",
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
    "Reads one proposal by its ID: whether it waits, was accepted or rejected, by whom and why, and what the decision has started (result). outcome says what has become of it. differences says what has changed since it was made.",
  input: z.strictObject({
    environment: environmentInput,
    proposalID: resourceIDSchema.describe("The ID of the proposal"),
  }),
  output: proposalDetailSchema
    .pick({ proposal: true, differences: true, outcome: true, asOf: true })
    .extend({ source: sourceSchema }),
  async run(context, { environment, proposalID }) {
    const path = "GET /api/:environment/proposals/:proposalID";
    const detail = await callRoute(context, path, { params: { environment, proposalID } });
    return { ...detail, source: "console" as const };
  },
});
