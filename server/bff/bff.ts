import type { IncomingMessage, ServerResponse } from "node:http";
import type { SsoProviderChoice } from "#lib/contract/access/sso.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { DemoPersona } from "#server/bff/demo/demo-personas.ts";
import type { KeptBuilds } from "./http/builds/kept-builds.ts";
import type { PerformRequest } from "./http/pipeline/perform-route.ts";
import type { RouteKey, RouteOutput } from "./rooms.ts";

/** Routes that a server component may use. None of them changes anything. */
export type ReadRouteKey = Extract<RouteKey, `GET ${string}`>;

/** The backend for the frontend, created once per process. */
export interface Bff {
  /**
   * The entry point over HTTP: answers any request under `/api`. `address` is the client address, for tests. Without
   * it, the address of the current request is used (`http/listener/request-listener.ts`).
   */
  fetch(request: Request, address?: string): Promise<Response>;
  /** Answers like `fetch`, but with Node's own request and response objects. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** Calls a route through the same pipeline without HTTP, for server components. Throws AppError. */
  perform<K extends ReadRouteKey>(key: K, request: PerformRequest): Promise<RouteOutput<K>>;
  /** The demo users. Null if the console is configured. */
  demoPersonas(): DemoPersona[] | null;
  /** The providers of single sign-on that the sign-in page offers. */
  ssoProviders(): SsoProviderChoice[];
  /** False if the console keeps no record of known customers (`KNOWN_CUSTOMERS=off`). */
  isKnownOn(): boolean;
  /** The origin of the API of demo mode. Null if the console is configured. */
  demoApiOrigin(): string | null;
  /** Null if the console's store is writable, otherwise the error with the reason. */
  checkStore(): Promise<AppError | null>;
  /** Scripts and styles of the builds in the store. */
  builds: KeptBuilds;
  /** The origins that state-changing requests may come from. */
  setOrigins(origins: readonly string[]): void;
  /**
   * From now on `/api/ready` answers 503, so that load balancers send no further requests. Everything else continues.
   */
  beginDrain(): void;
  /** Ends the streams of live jobs. Browsers open new streams at another replica. Downloads continue. */
  drain(): void;
  /**
   * Ends downloads too, because the time for draining is over. The last line of such a download says that it is
   * incomplete.
   */
  cutStreams(): void;
  close(): Promise<void>;
}
