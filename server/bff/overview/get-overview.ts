import {
  type FailedPart,
  type Overview,
  type OverviewPart,
  type OverviewQuery,
  type OverviewValue,
  overviewParts,
} from "#lib/contract/overview.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { knownError, problemOf } from "#server/bff/core/problem.ts";
import { reportError } from "#server/bff/core/report-error.ts";
import { apiHealth } from "./api-part.ts";
import { customersBy, customersByDay } from "./customer-parts.ts";
import { overviewJobs } from "./jobs-part.ts";
import { overviewOperations } from "./operations-part.ts";

type Readers = {
  [Part in OverviewPart]: (context: ApiContext, window: OverviewQuery["window"]) => Promise<OverviewValue<Part>>;
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
  context: ApiContext;
  input: OverviewQuery;
}): Promise<Overview> {
  const { services, requestID } = context;

  async function readPart(part: OverviewPart): Promise<[OverviewPart, object]> {
    try {
      return [part, await readers[part](context, input.window)];
    } catch (thrown) {
      const error = knownError(thrown);
      reportError(services.log, error, { requestID, route: `overview ${part}` });
      return [part, { problem: problemOf(error, requestID) } satisfies FailedPart];
    }
  }

  return Object.fromEntries(await Promise.all((input.part ?? overviewParts).map(readPart)));
}
