import { may } from "#lib/contract/access/permissions.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { quietHeader } from "#lib/contract/values/headers.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import { requireFactorOfPolicy, requireRecentFactor } from "#server/bff/access/sessions/recent-factor.ts";
import { isStreamedFile } from "#server/bff/core/export/streamed-file.ts";
import { liftStoreTime, oncePerPage } from "#server/bff/core/page-context.ts";
import { type AnyRoute, type Policy, type RequestHeaders, rolesOfPolicy } from "#server/bff/core/route.ts";
import { auditDenial } from "#server/bff/http/audit-denial.ts";
import { type ActiveSession, isTouchDue } from "#server/bff/store/sessions.ts";
import { authenticate } from "./authenticate.ts";
import type { HttpServices } from "./http-services.ts";
import { parseInput } from "./parse-input.ts";
import { isStateChanging, requireSameOrigin } from "./same-origin.ts";

/** A request from one of the two entry points. */
export interface PipelineRequest {
  requestID: string;
  /** The client address, from the connection or from trusted proxies. */
  address?: string | undefined;
  signal: CallSignal;
  /** The pipeline reads Cookie, Origin, X-Switchboard and Sec-Fetch-Site; a handler reads `Idempotency-Key`. */
  headers: RequestHeaders;
  params: Readonly<Record<string, string>>;
  /** If this is a text, it is the query string as it was sent. */
  query: URLSearchParams | string;
  /** Reads the body. Called only for senders who may send a body. */
  readBody(maxBytes?: number): Promise<unknown>;
}

export interface PipelineResult {
  value: unknown;
  status: number;
  /** Absent if the handler has added no headers. */
  responseHeaders: Headers | undefined;
}

/**
 * Runs a route. Every call of a handler goes through this function. It checks the sender, the origin, the permission,
 * the environment and the input, then calls the handler. `onSession` gets the session for the log, even if the request
 * is refused.
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
    // No browser adds the key of an API client on its own. So a request with a key was sent by the owner of the key.
    const provesOrigin = route.sentByServer || session?.isClient;
    if (isStateChanging(route.method) && !provesOrigin) requireSameOrigin(request.headers, services.origins.current());
    requirePolicy(route.policy, session);
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
  let status = 200;
  const context = {
    services,
    requestID: request.requestID,
    address: request.address,
    signal: request.signal,
    session,
    environment,
    requestHeaders: request.headers,
    // The headers are created when a handler first uses them, because few responses have headers of their own.
    get responseHeaders() {
      responseHeaders ??= new Headers();
      return responseHeaders;
    },
    answerWith: (other: number) => {
      status = other;
    },
  };
  // The store's time limit for requests does not apply to changes: a change that is stopped half-way has an unknown
  // result. Each database statement of the change still has its own time limit.
  if (isStateChanging(route.method)) liftStoreTime();
  // The types of the route are fulfilled, because `requirePolicy` and `permittedEnvironment` have checked the facts.
  const value = await route.handler(context as Parameters<AnyRoute<Services>["handler"]>[0], input);
  // A stream is one long request. The pipeline does not check the session again, so the stream must end with its
  // session.
  if (isStreamedFile(value) && session) {
    services.openStreams.add({ sessionHash: session.sessionHash, environment }, value);
  }
  return { value, status, responseHeaders };
}

/** True for background reads that a page marks with a header. Writes never count as background. */
function isQuiet(route: Pick<AnyRoute, "method">, headers: RequestHeaders): boolean {
  return !isStateChanging(route.method) && headers.get(quietHeader) === "1";
}

/** Dangerous routes need a recent sign-in proof. An API client has no session, so it can never have one. */
function requireOpenToClient({ dangerous, peopleOnly }: Pick<AnyRoute, "dangerous" | "peopleOnly">): void {
  if (dangerous) throw new AppError("not_for_clients", "This needs a person who confirms it. Nothing was changed.");
  if (peopleOnly) throw new AppError("not_for_clients", "This is for people who are signed in, not for API clients.");
}

/**
 * A person who may give themselves any environment needs no environment here, because giving it to themselves is
 * audited.
 */
function requireEveryEnvironment({ clients }: HttpServices, { staff, isClient }: ActiveSession): void {
  if (!isClient && may(staff.role, "staff.manage")) return;
  const lacking = [...clients.keys()].filter((environment) => !staff.environments.includes(environment));
  if (lacking.length === 0) return;
  const who = isClient ? "this key does not" : "you do not";
  throw new AppError("forbidden", `This covers all environments, and ${who} have ${lacking.join(", ")}.`);
}

/** True for routes that a session without the required second factor may call. */
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
 * The environment is not found if it is not configured, or if the person may not use it. The answer is the same in
 * these two cases.
 */
function permittedEnvironment(
  services: HttpServices,
  route: Pick<AnyRoute, "path">,
  params: Readonly<Record<string, string>>,
  session: ActiveSession | null,
) {
  if (!route.path.split("/").includes(":environment")) return undefined;
  const { data: environment } = environmentSchema.safeParse(params.environment);
  if (environment && services.clients.has(environment) && session?.staff.environments.includes(environment)) {
    return environment;
  }
  throw new AppError("not_found", "This environment does not exist, or you have no access to it.");
}
