import type { z } from "zod";
import { type Permission, rolesThatMay } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type Role, roles } from "#lib/contract/values/access/roles.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { TextAnswer } from "./answers/text-answer.ts";
import type { CoreServices } from "./core-services.ts";
import type { StreamedFile } from "./export/streamed-file.ts";
import type { RouteError } from "./route-errors.ts";

/**
 * Who may call a route: everybody (`anyone`), every signed-in person (`viewer`), or people whose role has a permission.
 */
export type Policy = "anyone" | "viewer" | Permission;

/** The roles that may call a route that needs a session. */
export const rolesOfPolicy = (policy: Exclude<Policy, "anyone">): readonly Role[] =>
  policy === "viewer" ? roles : rolesThatMay(policy);

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Read access to the headers of a request. A `Headers` object provides it, and so does Node's own request. */
export type RequestHeaders = Pick<Headers, "get">;

/** What a handler may read of a request, and the functions to answer it. */
export interface RouteContext<
  P extends Policy = Policy,
  Path extends string = string,
  Services extends CoreServices = CoreServices,
> {
  services: Services;
  requestID: string;
  /** The client address: the address of the person's computer, or of the last proxy that is not in TRUSTED_PROXIES. */
  address: string | undefined;
  /** Aborted when the browser closes the connection. */
  signal: CallSignal;
  /** The session of the sender. Null is possible only for the policy `anyone`. */
  session: P extends "anyone" ? ActiveSession | null : ActiveSession;
  /** The environment in the path. It is configured, and the sender may use it. */
  environment: Path extends `${string}/:environment${string}` ? Environment : undefined;
  /** Request headers that are not part of the input, for example `Idempotency-Key`. */
  requestHeaders: RequestHeaders;
  /** Headers of the response, for example Set-Cookie. */
  responseHeaders: Headers;
  /** Sets the status of the response, if it must not be 200. */
  answerWith(status: number): void;
}

/** The names of the parameters in a path, for example `customerID` in `/customers/:customerID`. */
type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parsed input of a handler. It contains only members that the schemas define. */
export interface RouteInput<Query, Body, Path extends string = string> {
  /** All path parameters except the environment. Each of them is an ID that the API accepts in a path. */
  params: Readonly<Record<string extends Path ? string : ParameterOf<Path>, string>>;
  query: Query;
  body: Body;
}

/** The schemas of a route's input. If a part has no schema, it must be empty. */
export interface InputSchemas<Query, Body> {
  query?: z.ZodType<Query>;
  /** Query parameters that may occur several times. Their schema receives an array. */
  repeated?: readonly string[];
  body?: z.ZodType<Body>;
}

/**
 * What a file contains, for the document of the routes: the schema of a JSON file or of each line of a file of JSON
 * lines, the columns of a CSV file, or a description.
 */
export type FileContent = z.ZodType | readonly string[] | string;

/** A file or a stream that a route answers with, by its media type. If there are several, the request chooses one. */
export interface FileAnswer {
  file: Readonly<Record<`${string}/${string}`, FileContent>>;
}

/** What a route answers with if it succeeds: a JSON value of this schema, no body, or a file. */
export type RouteAnswer = z.ZodType | "nothing" | FileAnswer;

/** The value that the handler of a route with this answer returns. */
export type OutputOf<Answer extends RouteAnswer> = Answer extends z.ZodType
  ? z.output<Answer>
  : Answer extends "nothing"
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement returns void
      void | undefined
    : StreamedFile | TextAnswer;

export interface RouteDefinition<
  M extends Method,
  Path extends string,
  P extends Policy,
  Query,
  Body,
  Answer extends RouteAnswer,
  Services extends CoreServices,
> {
  method: M;
  path: Path;
  /** What the route does, for people who write programs. The first sentence is the title in the API reference. */
  about: string;
  policy: P;
  input: InputSchemas<Query, Body>;
  /**
   * The schemas of the request headers that the handler reads. They only document the headers. The handler itself
   * checks the values.
   */
  headers?: Readonly<Record<string, z.ZodType>>;
  answer: Answer;
  /**
   * The statuses of a successful response. The first one is used unless the handler chooses another one by
   * `answerWith`. Missing: 200, or 204 without a body.
   */
  statuses?: readonly [number, ...number[]];
  /**
   * The error codes that the handler can throw, apart from those that follow from the other members
   * (server/bff/openapi/errors-of-route.ts).
   */
  errors?: readonly RouteError[];
  /**
   * True if the route needs a sign-in proof that is at most ten minutes old
   * (server/bff/access/sessions/recent-factor.ts).
   */
  dangerous?: true;
  /**
   * True if people may call the route before they have set up a required second factor. They need the route for the
   * setup.
   */
  beforeSecondFactor?: true;
  /**
   * True for a form that is sent by another server instead of a browser. The content of the form proves who sent it.
   * The pipeline therefore ignores a session, and checks neither the origin nor the console's own header.
   */
  sentByServer?: true;
  /**
   * True for routes about a person and their browser, for example the session. API clients may not call such routes.
   */
  peopleOnly?: true;
  /**
   * True for the route of assistants. It takes only the key of an API client that an administrator has allowed for
   * assistants, and no cookie. Through every other route, such a key can only read.
   */
  forAssistants?: true;
  /**
   * True if the route shows or changes all environments together. The caller needs access to all environments. People
   * who manage staff are an exception, because they can give themselves access to any environment, which is audited.
   */
  everyEnvironment?: true;
  /** False for requests that a page sends automatically. Such requests must not extend a session. */
  countsAsActivity?: boolean;
  /**
   * False for changes that are allowed even above the limit of changes. True for reads that count as changes because
   * each of them adds an event to the audit log, for example exports.
   */
  countsAsWrite?: boolean;
  /** The media type of a file that is the whole body of the request. Missing: the body is JSON. */
  takesFile?: "text/csv";
  /** The maximum size of the body, in bytes. Missing: 64 KB. */
  maxBodyBytes?: number;
  handler(
    context: RouteContext<P, Path, Services>,
    input: RouteInput<Query, Body, Path>,
  ): Promise<NoInfer<OutputOf<Answer>>>;
}

export interface Route<
  M extends Method,
  Path extends string,
  P extends Policy,
  Query,
  Body,
  Answer extends RouteAnswer,
  Services extends CoreServices,
> extends RouteDefinition<M, Path, P, Query, Body, Answer, Services> {
  key: `${M} ${Path}`;
}

/** A route of any type, as the pipeline uses it. */
export type AnyRoute<Services extends CoreServices = CoreServices> = Route<
  Method,
  string,
  Policy,
  unknown,
  unknown,
  RouteAnswer,
  Services
>;

/**
 * The only way to create a route. It makes sure that every route has a policy and an input. If the handlers of a module
 * need more than the core services, the module names these services: `const route = routeWith<JobServices>()`.
 */
export function routeWith<Services extends CoreServices = CoreServices>() {
  return <
    const M extends Method,
    const Path extends `/api/${string}`,
    const P extends Policy,
    const Answer extends RouteAnswer,
    Query = unknown,
    Body = unknown,
  >(
    definition: RouteDefinition<M, Path, P, Query, Body, Answer, Services>,
  ): Route<M, Path, P, Query, Body, Answer, Services> => ({
    ...definition,
    key: `${definition.method} ${definition.path}`,
  });
}
