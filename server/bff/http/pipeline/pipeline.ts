import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { quietHeader } from "#lib/contract/values/headers.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import { missingEnvironments } from "#server/bff/access/sessions/missing-environments.ts";
import { requireFactorOfPolicy, requireRecentFactor } from "#server/bff/access/sessions/recent-factor.ts";
import { isStreamedFile } from "#server/bff/core/export/streamed-file.ts";
import { liftStoreTime, oncePerPage } from "#server/bff/core/page-context.ts";
import { type AnyRoute, type Policy, type RequestHeaders, rolesOfPolicy } from "#server/bff/core/route.ts";
import { auditDenial } from "#server/bff/http/audit-denial.ts";
import { type ActiveSession, isTouchDue } from "#server/bff/store/sessions.ts";
import { requireAssistantHeaders, requireAssistantMode } from "./assistant-access.ts";
import { authenticate } from "./authenticate.ts";
import type { HttpServices } from "./http-services.ts";
import { parseInput } from "./parse-input.ts";
import { isStateChanging, requireSameOrigin } from "./same-origin.ts";

/** A request from one of the two entry points of the pipeline. */
export interface PipelineRequest {
  requestID: string;
  /** The client address. It comes from the connection or from trusted proxies. */
  address?: string | undefined;
  signal: CallSignal;
  /**
   * The headers of the request. The pipeline reads Cookie, Origin, X-Switchboard and Sec-Fetch-Site. Handlers read
   * `Idempotency-Key`.
   */
  headers: RequestHeaders;
  params: Readonly<Record<string, string>>;
  /** The query. If it is a text, it is the query string as it was sent. */
  query: URLSearchParams | string;
  /** Reads the body. It is called only if the sender may send a body. */
  readBody(maxBytes?: number): Promise<unknown>;
}

export interface PipelineResult {
  value: unknown;
  status: number;
  /** Undefined if the handler has added no headers. */
  responseHeaders: Headers | undefined;
}

/**
 * Runs a route. Every call of a handler goes through this function. It checks the sender, the origin, the permission,
 * the environment and the input. Then it calls the handler. `onSession` receives the session for the log, even if the
 * request is refused later.
 */
export async function runRoute<Services extends HttpServices>(
  services: Services,
  route: AnyRoute<Services>,
  request: PipelineRequest,
  onSession: (session: ActiveSession) => void = () => {},
): Promise<PipelineResult> {
  let session = await authenticate(services, route, request);
  if (session) onSession(session);
  if (session?.isClient) await services.writeLimit.countClient(session.staff.staffID);
  const environment = await auditDenial({ services, route, request, session }, async () => {
    if (route.forAssistants) requireAssistantHeaders(request.headers, services.origins.current());
    // A browser never adds the key of an API client by itself. A request with a key therefore comes from the owner of
    // the key, and its origin is not checked.
    const provesOrigin = route.sentByServer || route.forAssistants || session?.isClient;
    if (isStateChanging(route.method) && !provesOrigin) requireSameOrigin(request.headers, services.origins.current());
    requirePolicy(route.policy, session);
    if (session) requireAssistantMode(route, session);
    if (session?.isClient) requireOpenToClient(route);
    else if (session && !isOpenBeforeSecondFactor(route)) await requireFactorOfPolicy(services, session);
    if (session && route.everyEnvironment) requireEveryEnvironment(services, session);
    return permittedEnvironment(services, route, request.params, session);
  });
  if (route.dangerous && session) await requireRecentFactor(session, services);
  if (session && !session.isClient && route.countsAsActivity !== false && !isQuiet(route, request.headers)) {
    const before = session;
    const nowMs = services.clock.now();
    if (isTouchDue(before, nowMs)) {
      const touch = () => services.store.sessions.touch(before, nowMs);
      session = await oncePerPage(`touch ${before.sessionHash}`, touch);
    }
  }
  if (session && !session.isClient && (route.countsAsWrite ?? isStateChanging(route.method))) {
    await services.writeLimit.count(session.staff.staffID);
  }
  const body = isStateChanging(route.method) ? await request.readBody(route.maxBodyBytes) : undefined;
  const input = parseInput(route.input, { params: request.params, query: request.query, body });
  let responseHeaders: Headers | undefined;
  let status = route.statuses?.[0] ?? 200;
  const context = {
    services,
    requestID: request.requestID,
    address: request.address,
    signal: request.signal,
    session,
    environment,
    requestHeaders: request.headers,
    // The headers are created on first use, because few responses have headers of their own.
    get responseHeaders() {
      responseHeaders ??= new Headers();
      return responseHeaders;
    },
    answerWith: (other: number) => {
      status = other;
    },
  };
  // The store's time limit for requests does not apply to changes, because an aborted change would have an unknown
  // result. Each database statement of the change still has a time limit. A message of an assistant mostly reads. A tool
  // that stores a proposal lifts the limit itself (server/bff/assistants/run-tool.ts).
  if (isStateChanging(route.method) && !route.forAssistants) liftStoreTime();
  // The cast is safe, because `requirePolicy` and `permittedEnvironment` have checked what the type of the route
  // requires.
  const value = await route.handler(context as Parameters<AnyRoute<Services>["handler"]>[0], input);
  // A stream is one long request, and the pipeline checks the session only now. `openStreams` ends the stream when the
  // session ends.
  if (isStreamedFile(value) && session) {
    services.openStreams.add({ sessionHash: session.sessionHash, environment }, value);
  }
  return { value, status, responseHeaders };
}

