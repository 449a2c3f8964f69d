import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { JobEngine } from "../jobs/engine.ts";
import type { ProvisioningStore } from "../store/open-store.ts";

/** What an operation on an environment needs. Times are milliseconds since 1970. */
export interface ResourceContext {
  environment: Environment;
  store: Omit<ProvisioningStore, "close">;
  engine: Pick<JobEngine, "schedule" | "wake">;
  clock: () => number;
}

/** Which part of a list is requested. */
export interface Page {
  limit: number;
  offset: number;
}

export const toISO = (atMs: number) => new Date(atMs).toISOString();

/** The error for a request that is well-formed but has impossible values (specification, section 7). */
export function invalidRequest(message: string): AppError {
  return new AppError("invalid_request", message, { errors: [{ message }] });
}

export function customerNotFound(): AppError {
  return new AppError("not_found", "There is no customer with this ID.");
}
