import type { RunApproval } from "#lib/contract/operations/approval.ts";
import { changedMember, changedValue, toChangeRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { contractDifferences } from "#server/bff/contracts/contract-values.ts";
import { readContract } from "#server/bff/contracts/read-contract.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import type { ApprovalSource, ApprovalSubject } from "#server/bff/core/approval-gate.ts";
import { requestHash } from "#server/bff/operations/request-hash.ts";
import { runApprovalView } from "#server/bff/runs/run-approval.ts";
import { changeOfRow, type StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import { currentFilters } from "#server/bff/views/view-state.ts";
import type { BulkServices } from "./bulk-services.ts";
import { shownTime } from "./bulk-view.ts";

/**
 * How many rows are compared with the API again for the approver. Before sending, every row is compared again in any
 * case.
 */
const maxReadAgain = 10;

type DescribeServices = Pick<
  ContractServices,
  "store" | "clients" | "callTimeoutMs" | "known" | "fillingReports" | "clock" | "log"
>;

/** What an approver sees of a checked bulk change: every customer with the checked contract and the new value. */
export async function bulkSubject(services: DescribeServices, bulk: StoredBulk): Promise<ApprovalSubject> {
  const { environment, bulkID, source } = bulk;
  const filter = { states: toChangeRowStates, limit: bulk.total, offset: 0 };
  const { rows } = await services.store.bulks.rows(bulkID, filter);
  const entries = rows.map((row) => ({
    customerID: idKey(row.customerID),
    change: changeOfRow(bulk, row),
    expected: row.before ?? {},
  }));
  // The digest contains the present filters of the view, so that editing or deleting the view voids an approval.
  const view = source.kind === "view" && {
    ...source,
    current: await currentFilters(services, bulk.actor.staffID, source.viewID),
  };
  const values = new Map(entries.map(({ change }) => [`${changedMember(change)} ${changedValue(change)}`, change]));
  return {
    digest: requestHash({
      environment,
      bulkID,
      entries,
      ...(bulk.at && { at: bulk.at, until: bulk.until }),
      ...(view && { view }),
    }),
    title: `${bulk.at ? "Planned changes" : "Bulk change"} of ${formatCount(rows.length)} ${rows.length === 1 ? "customer" : "customers"}`,
    rows: rows.length,
    isPlanned: bulk.at !== null,
    ...(bulk.at && { times: { at: shownTime(bulk.at), ...(bulk.until && { until: shownTime(bulk.until) }) } }),
    changes: [...values.values()],
    change: bulk.change ?? undefined,
    parts: { requesters: bulk.runBy ? [bulk.actor, bulk.runBy] : [bulk.actor] },
    href: pages.bulk(environment, bulkID),
  };
}

/** Describes a bulk change for its approver. */
export function bulkApproval(services: DescribeServices): ApprovalSource {
  const { bulks } = services.store;
  return {
    kind: "bulk",
    async describe(environment, bulkID) {
      const bulk = await bulks.find(environment, bulkID);
      if (!bulk || bulk.state === "checking" || bulk.state === "finished" || bulk.state === "cancelled") return null;
      return bulkSubject(services, bulk);
    },
    async differences(environment, bulkID, requestID) {
      const bulk = await bulks.find(environment, bulkID);
      if (!bulk) return [];
      const { rows } = await bulks.rows(bulkID, { states: ["ready"], limit: maxReadAgain, offset: 0 });
      const signal = new AbortController().signal;
      const context = { services, environment, requestID, signal, session: { staff: bulk.actor } };
      const read = { services, environment, ...requestAPI(context) };
      const found = await Promise.all(
        rows.map(async ({ customerID, companyName, before }) => {
          const contract = await readContract(read, customerID);
          return contractDifferences(contract, before ?? {}).map(
            ({ field, message }) => `${companyName || customerID}: ${field} ${message}`,
          );
        }),
      );
      return found.flat();
    },
  };
}

/** True if a person takes the next step and that step sends changes. */
const takesNextStep = ({ state, pausedFrom }: StoredBulk) =>
  state === "checked" || state === "first-done" || (state === "paused" && pausedFrom !== "checking");

/**
 * The approval that the next step of a bulk change needs or has. Undefined if the step needs no approval, or if no
 * person takes the next step.
 */
export async function bulkApprovalView(
  services: BulkServices,
  bulk: StoredBulk,
  staffID: string,
): Promise<RunApproval | undefined> {
  const { environment, bulkID, change } = bulk;
  if (!takesNextStep(bulk)) return undefined;
  const read = () =>
    services.approvalSources.find(({ kind }) => kind === "bulk")?.describe(environment, bulkID) ?? null;
  const counts = (await services.store.bulks.counts([bulkID])).get(bulkID) ?? {};
  const rows = toChangeRowStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  if (rows === 0) return undefined;
  // If each row has its own value, the rows are read for their values. Otherwise all rows have the value of the bulk
  // change.
  const changes = change ? [change] : ((await read())?.changes ?? []);
  const subject = {
    environment,
    kind: "bulk",
    subjectID: bulkID,
    staffID,
    rows,
    changes,
    isPlanned: bulk.at !== null,
  } as const;
  return runApprovalView(services, subject, async () => (await read())?.digest);
}