/** True for background reads that a page marks with a header. Writes are never background requests. */
function isQuiet(route: Pick<AnyRoute, "method">, headers: RequestHeaders): boolean {
  return !isStateChanging(route.method) && headers.get(quietHeader) === "1";
}

/**
 * Refuses API clients on dangerous routes, which need a recent sign-in proof. An API client has no session, so it can
 * never have such a proof. Also refuses API clients on routes for people.
 */
function requireOpenToClient({ dangerous, peopleOnly }: Pick<AnyRoute, "dangerous" | "peopleOnly">): void {
  if (dangerous) throw new AppError("not_for_clients", "This needs a person who confirms it. Nothing was changed.");
  if (peopleOnly) throw new AppError("not_for_clients", "This is for people who are signed in, not for API clients.");
}

/** Throws unless the sender may see data that cover all environments. */
function requireEveryEnvironment(services: HttpServices, session: ActiveSession): void {
  const lacking = missingEnvironments(services, session);
  if (lacking.length === 0) return;
  const who = session.isClient ? "this key does not" : "you do not";
  throw new AppError("forbidden", `This covers all environments, and ${who} have ${lacking.join(", ")}.`);
}

/** True for routes that a session may call even if it lacks a required second factor. */
function isOpenBeforeSecondFactor({ policy, beforeSecondFactor }: Pick<AnyRoute, "policy" | "beforeSecondFactor">) {
  return policy === "anyone" || beforeSecondFactor === true;
}

function requirePolicy(policy: Policy, session: ActiveSession | null): void {
  if (policy === "anyone") return;
  if (!session)
    throw new AppError("not_signed_in", "You are not signed in, or your session has ended. Sign in to continue.");
  const needed = rolesOfPolicy(policy);
  if (!needed.includes(session.staff.role)) {
    throw new AppError("forbidden", `This needs the role ${needed.join(" or ")}; yours is ${session.staff.role}.`);
  }
}

/**
 * Returns the environment in the path. Undefined if the route has no environment. Throws the same error `not_found` if
 * the environment is not configured and if the person may not use it.
 */
function permittedEnvironment(
  services: HttpServices,
  route: Pick<AnyRoute, "path">,
  params: Readonly<Record<string, string>>,
  session: ActiveSession | null,
) {
  if (!route.path.split("/").includes(":environment")) return undefined;
  return requireEnvironment(services, params.environment, session);
}

/** Returns the environment with this name. Throws `not_found` if it is not configured, or if the sender may not use it. */
export function requireEnvironment(
  { clients }: Pick<HttpServices, "clients">,
  name: string | undefined,
  session: Pick<ActiveSession, "staff"> | null,
): Environment {
  const { data: environment } = environmentSchema.safeParse(name);
  if (environment && clients.has(environment) && session?.staff.environments.includes(environment)) return environment;
  throw new AppError("not_found", "This environment does not exist, or you have no access to it.");
}
