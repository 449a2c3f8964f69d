import type { AppError } from "#lib/contract/app-error.ts";
import type { DemoPersona } from "#server/bff/demo/demo-personas.ts";
import type { PerformRequest } from "./http/perform-route.ts";
import type { RouteKey, RouteOutput } from "./routes.ts";

/** Routes that a server component may ask: those that change nothing. */
export type ReadRouteKey = Extract<RouteKey, `GET ${string}`>;

/** The backend for the frontend: created once in a process, with two entry points. */
export interface Bff {
  /**
   * The entry point over HTTP: answers any request under `/api`. `address` is where it comes from, for tests; else
   * it is that of the request whose answer is being made (`http/request-listener.ts`).
   */
  fetch(request: Request, address?: string): Promise<Response>;
  /** The same pipeline without HTTP, for server components. Throws AppError. */
  perform<K extends ReadRouteKey>(key: K, request: PerformRequest): Promise<RouteOutput<K>>;
  /** The personas of demo mode; null when the console is configured. */
  demoPersonas(): DemoPersona[] | null;
  /** Where the API of demo mode listens; null when the console is configured. */
  demoApiOrigin(): string | null;
  /** Null where the console's store can be written, else the error that says why not. */
  checkStore(): Promise<AppError | null>;
  /** The origins that state-changing requests may come from. */
  setOrigins(origins: readonly string[]): void;
  /** From now on `/api/ready` answers 503, and streams of live jobs end. Files under way go on. */
  drain(): void;
  /** Ends files under way too, when the time for draining is up: they say that they are not whole. */
  cutStreams(): void;
  close(): Promise<void>;
}
