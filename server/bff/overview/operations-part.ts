import type { OverviewRun, OverviewValue } from "#lib/contract/console/overview.ts";
import { changedMember, changedValue, countFailedRows } from "#lib/contract/values/operations/bulk-states.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { withPersonNames } from "#server/bff/core/person-names.ts";
import { importCounts } from "#server/bff/imports/import-view.ts";
import { operationViews } from "#server/bff/operations/operation-views.ts";
import type { OverviewServices } from "./overview-services.ts";

/** The maximum number of lines. A line is an operation, or a bulk change or import with all its operations. */
const maxShown = 6;

/**
 * The number of newest runs that are read. It is higher than `maxShown`, because the newest runs may not have started
 * yet.
 */
const maxRead = 20;

const page = { limit: maxRead, offset: 0 };

async function latestBulks({ services, environment }: ApiContext<OverviewServices>): Promise<OverviewRun[]> {
  const { bulks } = services.store;
  const { runs } = await bulks.list({ environment }, page);
  const counts = await bulks.counts(runs.map(({ bulkID }) => bulkID));
  return runs.flatMap(({ bulkID, startedAt, change, total, runBy, actor }) => {
    if (startedAt === null) return [];
    const { changed = 0, same = 0, planned = 0, ...others } = counts.get(bulkID) ?? {};
    return {
      kind: "bulk" as const,
      id: bulkID,
      ...(change && { change: { member: changedMember(change), value: changedValue(change) } }),
      person: runBy ?? actor,
      startedAt: new Date(startedAt).toISOString(),
      rows: { all: total, done: changed + same + planned, failed: countFailedRows(others) },
    };
  });
}

async function latestImports({ services, environment }: ApiContext<OverviewServices>): Promise<OverviewRun[]> {
  const { imports } = services.store;
  const { runs } = await imports.list({ environment }, page);
  const counts = await imports.counts(runs.map(({ importID }) => importID));
  return runs.flatMap(({ importID, startedAt, runBy, actor }) => {
    if (startedAt === null) return [];
    const { rows, created, failed } = importCounts(counts.get(importID) ?? {});
    return {
      kind: "import" as const,
      id: importID,
      person: runBy ?? actor,
      startedAt: new Date(startedAt).toISOString(),
      rows: { all: rows, done: created, failed },
    };
  });
}

/** The latest writes of the environment, from the store. A run with all its writes is one line. */
export async function overviewOperations(context: ApiContext<OverviewServices>): Promise<OverviewValue<"operations">> {
  const { services, environment } = context;
  const [{ operations, total }, ...runs] = await Promise.all([
    services.store.operations.list({ environment, withoutBulk: true }, { limit: maxShown, offset: 0 }),
    latestBulks(context),
    latestImports(context),
  ]);
  const shownRuns = runs
    .flat()
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
    .slice(0, maxShown);
  // The time of the oldest line that is shown. Older lines are omitted.
  const times = [
    ...operations.map(({ createdAt }) => createdAt),
    ...shownRuns.map(({ startedAt }) => Date.parse(startedAt)),
  ];
  const oldest = times.toSorted((a, b) => b - a).at(maxShown - 1) ?? 0;
  const shown = operations.filter(({ createdAt }) => createdAt >= oldest);
  return {
    asOf: new Date(services.clock.now()).toISOString(),
    coverage: { looked: shown.length, total },
    operations: await operationViews(services, environment, shown),
    runs: await withPersonNames(
      services.store.staff,
      ["person"],
      shownRuns.filter(({ startedAt }) => Date.parse(startedAt) >= oldest),
    ),
  };
}
