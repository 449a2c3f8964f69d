import type { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/session.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { Services } from "./services.ts";

/** Who may call a route; a role means that role or a stronger one. */
export type Policy = "anyone" | Role;

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** What a handler may know about the request and use to answer it. */
export interface RouteContext<P extends Policy = Policy, Path extends string = string> {
  services: Services;
  requestID: string;
  /** Where the connection comes from: the person's computer, or the last proxy before this console. */
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

export interface RouteDefinition<M extends Method, Path extends string, P extends Policy, Query, Body, Output> {
  method: M;
  path: Path;
  policy: P;
  input: InputSchemas<Query, Body>;
  /** False for what a page asks by itself: it must not put off the idle end of a session. */
  countsAsActivity?: boolean;
  /** The largest body that it takes, in bytes, where it is not 64 KB. */
  mostBodyBytes?: number;
  /** The value of the answer (200), or undefined (204). */
  handler(context: RouteContext<P, Path>, input: RouteInput<Query, Body, Path>): Promise<Output>;
}

export interface Route<M extends Method, Path extends string, P extends Policy, Query, Body, Output>
  extends RouteDefinition<M, Path, P, Query, Body, Output> {
  key: `${M} ${Path}`;
}

/** A route of the table as the pipeline sees it. */
export type AnyRoute = Route<Method, string, Policy, unknown, unknown, unknown>;

/** The one way to make a route, so that none exists without a policy and an input. */
export function route<
  const M extends Method,
  const Path extends `/api/${string}`,
  const P extends Policy,
  Output,
  Query = unknown,
  Body = unknown,
>(definition: RouteDefinition<M, Path, P, Query, Body, Output>): Route<M, Path, P, Query, Body, Output> {
  return { ...definition, key: `${definition.method} ${definition.path}` };
}
