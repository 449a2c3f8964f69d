import type { Job } from "#lib/contract/job.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import { failedForMs } from "#server/bff/operations/operation-attention.ts";
import type { JobServices } from "./job-services.ts";

/** How many are looked at. */
const maxLooked = 50;

const changedAt = (job: Job) => job.updated ?? job.created ?? "";

/** Jobs that failed lately or seem stuck, and that no operation of the console is about: others use the API, too. */
export function jobAttention(
  services: Pick<JobServices, "clock" | "store" | "customerNames" | "recentJobs">,
): AttentionSource {
  const { clock, store, customerNames, recentJobs } = services;
  return {
    name: "jobs",
    kinds: ["stuck-job", "failed-job"],
    async list({ environment, requestID, withoutAPI }) {
      const sample = withoutAPI ? recentJobs.last(environment) : await recentJobs.read(environment, requestID);
      if (sample === undefined) return { items: [] };
      const since = new Date(clock.now() - failedForMs).toISOString();
      const all = sample.jobs.filter(
        (job) => job.stuckSince !== undefined || (job.state === "failed" && changedAt(job) >= since),
      );
      const odd = all.slice(0, maxLooked);
      const own = await Promise.all(
        odd.map(({ jobID }) => store.operations.list({ environment, jobID }, { limit: 0, offset: 0 })),
      );
      const others = odd.filter((_, index) => own[index]?.total === 0);
      const named = await withCompanyNames(customerNames, environment, others);
      const items = named.map(({ jobID, type, customerID, companyName, stuckSince, ...job }): OpenItem => {
        const name = companyName ?? (customerID === undefined ? undefined : shortenMiddle(customerID));
        const at = job.updated ?? job.created;
        const since = stuckSince ?? at;
        return {
          kind: stuckSince === undefined ? "failed-job" : "stuck-job",
          id: jobID,
          environment,
          title: name ?? type ?? shortenMiddle(jobID),
          href: pages.job(environment, jobID),
          ...(since === undefined ? {} : { since }),
          ...(type === undefined ? {} : { what: type }),
          ...(customerID === undefined ? {} : { customerID }),
          // By the API's own time, which is the same for every replica.
          ...(at === undefined ? {} : { cause: at }),
        };
      });
      return { items, total: items.length + all.length - odd.length, coverage: sample.coverage };
    },
  };
}
