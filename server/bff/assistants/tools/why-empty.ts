import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { customersQuery, customersViewParams, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { operationsQuery, operationsViewParams, parseOperationsView } from "#lib/url-state/operations-view.ts";
import { parsePlannedView, plannedQuery, plannedViewParams } from "#lib/url-state/planned-view.ts";
import { countLimits } from "#lib/why-not/count-limits.ts";
import { customerLimits } from "#lib/why-not/customer-limits.ts";
import type { ListLimit } from "#lib/why-not/list-limit.ts";
import { operationLimits } from "#lib/why-not/operation-limits.ts";
import { plannedLimits } from "#lib/why-not/planned-limits.ts";
import { emptyCauses, whyEmpty } from "#lib/why-not/why-empty.ts";
import { type AssistantContext, callRoute } from "#server/bff/assistants/call-route.ts";
import { defineTool, environmentInput, sourceSchema } from "#server/bff/assistants/tool.ts";

/** A list whose emptiness can be explained: how its filters are read and written, and the route that counts its rows. */
interface ExplainedList<View extends { limit: number; offset: number }> {
  key: "GET /api/:environment/customers" | "GET /api/:environment/operations" | "GET /api/:environment/planned";
  source: "api" | "console";
  parse(params: URLSearchParams): View;
  params(view: View): URLSearchParams;
  limits(view: View, others: readonly Environment[], nowMs: number): ListLimit<View>[];
  query(view: View, nowMs: number): URLSearchParams;
}

const customers: ExplainedList<ReturnType<typeof parseCustomersView>> = {
  key: "GET /api/:environment/customers",
  source: "api",
  parse: parseCustomersView,
  params: customersViewParams,
  limits: customerLimits,
  query: customersQuery,
};

const operations: ExplainedList<ReturnType<typeof parseOperationsView>> = {
  key: "GET /api/:environment/operations",
  source: "console",
  parse: parseOperationsView,
  params: operationsViewParams,
  limits: operationLimits,
  query: operationsQuery,
};

const planned: ExplainedList<ReturnType<typeof parsePlannedView>> = {
  key: "GET /api/:environment/planned",
  source: "console",
  parse: parsePlannedView,
  params: plannedViewParams,
  limits: plannedLimits,
  query: plannedQuery,
};

const limitSchema = z.object({
  cause: z.enum(emptyCauses),
  /** The name of the filter, if the limit is a filter. */
  filter: z.string().optional(),
  environment: environmentSchema.optional(),
  /** The filters of the list without this limit. */
  without: z.string(),
  /** The number of rows that the list has without this limit, if it is known. */
  found: z.number().optional(),
});

type Explanation = z.input<typeof output>;

const output = z.object({
  source: sourceSchema,
  /** The filters as Switchboard reads them. A filter with an invalid value is left out. */
  filters: z.string(),
  total: z.number(),
  /** `not-empty`: the list has rows. `limit`: this limit leaves out the rows. `nothing`: there are no rows at all. */
  why: z.enum(["not-empty", "limit", "nothing", "undecided"]),
  limits: z.array(limitSchema),
});

async function explain<View extends { limit: number; offset: number }>(
  list: ExplainedList<View>,
  context: AssistantContext,
  environment: Environment,
  params: URLSearchParams,
): Promise<Explanation> {
  const view = { ...list.parse(params), offset: 0 };
  const filters = list.params(view).toString();
  const nowMs = context.services.clock.now();
  const countOf = async (of: Environment, counted: View) => {
    const query = list.query(counted, nowMs);
    query.set("limit", "1");
    return (await callRoute(context, list.key, { params: { environment: of }, query })).total;
  };
  const total = await countOf(environment, view);
  const { source } = list;
  if (total > 0) return { source, filters, total, why: "not-empty", limits: [] };
  const { services, session, signal } = context;
  const others = session.staff.environments.filter((other) => other !== environment && services.clients.has(other));
  const counted = await countLimits(
    list.limits(view, others, nowMs),
    ({ environment: of = environment, change }) => countOf(of, { ...view, ...change }),
    () => signal.aborted,
  );
  const why = whyEmpty(counted);
  const shown = why.kind === "limit" ? [why.limit] : why.kind === "undecided" ? why.limits : [];
  const limits = shown.map(({ cause, filter, environment: of, change, found }) => ({
    cause,
    without: list.params({ ...view, ...change }).toString(),
    ...(filter !== undefined && { filter }),
    ...(of !== undefined && { environment: of }),
    ...(found !== undefined && { found }),
  }));
  return { source, filters, total, why: why.kind, limits };
}

export const whyEmptyTool = defineTool({
  name: "why_is_this_list_empty",
  title: "Why a list is empty",
  about:
    "Explains why a list of customers, operations or planned changes has no rows: names the filter that leaves them out, and how many rows the list has without it. filters are those in the address of the page, for example searchTerm=acme&window=30d.",
  input: z.strictObject({
    environment: environmentInput,
    list: z.enum(["customers", "operations", "planned"]),
    filters: z.string().max(2000).default("").describe("The query of the page's address, without the question mark"),
  }),
  output,
  async run(context, { environment, list, filters }) {
    const params = new URLSearchParams(filters);
    if (list === "customers") return explain(customers, context, environment, params);
    return list === "operations"
      ? explain(operations, context, environment, params)
      : explain(planned, context, environment, params);
  },
});
