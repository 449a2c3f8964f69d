import { queryOptions } from "@tanstack/react-query";
import type {
  FailedOverviewPart,
  Overview,
  OverviewPart,
  OverviewValue,
  OverviewWindow,
} from "#lib/contract/console/overview.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { overviewParts } from "#lib/contract/values/console/overview-parts.ts";
import { api } from "#lib/paths.ts";
import { ownRecordReading, pageReading } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { RequestFailed, toShownProblem } from "#lib/requests/shown-problem.ts";

type ReadOverview = (query: URLSearchParams, signal: AbortSignal) => Promise<Overview>;

/** The parts of the overview that depend on the chosen window. */
const windowed: ReadonlySet<OverviewPart> = new Set(["figures", "customersByDay", "plans", "terms"]);

/** The parts of the overview that Switchboard can read from its own database while the API does not answer. */
const recorded: ReadonlySet<OverviewPart> = new Set(["waiting", "figures", "allCustomers", "jobs", "operations"]);

function overHttp(environment: Environment, part: OverviewPart): ReadOverview {
  return (query, signal) => fetchJson<Overview>(api.overview(environment, query), { [part]: "object" }, { signal });
}

function isFailed(value: object): value is FailedOverviewPart {
  return "problem" in value;
}

/**
 * One part of the overview, read with its own request. The query fails if the answer contains a problem instead of the
 * part.
 */
export function overviewQueryOptions<Part extends OverviewPart>(
  environment: Environment,
  part: Part,
  window: OverviewWindow,
  read: ReadOverview = overHttp(environment, part),
) {
  return queryOptions({
    queryKey: [environment, "overview", part, ...(windowed.has(part) ? [window] : [])],
    meta: recorded.has(part) ? ownRecordReading : pageReading,
    queryFn: async ({ signal }): Promise<OverviewValue<Part>> => {
      const { [part]: value } = await read(new URLSearchParams({ part, window }), signal);
      if (value === undefined) throw new TypeError(`The overview was answered without ${part}`);
      if (isFailed(value)) throw new RequestFailed(toShownProblem(value.problem));
      return value as OverviewValue<Part>;
    },
    staleTime: 30_000,
  });
}

/** The queries of the overview: one for each part. */
export function overviewReadings(environment: Environment, window: OverviewWindow, read: ReadOverview) {
  return overviewParts.map((part) => overviewQueryOptions(environment, part, window, read));
}
