import type { z } from "zod";
import { type Permission, rolesThatMay } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type Role, roles } from "#lib/contract/values/access/roles.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { CoreServices } from "./core-services.ts";

/**
 * Who may call a route: anybody (`anyone`), every signed-in person (`viewer`), or people whose role has the permission.
 */
export type Policy = "anyone" | "viewer" | Permission;

/** The roles that may call a route which needs a session. */
export const rolesOfPolicy = (policy: Exclude<Policy, "anyone">): readonly Role[] =>
  policy === "viewer" ? roles : rolesThatMay(policy);

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Read access to the headers of a request, from a `Headers` object or from Node's own request. */
export type RequestHeaders = Pick<Headers, "get">;

/** The data of a request that a handler may read, and the means to answer it. */
export interface RouteContext<
  P extends Policy = Policy,
  Path extends string = string,
  Services extends CoreServices = CoreServices,
> {
  services: Services;
  requestID: string;
  /** The client address: the person's computer, or the last proxy that is not in TRUSTED_PROXIES. */
  address: string | undefined;
  /** Aborted when the browser disconnects. */
  signal: CallSignal;
  /** The session of the sender. Null is possible only with the policy `anyone`. */
  session: P extends "anyone" ? ActiveSession | null : ActiveSession;
  /** The environment in the path. It is configured, and the sender may use it. */
  environment: Path extends `${string}/:environment${string}` ? Environment : undefined;
  /** Headers that are not part of the input, such as `Idempotency-Key`. */
  requestHeaders: RequestHeaders;
  /** Headers of the response, such as Set-Cookie. */
  responseHeaders: Headers;
  /** Sets the status of the response if it is not 200. */
  answerWith(status: number): void;
}

/** The names of a path's parameters: `customerID` of `/customers/:customerID`. */
type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parsed input of a handler. It contains only members that the schemas name. */
export interface RouteInput<Query, Body, Path extends string = string> {
  /** All path parameters except the environment. Each parameter is an ID that is valid in a path of the API. */
  params: Readonly<Record<string extends Path ? string : ParameterOf<Path>, string>>;
  query: Query;
  body: Body;
}

/** The schemas of a route's input. A part without a schema must be empty. */
export interface InputSchemas<Query, Body> {
  query?: z.ZodType<Query>;
  /** Query members that may occur several times. The schema of such a member gets an array. */
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
  /** True if the route needs a sign-in proof from the last ten minutes (`sessions/recent-factor.ts`). */
  dangerous?: true;
  /**
   * True if the route may be called before the person has a required second factor, so that the person can set one up.
   */
  beforeSecondFactor?: true;
  /**
   * True for a form that another server sends, not a browser. The content of the form proves its sender. So the
   * pipeline checks neither the origin nor the console's own header, and ignores a session.
   */
  sentByServer?: true;
  /** True for routes about a person and their browser, such as the session. API clients are refused. */
  peopleOnly?: true;
  /**
   * True if the route shows or changes all environments together. The caller needs access to all environments. A person
   * who manages staff does not need it, because such a person can give themselves any environment, which is audited.
   */
  everyEnvironment?: true;
  /** False for requests that a page sends automatically, which must not extend a session. */
  countsAsActivity?: boolean;
  /**
   * False for changes that are always allowed, even above the limit of changes. True for reads that count as changes,
   * such as exports: each of them adds an event to the audit log.
   */
  countsAsWrite?: boolean;
  /** The media type of the file that is the raw body of the request. Absent: the body is JSON. */
  takesFile?: "text/csv";
  /** The largest body of the route, in bytes, if not 64 KB. */
  maxBodyBytes?: number;
  /** Returns the value of the answer (200), or undefined (204). */
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

/** A route of the table, as the pipeline uses it. */
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
 * The only way to create a route, so that every route has a policy and an input. A module whose handlers need more than
 * the core services names them: `const route = routeWith<JobServices>()`.
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
