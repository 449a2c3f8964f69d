import type { IncomingMessage, ServerResponse } from "node:http";
import type { SsoProviderChoice } from "#lib/contract/access/sso.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { DemoPersona } from "#server/bff/demo/demo-personas.ts";
import type { KeptBuilds } from "./http/builds/kept-builds.ts";
import type { PerformRequest } from "./http/pipeline/perform-route.ts";
import type { RouteKey, RouteOutput } from "./rooms.ts";

/** The routes that a server component may call. Such a route changes nothing. */
export type ReadRouteKey = Extract<RouteKey, `GET ${string}`>;

/** The backend for the frontend. Each process creates one. */
export interface Bff {
  /**
   * Answers any request under `/api`. Tests pass the client's `address`. Without `address`, the address of the current
   * request is used (`http/listener/request-listener.ts`).
   */
  fetch(request: Request, address?: string): Promise<Response>;
  /** Like `fetch`, but with Node's own request and response objects. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** Calls a route through the same pipeline, but without HTTP. For server components. Throws AppError. */
  perform<K extends ReadRouteKey>(key: K, request: PerformRequest): Promise<RouteOutput<K>>;
  /** The demo users. Null if the console is configured. */
  demoPersonas(): DemoPersona[] | null;
  /** The providers of single sign-on that the sign-in page offers. */
  ssoProviders(): SsoProviderChoice[];
  /** False if the console does not store the states of customers (`KNOWN_CUSTOMERS=off`). */
  isKnownOn(): boolean;
  /** False if pages of customers are loaded ahead only when a person points at the button (`READ_AHEAD=off`). */
  isReadAheadOn(): boolean;
  /** The origin of the API of demo mode. Null if the console is configured. */
  demoApiOrigin(): string | null;
  /** Null if the store is writable. Otherwise the error with the reason. */
  checkStore(): Promise<AppError | null>;
  /** The scripts and styles of all builds in the store. */
  builds: KeptBuilds;
  /** Sets the origins that state-changing requests may come from. */
  setOrigins(origins: readonly string[]): void;
  /**
   * Makes `/api/ready` answer 503 from now on, so that load balancers send no further requests. Everything else
   * continues.
   */
  beginDrain(): void;
  /** Ends the streams of live jobs, so that browsers open new streams at another replica. Downloads continue. */
  drain(): void;
  /**
   * Ends the downloads, because the time for draining has passed. The last line of such a file says that it is
   * incomplete.
   */
  cutStreams(): void;
  /** The number of open streams: job events, exports and results files. */
  countStreams(): number;
  close(): Promise<void>;
}
