import type { z } from "zod";
import { type Permission, rolesThatMay } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type Role, roles } from "#lib/contract/values/access/roles.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { CoreServices } from "./core-services.ts";

/** Who may call a route: anybody, everybody who is signed in (`viewer`), or people whose role has the permission. */
export type Policy = "anyone" | "viewer" | Permission;

/** The roles that may call a route which needs a session. */
export const rolesOfPolicy = (policy: Exclude<Policy, "anyone">): readonly Role[] =>
  policy === "viewer" ? roles : rolesThatMay(policy);

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The headers of a request, which are only read: a `Headers`, or those of Node's own request. */
export type RequestHeaders = Pick<Headers, "get">;

/** What a handler may know about the request and use to answer it. */
export interface RouteContext<
  P extends Policy = Policy,
  Path extends string = string,
  Services extends CoreServices = CoreServices,
> {
  services: Services;
  requestID: string;
  /** Where the request comes from: the person's computer, or the last proxy that is not in TRUSTED_PROXIES. */
  address: string | undefined;
  /** Aborted when the browser goes away. */
  signal: CallSignal;
  /** Never null behind a policy other than `anyone`. */
  session: P extends "anyone" ? ActiveSession | null : ActiveSession;
  /** The environment of the path: configured, and permitted to this person. */
  environment: Path extends `${string}/:environment${string}` ? Environment : undefined;
  /** For what is no part of the input: `Idempotency-Key`. */
  requestHeaders: RequestHeaders;
  /** Headers to send along, such as Set-Cookie. */
  responseHeaders: Headers;
  /** The status of the answer where it is not 200. */
  answerWith(status: number): void;
}

/** The names of a path's parameters: `customerID` of `/customers/:customerID`. */
type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a handler gets of the request, parsed: nothing that its schemas do not name. */
export interface RouteInput<Query, Body, Path extends string = string> {
  /** Every one but the environment is an ID that can stand in a path of the API. */
  params: Readonly<Record<string extends Path ? string : ParameterOf<Path>, string>>;
  query: Query;
  body: Body;
}

/** The schemas of a route's input; a part without a schema must be empty. */
export interface InputSchemas<Query, Body> {
  query?: z.ZodType<Query>;
  /** Members of the query that may be given several times: their schema gets an array. */
  repeated?: readonly string[];
  body?: z.ZodType<Body>;
}

export interface RouteDefinition<
  M extends Method,
  Path extends string,
  P extends Policy,
  Query,
  Body,
  Output,
  Services extends CoreServices,
> {
  method: M;
  path: Path;
  policy: P;
  input: InputSchemas<Query, Body>;
  /** True for what needs a proof within the last ten minutes of who the person is (`sessions/recent-factor.ts`). */
  dangerous?: true;
  /** True for what a session may do that has no second factor yet, where the console requires one: set one up. */
  beforeSecondFactor?: true;
  /**
   * True for what another server sends, not a browser: a form that proves by itself who has made it. Neither the origin
   * nor the console's own header is asked for, and no session counts.
   */
  sentByServer?: true;
  /** True for what belongs to a person and their browser, such as the session: API clients are refused. */
  peopleOnly?: true;
  /**
   * True for what shows, or does something for, every environment at once: an API client needs all of them.
   * Administrators who are people do not, because each can give themselves any environment, which is audited; a key cannot.
   */
  everyEnvironment?: true;
  /** True for what is answered by a `StreamedFile`, which is sent while it is made. */
  streams?: true;
  /** False for requests that a page sends automatically: they must not extend a session. */
  countsAsActivity?: boolean;
  /**
   * False for what is always allowed, also above the limit of changes; true for what only reads and is counted with
   * them, such as exports, each of which is an event of the audit log.
   */
  countsAsWrite?: boolean;
  /** The media type of the file that it takes as its body, as it is: bytes, not JSON. */
  takesFile?: "text/csv";
  /** The largest body that it takes, in bytes, where it is not 64 KB. */
  maxBodyBytes?: number;
  /** The value of the answer (200), or undefined (204). */
  handler(context: RouteContext<P, Path, Services>, input: RouteInput<Query, Body, Path>): Promise<Output>;
}

export interface Route<
  M extends Method,
  Path extends string,
  P extends Policy,
  Query,
  Body,
  Output,
  Services extends CoreServices,
> extends RouteDefinition<M, Path, P, Query, Body, Output, Services> {
  key: `${M} ${Path}`;
}

/** A route of the table as the pipeline sees it. */
export type AnyRoute<Services extends CoreServices = CoreServices> = Route<
  Method,
  string,
  Policy,
  unknown,
  unknown,
  unknown,
  Services
>;

/**
 * The one way to make a route, so that none exists without a policy and an input. A room whose handlers need more than
 * the core services says which: `const route = routeWith<JobServices>()`.
 */
export function routeWith<Services extends CoreServices = CoreServices>() {
  return <
    const M extends Method,
    const Path extends `/api/${string}`,
    const P extends Policy,
    Output,
    Query = unknown,
    Body = unknown,
  >(
    definition: RouteDefinition<M, Path, P, Query, Body, Output, Services>,
  ): Route<M, Path, P, Query, Body, Output, Services> => ({
    ...definition,
    key: `${definition.method} ${definition.path}`,
  });
}
