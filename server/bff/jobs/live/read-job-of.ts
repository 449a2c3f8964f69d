import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import { runAsWorker } from "#server/bff/core/page-context.ts";
import type { LiveJobsOptions } from "./live-jobs.ts";

/** Reads jobs on behalf of everybody who watches: they are one caller among those who wait for the API. */
export function readJobOf(clients: ReadonlyMap<Environment, ApiClient>): LiveJobsOptions["read"] {
  return async (environment, jobID, signal) => {
    const client = clients.get(environment);
    if (!client) throw new AppError("not_found", "There is no such environment.");
    const call = { requestID: randomUUID(), caller: "live-jobs", signal, fresh: true };
    // The first who watches a job has started this, and may be gone long since.
    return runAsWorker("live-jobs", () => client.getJob(jobID, call));
  };
}
