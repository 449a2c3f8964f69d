import { isAppError } from "#lib/contract/errors.ts";
import type { LookupContext, LookupPart } from "./part.ts";

/** True of an answer that there is no such job, or can be none with this ID. */
const isNoJob = (error: unknown) =>
  isAppError(error) &&
  (error.code === "not_found" || (error.code === "upstream_refused" && error.upstreamStatus === 400));

/** A job by its ID. */
export async function lookUpJob(context: LookupContext, jobID: string): Promise<LookupPart> {
  const { services, environment, client, call } = context;
  const looked = { what: "jobs", by: "id", complete: true } as const;
  try {
    const { job, stale } = await client.getJob(jobID, call);
    const customer =
      job.customerID === undefined ? undefined : services.directories[environment].find(job.customerID)?.companyName;
    return {
      hits: [
        {
          kind: "job",
          id: job.jobID,
          label: job.jobID,
          detail: [job.stateText || job.state, customer].filter(Boolean).join(" · "),
          ...(job.customerID === undefined ? {} : { customerID: job.customerID }),
        },
      ],
      looked,
      stale,
    };
  } catch (error) {
    if (isNoJob(error)) return { hits: [], looked };
    throw error;
  }
}

/** One of the console's own writes by its ID, which needs nothing of the API. */
export async function lookUpOperation(context: LookupContext, operationID: string): Promise<LookupPart> {
  const { services, environment } = context;
  const found = await services.store.operations.find(environment, operationID.toLowerCase());
  const looked = { what: "operations", by: "id", complete: true } as const;
  if (!found) return { hits: [], looked };
  const { kind, state, actor, customerID, request } = found;
  const known = customerID === null ? undefined : services.directories[environment].find(customerID)?.companyName;
  const name = typeof request.companyName === "string" ? request.companyName : known;
  return {
    hits: [
      {
        kind: "operation",
        id: found.operationID,
        label: kind,
        detail: [name, state, actor.email].filter(Boolean).join(" · "),
        ...(customerID === null ? {} : { customerID }),
      },
    ],
    looked,
  };
}
