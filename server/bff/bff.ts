import type { SsoProviderChoice } from "#lib/contract/access/sso.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { DemoPersona } from "#server/bff/demo/demo-personas.ts";
import type { KeptBuilds } from "./http/builds/kept-builds.ts";
import type { PerformRequest } from "./http/pipeline/perform-route.ts";
import type { AnswerPlainRequest } from "./http/plain-requests.ts";
import type { RouteKey, RouteOutput } from "./routes.ts";

/** Routes that a server component may use: those that change nothing. */
export type ReadRouteKey = Extract<RouteKey, `GET ${string}`>;

/** The backend for the frontend: created once in a process, with two entry points. */
export interface Bff {
  /**
   * The entry point over HTTP: answers any request under `/api`. `address` is where it comes from, for tests; else
   * it is that of the request whose answer is being made (`http/listener/request-listener.ts`).
   */
  fetch(request: Request, address?: string): Promise<Response>;
  /** The same for the host's own requests, where they are plain: gives false where they are not, with nothing done. */
  answerPlain: AnswerPlainRequest;
  /** The same pipeline without HTTP, for server components. Throws AppError. */
  perform<K extends ReadRouteKey>(key: K, request: PerformRequest): Promise<RouteOutput<K>>;
  /** The personas of demo mode; null when the console is configured. */
  demoPersonas(): DemoPersona[] | null;
  /** The providers of single sign-on that the sign-in page offers. */
  ssoProviders(): SsoProviderChoice[];
  /** Where the API of demo mode listens; null when the console is configured. */
  demoApiOrigin(): string | null;
  /** Null where the console's store can be written, else the error that says why not. */
  checkStore(): Promise<AppError | null>;
  /** Scripts and styles of the builds that are kept in the store. */
  builds: KeptBuilds;
  /** The origins that state-changing requests may come from. */
  setOrigins(origins: readonly string[]): void;
  /** From now on `/api/ready` answers 503, so that load balancers send no further requests. All else continues. */
  beginDrain(): void;
  /** Streams of live jobs end, and browsers open them again at another replica. Downloads continue. */
  drain(): void;
  /** Ends downloads too, when the time for draining is over: their last line says that they are incomplete. */
  cutStreams(): void;
  close(): Promise<void>;
}
