import type { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/session.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { CoreServices } from "./core-services.ts";

/** Who may call a route; a role means that role or a stronger one. */
export type Policy = "anyone" | Role;

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

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
  signal: AbortSignal;
  /** Never null behind a policy other than `anyone`. */
  session: P extends "anyone" ? ActiveSession | null : ActiveSession;
  /** The environment of the path: configured, and permitted to this person. */
  environment: Path extends `${string}/:environment${string}` ? Environment : undefined;
  /** For what is no part of the input: `Idempotency-Key`. */
  requestHeaders: Headers;
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
  /** False for requests that a page sends automatically: they must not extend a session. */
  countsAsActivity?: boolean;
  /** False for what is always allowed, also above the limit of changes. */
  countsAsWrite?: boolean;
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
