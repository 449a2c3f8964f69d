import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { JobEngine } from "../jobs/engine.ts";
import type { ProvisioningStore } from "../store/open-store.ts";

/** The context in which operations on one environment run. Instants are milliseconds since 1970. */
export interface ResourceContext {
  environment: Environment;
  store: Omit<ProvisioningStore, "close">;
  engine: Pick<JobEngine, "schedule" | "wake">;
  clock: () => number;
}

/** The requested part of a list. */
export interface Page {
  limit: number;
  offset: number;
}

export const toISO = (atMs: number) => new Date(atMs).toISOString();

/** Returns the error for a well-formed request with impossible values (specification, section 7). */
export function invalidRequest(message: string): AppError {
  return new AppError("invalid_request", message, { errors: [{ message }] });
}

export function customerNotFound(): AppError {
  return new AppError("not_found", "There is no customer with this ID.");
}
