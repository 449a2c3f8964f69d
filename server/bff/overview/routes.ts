import {
  type FailedOverviewPart,
  type OverviewPart,
  type OverviewQuery,
  type OverviewValue,
  overviewQuerySchema,
  overviewSchema,
} from "#lib/contract/console/overview.ts";
import { overviewParts } from "#lib/contract/values/console/overview-parts.ts";
import { problemOf, toAppError } from "#server/bff/core/answers/problem.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { reportError } from "#server/bff/core/log/report-error.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { allCustomers } from "./all-customers-part.ts";
import { customersBy, customersByDay } from "./customer-parts.ts";
import { overviewFigures } from "./figures-part.ts";
import { overviewJobs } from "./jobs-part.ts";
import { overviewOperations } from "./operations-part.ts";
import type { OverviewServices } from "./overview-services.ts";
import { overviewWaiting } from "./waiting-part.ts";

const route = routeWith<OverviewServices>();

type Readers = {
  [Part in OverviewPart]: (
    context: ApiContext<OverviewServices>,
    window: OverviewQuery["window"],
  ) => Promise<OverviewValue<Part>>;
};

const readers: Readers = {
  waiting: overviewWaiting,
  figures: overviewFigures,
  customersByDay,
  plans: (context, window) => customersBy("plan", context, window),
  terms: (context, window) => customersBy("term", context, window),
  allCustomers,
  jobs: overviewJobs,
  operations: overviewOperations,
};

/** The routes of the overview. */
export const overviewRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/overview",
    about:
      "The overview of an environment. If a part fails, its problem is shown in its place. The other parts are still shown.",
    policy: "viewer",
    input: { query: overviewQuerySchema },
    answer: overviewSchema,
    async handler(context, { query }) {
      const { services, requestID } = context;

      async function readPart(part: OverviewPart): Promise<[OverviewPart, object]> {
        try {
          return [part, await readers[part](context, query.window)];
        } catch (thrown) {
          const error = toAppError(thrown);
          reportError(services.log, error, { requestID, route: `overview ${part}` });
          return [part, { problem: problemOf(error, requestID) } satisfies FailedOverviewPart];
        }
      }

      const parts = query.part ?? overviewParts;
      return Object.fromEntries(await Promise.all(parts.map(readPart)));
    },
  }),
] as const;
