import { AppError } from "#lib/contract/app-error.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { quietHeader, type Role, roles } from "#lib/contract/session.ts";
import type { AnyRoute, Policy } from "#server/bff/core/route.ts";
import { isStreamedFile } from "#server/bff/core/streamed-file.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { HttpServices } from "./http-services.ts";
import { parseInput } from "./parse-input.ts";
import { changesState, requireSameOrigin } from "./same-origin.ts";

/** A request from either entry point. */
export interface PipelineRequest {
  requestID: string;
  /** Where the request comes from, by the word of trusted proxies at most. */
  address?: string | undefined;
  signal: AbortSignal;
  /** Cookie, Origin, X-Switchboard and Sec-Fetch-Site are read here, `Idempotency-Key` by a handler. */
  headers: Headers;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Reads the body; only called for those who may send one. */
  readBody(maxBytes?: number): Promise<unknown>;
}

export interface PipelineResult {
  value: unknown;
  status: number;
  responseHeaders: Headers;
}

/**
 * The one way to any handler: who is it, does the request come from here, may they, is the
 * environment theirs, is the input valid; then the handler. `onSession` learns who it was, for the
 * log, even where the request is refused.
 */
export async function runRoute<Services extends HttpServices>(
  services: Services,
  route: AnyRoute<Services>,
  request: PipelineRequest,
  onSession: (session: ActiveSession) => void = () => {},
): Promise<PipelineResult> {
  let session = await authenticate(services, request.headers.get("cookie"));
  if (session) onSession(session);
  if (changesState(route.method)) requireSameOrigin(request.headers, services.origins);
  requirePolicy(route.policy, session);
  const environment = permittedEnvironment(services, route, request.params, session);
  if (session && route.countsAsActivity !== false && !isQuiet(route, request.headers)) {
    session = await services.store.sessions.touch(session, services.clock.now());
  }
  if (session && changesState(route.method) && route.countsAsWrite !== false) {
    await services.writeLimit.count(session.staff.staffID);
  }
  const body = changesState(route.method) ? await request.readBody(route.maxBodyBytes) : undefined;
  const input = parseInput(route.input, { params: request.params, query: request.query, body });
  const responseHeaders = new Headers();
  let status = 200;
  const context = {
    services,
    requestID: request.requestID,
    address: request.address,
    signal: request.signal,
    session,
    environment,
    requestHeaders: request.headers,
    responseHeaders,
    answerWith: (other: number) => {
      status = other;
    },
  };
  // `requirePolicy` and `permittedEnvironment` have made true what the route's own types say.
  const value = await route.handler(context as Parameters<AnyRoute<Services>["handler"]>[0], input);
  // Nobody checks such a request again: it ends with its session.
  if (isStreamedFile(value) && session && environment) {
    services.openStreams.add({ sessionHash: session.sessionHash, environment }, value);
  }
  return { value, status, responseHeaders };
}

/** True of what a page asks by itself, as it says in a header: reading only, because a change is always a person's. */
function isQuiet(route: Pick<AnyRoute, "method">, headers: Headers): boolean {
  return !changesState(route.method) && headers.get(quietHeader) === "1";
}

async function authenticate(services: HttpServices, cookieHeader: string | null): Promise<ActiveSession | null> {
  const sessionID = await services.cookie.read(cookieHeader);
  if (sessionID === null) return null;
  return services.store.sessions.findActive(services.cookie.hash(sessionID), services.clock.now());
}

function requirePolicy(policy: Policy, session: ActiveSession | null): void {
  if (policy === "anyone") return;
  if (!session)
    throw new AppError("not_signed_in", "You are not signed in, or your session has ended. Sign in to continue.");
  if (!atLeast(session.staff.role, policy)) {
    throw new AppError("forbidden", `This needs the role ${policy}; yours is ${session.staff.role}.`);
  }
}

function atLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** An environment that is not configured and one that is not permitted look the same: not there. */
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
