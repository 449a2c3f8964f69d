import { activityRoutes } from "#server/bff/activities/routes.ts";
import { attentionRoutes } from "#server/bff/attention/routes.ts";
import { contractRoutes } from "#server/bff/contracts/routes.ts";
import type { AnyRoute, RequestHeaders, RouteContext } from "#server/bff/core/route.ts";
import { customerRoutes } from "#server/bff/customers/routes.ts";
import { runRoute } from "#server/bff/http/pipeline/pipeline.ts";
import { jobRoutes } from "#server/bff/jobs/routes.ts";
import { knownRoutes } from "#server/bff/known/routes.ts";
import { lookupRoutes } from "#server/bff/lookup/routes.ts";
import { noteRoutes } from "#server/bff/notes/routes.ts";
import { numberRoutes } from "#server/bff/numbers/routes.ts";
import { operationRoutes } from "#server/bff/operations/routes.ts";
import { plannedRoutes } from "#server/bff/planned/routes.ts";
import { proposalRoutes } from "#server/bff/proposals/routes.ts";
import type { AssistantServices } from "./assistant-services.ts";

const routes = [
  ...activityRoutes,
  ...attentionRoutes,
  ...contractRoutes,
  ...customerRoutes,
  ...jobRoutes,
  ...knownRoutes,
  ...lookupRoutes,
  ...noteRoutes,
  ...numberRoutes,
  ...operationRoutes,
  ...plannedRoutes,
  ...proposalRoutes,
] as const;

type ReadableRoute = Extract<(typeof routes)[number], { method: "GET" }>;

type ReadableKey = ReadableRoute["key"];

type OutputOf<Key extends ReadableKey> = Awaited<ReturnType<Extract<ReadableRoute, { key: Key }>["handler"]>>;

/** The context of the request that called the tool. */
export type AssistantContext = Pick<
  RouteContext<"viewer", string, AssistantServices>,
  "services" | "requestID" | "address" | "signal" | "session" | "requestHeaders"
>;

/** The headers of the request that a called route may read: who sends it, and with which program. */
const passedHeaders: ReadonlySet<string> = new Set(["authorization", "user-agent"]);

const reading = new Map(
  routes.flatMap((route) =>
    route.method === "GET" ? [[route.key as string, route as unknown as AnyRoute<AssistantServices>] as const] : [],
  ),
);

/**
 * Calls a route that reads, with the key of the assistant's request. The pipeline checks the key, the role, the
 * environment, the input and the rate limit again, as for every other request.
 */
export async function callRoute<Key extends ReadableKey>(
  { services, requestID, address, signal, requestHeaders }: AssistantContext,
  key: Key,
  { params = {}, query = {} }: { params?: Readonly<Record<string, string>>; query?: QueryValues } = {},
): Promise<OutputOf<Key>> {
  const route = reading.get(key);
  if (!route) throw new Error(`No reading route is named ${key}`);
  const headers: RequestHeaders = {
    get: (name) => (passedHeaders.has(name.toLowerCase()) ? requestHeaders.get(name) : null),
  };
  const readBody = async () => undefined;
  const { value } = await runRoute(services, route, {
    requestID,
    address,
    signal,
    headers,
    params,
    query: searchOf(query),
    readBody,
  });
  return value as OutputOf<Key>;
}

type QueryValues = URLSearchParams | Readonly<Record<string, string | number | boolean | undefined>>;

function searchOf(query: QueryValues): URLSearchParams {
  if (query instanceof URLSearchParams) return query;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}
