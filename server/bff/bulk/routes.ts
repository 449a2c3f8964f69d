import { may } from "#lib/contract/access/permissions.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import {
  bulkAnswerSchema,
  bulkDetailSchema,
  bulkFileQuerySchema,
  bulkListQuerySchema,
  bulkListSchema,
  bulkQuerySchema,
  bulkViewComparisonSchema,
  maxBulkBytes,
  startBulkSchema,
  undoBulkSchema,
} from "#lib/contract/operations/bulk.ts";
import { csvFileSchema } from "#lib/contract/operations/csv-file.ts";
import { resumeRunSchema } from "#lib/contract/operations/run.ts";
import { changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { ticketKeyOf } from "#lib/contract/values/operations/write-references.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";
import { exportResults, instantCell, operationLink } from "#server/bff/runs/results-file.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import { cancelRun, pauseRun, resumeRun } from "#server/bff/runs/run-steps.ts";
import { changeOfRow, type NewBulkRow, type StoredBulk, type StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import { readViewState } from "#server/bff/views/view-state.ts";
import { bulkApprovalView } from "./bulk-approval.ts";
import { bulkKind } from "./bulk-kind.ts";
import type { BulkServices } from "./bulk-services.ts";
import { bulkRowViews, bulkView, bulkViews } from "./bulk-view.ts";
import { compareView } from "./compare-view.ts";
import { keepBulk, unreadRow } from "./keep-bulk.ts";
import { startBulk } from "./start-bulk.ts";
import { startBulkFromFile } from "./start-from-file.ts";

const route = routeWith<BulkServices>();

/** The columns of the results file. */
const head = [
  "position",
  "customerID",
  "companyName",
  "state",
  "member",
  "before",
  "after",
  "reason",
  "operationID",
  "operation",
  "confirmedAt",
  "settledAt",
  "target",
  "plannedChangeID",
];

const answer = async ({ services }: { services: BulkServices }, bulk: StoredBulk) => ({
  bulk: await bulkView(services.store, bulk),
});

/**
 * The routes of bulk changes. A bulk change is a stored list of customers, and each row becomes a separate operation. A
 * run renews its lease while it works. A run that has lost its lease sends nothing and records nothing
 * (docs/decisions/0012-bulk-changes.md).
 *
 * Rows may have different values: from a CSV file (start-from-file.ts, server/bff/core/csv/read-csv.ts), or from an
 * earlier bulk change that is undone. An undo is a new bulk change. It is checked and reviewed like any other bulk
 * change.
 */
export const bulkRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/bulk",
    about:
      "A page of an environment's bulk changes, newest first. Lists either all bulk changes, or only those of the signed-in person.",
    policy: "viewer",
    input: { query: bulkListQuerySchema },
    answer: bulkListSchema,
    countsAsActivity: false,
    async handler({ services, environment, session }, { query: { mine, ticket, limit, offset } }) {
      const { store, clock } = services;
      const { runs, total } = await store.bulks.list(
        {
          environment,
          ...(mine && { staffID: session.staff.staffID }),
          ...(ticket !== undefined && { ticketKey: ticketKeyOf(ticket) }),
        },
        { limit, offset },
      );
      const asOf = new Date(clock.now()).toISOString();
      return { bulks: await bulkViews(store, runs), total, limit, offset, asOf };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk",
    about:
      "Starts a bulk change from a list of customer IDs, a filter or a saved view. The rows are checked first. Nothing is sent before a person starts the changes.",
    policy: "bulk.run",
    input: { body: startBulkSchema },
    answer: bulkAnswerSchema,
    statuses: [202],
    errors: [...apiErrors, "too_many_bulks", "too_many_planned", "unclear_time"],
    maxBodyBytes: maxBulkBytes,
    handler: (context, { body }) => startBulk({ context, input: body }),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/file",
    about: "Starts a bulk change from a CSV file. The rows are checked first.",
    policy: "bulk.run",
    takesFile: "text/csv",
    input: { query: bulkFileQuerySchema, body: csvFileSchema },
    answer: bulkAnswerSchema,
    statuses: [202],
    errors: ["too_many_bulks"],
    maxBodyBytes: maxBulkBytes,
    handler: (context, { query, body }) => startBulkFromFile({ context, bytes: body, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/bulk/:bulkID",
    about:
      "A bulk change and a page of its rows, in the stored order. The console's page polls this route while the bulk change runs.",
    policy: "viewer",
    input: { query: bulkQuerySchema },
    answer: bulkDetailSchema,
    countsAsActivity: false,
    async handler(context, { params: { bulkID }, query: { limit, offset, state } }) {
      const { store, clock, customerNames } = context.services;
      const { environment } = context;
      const stored = await findRun(bulkKind, context, bulkID);
      const bulk = await bulkView(store, stored);
      const { rows, total } = await store.bulks.rows(bulkID, { states: state, limit, offset });
      // Adds the names of customers that the check has not read, if `customerNames` knows them.
      const views = await withCompanyNames(customerNames, environment, await bulkRowViews(store, stored, rows));
      const { source } = stored;
      const { role, staffID } = context.session.staff;
      const approval = may(role, "bulk.run") ? await bulkApprovalView(context.services, stored, staffID) : undefined;
      const proposalID = await store.proposals.ofResult(environment, "bulk", bulkID);
      return {
        bulk,
        ...(approval && { approval }),
        ...(source.kind === "view" && { viewState: await readViewState({ store }, stored.actor.staffID, source) }),
        ...(proposalID !== null && { proposalID }),
        rows: views,
        total,
        limit,
        offset,
        asOf: new Date(clock.now()).toISOString(),
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/bulk/:bulkID/view",
    about:
      "Reads the view of a bulk change again, and lists the customers that have entered or left it since. Changes nothing.",
    policy: "bulk.run",
    countsAsWrite: true,
    input: {},
    answer: bulkViewComparisonSchema,
    errors: [...apiErrors, "invalid_request", "not_found", "run_moved"],
    handler: (context, { params: { bulkID } }) => compareView({ context, bulkID }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/bulk/:bulkID/receipts",
    about: "Exports the results file with the current result of each row.",
    policy: "viewer",
    countsAsWrite: true,
    input: {},
    answer: { file: { "text/csv": head } },
    async handler(context, { params: { bulkID } }) {
      const bulk = await findRun(bulkKind, context, bulkID);
      const cellsOf = (row: StoredBulkRow) => {
        const change = changeOfRow(bulk, row);
        const member = changedMember(change);
        return [
          String(row.position),
          row.customerID,
          row.companyName,
          row.state,
          member,
          row.before?.[member],
          row.after?.[member],
          row.reason,
          row.operationID,
          operationLink(context, row.operationID),
          instantCell(row.confirmedAt),
          instantCell(row.settledAt),
          changedValue(change),
          row.plannedChangeID,
        ];
      };
      return exportResults(bulkKind, context, bulk, { head, cellsOf: (rows) => rows.map(cellsOf) });
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/pause",
    about: "Pauses a bulk change. The row that is being sent ends first.",
    policy: "bulk.run",
    input: {},
    answer: bulkAnswerSchema,
    errors: ["run_moved"],
    handler: async (context, { params }) => answer(context, await pauseRun(bulkKind, context, params.bulkID)),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/resume",
    about: "Starts the changes of a reviewed bulk change, or continues a paused one.",
    policy: "bulk.run",
    input: { body: resumeRunSchema },
    answer: bulkAnswerSchema,
    errors: ["approval_required", "not_for_clients", "other_person_required", "run_moved", "step_up_required"],
    handler: async (context, { params, body }) => {
      const bulk = await findRun(bulkKind, context, params.bulkID);
      return answer(context, await resumeRun(bulkKind, context, bulk, body));
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/cancel",
    about: "Cancels a bulk change. Rows that were not sent stay unchanged.",
    policy: "bulk.run",
    input: {},
    answer: bulkAnswerSchema,
    errors: ["run_moved"],
    handler: async (context, { params }) => answer(context, await cancelRun(bulkKind, context, params.bulkID)),
  }),
  route({
    method: "POST",
    path: "/api/:environment/bulk/:bulkID/undo",
    about:
      "Starts a bulk change that undoes an earlier bulk change. The rows are in reverse order. Each verified row gets back the value from before its change, and expects the contract that its change produced. The new bulk change is checked and started like any other bulk change. If a customer's contract has changed since, the difference is shown and the customer is not changed.",
    policy: "bulk.run",
    input: { body: undoBulkSchema },
    answer: bulkAnswerSchema,
    statuses: [202],
    errors: ["too_many_bulks"],
    async handler(context, { params: { bulkID }, body }) {
      const { bulks } = context.services.store;
      const earlier = await findRun(bulkKind, context, bulkID);
      const { rows: changed } = await bulks.rows(bulkID, { states: ["changed"], limit: earlier.total, offset: 0 });
      const { total: uncertain } = await bulks.rows(bulkID, { states: ["accepted", "unknown"], limit: 1, offset: 0 });
      const rows = changed
        .toReversed()
        .flatMap((row) => backOf(earlier, row) ?? [])
        .map((row, index) => ({ ...row, position: index + 1 }));
      if (rows.length === 0) {
        throw new AppError("invalid_request", "There is nothing to undo: no change of this bulk change is verified.");
      }
      const leftOut = changed.length - rows.length + uncertain;
      const source = { kind: "undo", ofBulkID: bulkID, given: rows.length, leftOut } as const;
      return keepBulk(context, { source, change: null, rows, total: rows.length, undoOf: bulkID }, body?.console);
    },
  }),
] as const;

/**
 * The row that undoes a verified row. Undefined if the contract before or after the change is unknown, or if the row
 * has no operation.
 */
function backOf(bulk: StoredBulk, row: StoredBulkRow): NewBulkRow | undefined {
  const { customerID, before, after, operationID } = row;
  const member = changedMember(changeOfRow(bulk, row));
  const value = before?.[member];
  if (value === undefined || !after || operationID === null) return undefined;
  const target = member === "plan" ? { plan: value } : { term: value };
  return unreadRow(0, customerID, { target, undoOf: operationID, before: after });
}
