import type { DemoPersona } from "#server/bff/demo/demo-personas.ts";
import type { RouteKey, RouteOutput } from "./routes.ts";

/** Routes that a server component may ask: those that change nothing. */
export type ReadRouteKey = Extract<RouteKey, `GET ${string}`>;

export interface PerformRequest {
  /** The request's Cookie header, as it came. */
  cookieHeader: string | null;
  params?: Readonly<Record<string, string>>;
  /** Text values, as they would stand in a URL. */
  query?: URLSearchParams | Readonly<Record<string, string>>;
  requestID?: string;
  signal?: AbortSignal;
}

/** The backend for the frontend: made once in a process, reached through two doors. */
export interface Bff {
  /** The HTTP door: answers any request under `/api`. `address` is the other end of its connection. */
  fetch(request: Request, address?: string): Promise<Response>;
  /** The same pipeline without HTTP, for server components. Throws AppError. */
  perform<K extends ReadRouteKey>(key: K, request: PerformRequest): Promise<RouteOutput<K>>;
  /** The personas of demo mode; null when the console is configured. */
  demoPersonas(): DemoPersona[] | null;
  /** Where the API of demo mode listens; null when the console is configured. */
  demoApiOrigin(): string | null;
  /** The origins that state-changing requests may come from. */
  setOrigins(origins: readonly string[]): void;
  /** From now on `/api/ready` answers 503, and streams of live jobs end. */
  drain(): void;
  close(): Promise<void>;
}
