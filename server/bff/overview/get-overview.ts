import {
  type FailedPart,
  type Overview,
  type OverviewPart,
  type OverviewQuery,
  type OverviewValue,
  overviewParts,
} from "#lib/contract/overview.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { problemOf, toAppError } from "#server/bff/core/problem.ts";
import { reportError } from "#server/bff/core/report-error.ts";
import { apiHealth } from "./api-part.ts";
import { customersBy, customersByDay } from "./customer-parts.ts";
import { overviewJobs } from "./jobs-part.ts";
import { overviewOperations } from "./operations-part.ts";
import type { OverviewServices } from "./overview-services.ts";

type Readers = {
  [Part in OverviewPart]: (
    context: ApiContext<OverviewServices>,
    window: OverviewQuery["window"],
  ) => Promise<OverviewValue<Part>>;
};

const readers: Readers = {
  customersByDay,
  plans: (context, window) => customersBy("plan", context, window),
  terms: (context, window) => customersBy("term", context, window),
  jobs: overviewJobs,
  operations: overviewOperations,
  api: apiHealth,
};

/** What an environment looks like at a glance. A part that fails is a problem in its own place, and takes no other down. */
export async function getOverview({
  context,
  input,
}: {
  context: ApiContext<OverviewServices>;
  input: OverviewQuery;
}): Promise<Overview> {
  const { services, requestID } = context;

  async function readPart(part: OverviewPart): Promise<[OverviewPart, object]> {
    try {
      return [part, await readers[part](context, input.window)];
    } catch (thrown) {
      const error = toAppError(thrown);
      reportError(services.log, error, { requestID, route: `overview ${part}` });
      return [part, { problem: problemOf(error, requestID) } satisfies FailedPart];
    }
  }

  const parts = input.part ?? overviewParts;
  const read = await Promise.all(parts.filter((part) => part !== "api").map(readPart));
  // The API's health last: it tells what came of the calls for the other parts, too.
  if (parts.includes("api")) read.push(await readPart("api"));
  return Object.fromEntries(read);
}
