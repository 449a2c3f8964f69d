import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import { runAsWorker } from "#server/bff/core/page-context.ts";
import type { LiveJobsOptions } from "./live-jobs.ts";

/** Reads jobs for all watchers. All watchers together count as one caller in the queue of the API client. */
export function readJobOf(clients: ReadonlyMap<Environment, ApiClient>): LiveJobsOptions["read"] {
  return async (environment, jobID, signal) => {
    const client = clients.get(environment);
    if (!client) throw new AppError("not_found", "There is no such environment.");
    const call = { requestID: randomUUID(), caller: "live-jobs", signal, fresh: true };
    // Runs as a worker, because the page that started this read may be closed before the read ends.
    return runAsWorker("live-jobs", () => client.getJob(jobID, call));
  };
}
