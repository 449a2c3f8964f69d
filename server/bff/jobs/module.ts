import { EventEmitter } from "node:events";
import type { Environment } from "#lib/contract/environment.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";
import { assessJobs } from "./assess-jobs.ts";
import { jobAttention } from "./job-attention.ts";
import { createJobDirectory } from "./job-directory.ts";
import { createJobRecord } from "./job-record.ts";
import type { JobServices } from "./job-services.ts";
import { createJobTracker, type JobTracker } from "./job-tracker.ts";
import { createLiveJobs } from "./live/live-jobs.ts";
import { readJobOf } from "./live/read-job-of.ts";
import { createOperationJobs } from "./operation-jobs.ts";
import { createRecentJobs } from "./recent-jobs.ts";
import { jobRoutes } from "./routes.ts";
import { createUsualTimes } from "./usual-times.ts";

interface JobNeeds extends CoreServices, Pick<OperationServices, "operationKinds"> {
  extendClients(extend: (client: ApiClient, environment: Environment) => ApiClient): void;
}

type Added = Omit<JobServices, keyof CoreServices | "customerNames"> & Pick<OperationServices, "operationJobs">;

/**
 * Jobs: what the console knows about them, the pages that watch them, and the tracker that reads the jobs of operations
 * until they end.
 */
export const jobsModule = {
  name: "jobs",
  routes: jobRoutes,
  attention: [jobAttention],
  create(needs: JobNeeds): MadeRoom<Added> {
    const { clock, clients, store, extendClients, operationKinds } = needs;
    const jobDirectories = { production: createJobDirectory(clock), sandbox: createJobDirectory(clock) };
    const usualTimesOf = (environment: Environment) => createUsualTimes({ environment, clock, follows: store.follows });
    const usualTimes = { production: usualTimesOf("production"), sandbox: usualTimesOf("sandbox") };
    const jobRecords = { production: createJobRecord("production", needs), sandbox: createJobRecord("sandbox", needs) };
    extendClients((client, environment) =>
      assessJobs(client, {
        clock,
        directory: jobDirectories[environment],
        record: jobRecords[environment],
        usualTimes: usualTimes[environment],
      }),
    );
    const watched = new EventEmitter<{
      changed: Parameters<JobTracker["onJobChanged"]>;
      gone: Parameters<JobTracker["onJobGone"]>;
    }>();
    const liveJobs = createLiveJobs({
      clock,
      read: readJobOf(clients),
      changed: (...change) => watched.emit("changed", ...change),
      gone: (...job) => watched.emit("gone", ...job),
    });
    const tracker = createJobTracker({ ...needs, jobDirectories, liveJobs }, operationKinds);
    watched.on("changed", tracker.onJobChanged).on("gone", tracker.onJobGone);
    return {
      services: {
        jobDirectories,
        jobRecords,
        usualTimes,
        liveJobs,
        recentJobs: createRecentJobs({ clients, clock }),
        operationJobs: createOperationJobs({ jobDirectories, usualTimes, clock }),
      },
      workers: [liveJobs, tracker],
      drain: liveJobs.drain,
      async close() {
        await Promise.all([jobRecords.production.settled(), jobRecords.sandbox.settled()]);
      },
    };
  },
} satisfies RoomModule;
