import { z } from "zod";
import { attentionItemSchema } from "#lib/contract/console/attention.ts";
import { contractValuesSchema } from "#lib/contract/customers/contract-values.ts";
import { listEnvelope } from "#lib/contract/list.ts";
import { operationSchema } from "#lib/contract/operations/operation.ts";
import { plannedChangeSchema, plannedHoldSchema } from "#lib/contract/operations/planned.ts";
import { jobStates } from "#lib/contract/values/job-states.ts";
import { outcomeFilters } from "#lib/contract/values/operations/operation-states.ts";
import { plannedStates } from "#lib/contract/values/operations/planned-states.ts";
import { callRoute } from "#server/bff/assistants/call-route.ts";
import { listedJobSchema } from "#server/bff/assistants/listed-output.ts";
import { customerIDInput, defineTool, environmentInput, pageInput, sourceSchema } from "#server/bff/assistants/tool.ts";

const { envelope: _, ...listMembers } = listEnvelope;

/** The query of a filter with several words. Undefined if there are none, because an empty filter has another meaning. */
const wordsOf = (words: readonly string[] | undefined) => words?.join(",") || undefined;

export const listJobsTool = defineTool({
  name: "list_jobs",
  title: "List jobs",
  about: "Lists the jobs of an environment. With states, lists the jobs that Switchboard has recorded in these states.",
  input: z.strictObject({
    environment: environmentInput,
    states: z.array(z.enum(jobStates)).max(jobStates.length).optional(),
    ...pageInput,
  }),
  output: z.object({ source: sourceSchema, jobs: z.array(listedJobSchema), ...listMembers }),
  async run(context, { environment, states, limit, offset }) {
    const list = await callRoute(context, "GET /api/:environment/jobs", {
      params: { environment },
      query: { limit, offset, state: wordsOf(states) },
    });
    return { ...list, source: list.recorded ? ("console" as const) : ("api" as const) };
  },
});

export const listOperationsTool = defineTool({
  name: "list_operations",
  title: "List operations",
  about:
    "Lists the operations of Switchboard, newest first: the writes that people and programs have started, with the outcome of each.",
  input: z.strictObject({
    environment: environmentInput,
    customerID: customerIDInput.optional(),
    outcomes: z.array(z.enum(outcomeFilters)).max(outcomeFilters.length).optional(),
    ...pageInput,
  }),
  output: z.object({ source: sourceSchema, operations: z.array(operationSchema), ...listMembers }),
  async run(context, { environment, customerID, outcomes, limit, offset }) {
    const list = await callRoute(context, "GET /api/:environment/operations", {
      params: { environment },
      query: { limit, offset, customerID, outcome: wordsOf(outcomes) },
    });
    return { ...list, source: "console" as const };
  },
});

export const listAttentionTool = defineTool({
  name: "list_attention",
  title: "List what needs attention",
  about: "Lists what waits for a person: failed and unknown operations, stuck jobs, approvals, proposals and more.",
  input: z.strictObject({ environment: environmentInput }),
  output: z.object({
    source: sourceSchema,
    items: z.array(attentionItemSchema),
    total: z.number(),
    asOf: z.string(),
    /** The sources that could not be read. Items of these sources are missing. */
    unread: z.array(z.string()),
  }),
  async run(context, { environment }) {
    const { items, total, asOf, sources } = await callRoute(context, "GET /api/attention", { query: { environment } });
    const unread = sources.filter(({ read }) => !read).map(({ name }) => name);
    return { source: "console" as const, items, total, asOf, unread };
  },
});

export const listPlannedTool = defineTool({
  name: "list_planned_changes",
  title: "List planned changes",
  about: "Lists the planned changes of contracts, with their steps and times. By default only those that are open.",
  input: z.strictObject({
    environment: environmentInput,
    customerID: customerIDInput.optional(),
    open: z.boolean().default(true).describe("False: also those that have ended"),
    states: z.array(z.enum(plannedStates)).max(plannedStates.length).optional(),
    ...pageInput,
  }),
  output: z.object({
    source: sourceSchema,
    planned: z.array(plannedChangeSchema),
    hold: plannedHoldSchema,
    ...listMembers,
  }),
  async run(context, { environment, customerID, open, states, limit, offset }) {
    const state = wordsOf(states);
    const list = await callRoute(context, "GET /api/:environment/planned", {
      params: { environment },
      query: { limit, offset, customerID, state, ...(state === undefined && { open }) },
    });
    return { ...list, source: "console" as const };
  },
});

export const listContractValuesTool = defineTool({
  name: "list_contract_values",
  title: "List plans and terms",
  about: "Lists the plans and terms that a contract can have in an environment, as far as Switchboard knows them.",
  input: z.strictObject({ environment: environmentInput }),
  output: contractValuesSchema.extend({ source: sourceSchema }),
  async run(context, { environment }) {
    const values = await callRoute(context, "GET /api/:environment/contract-values", { params: { environment } });
    return { ...values, source: "console" as const };
  },
});
