import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { OperationExportQuery } from "#lib/contract/operations/operation-requests.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { expectedTotalHeader } from "#lib/contract/values/headers.ts";
import { operationColumnNames as names } from "#lib/contract/values/operations/operation-columns.ts";
import { recordExport } from "#server/bff/audit/record-export.ts";
import { type CsvColumn, csvCutMark, csvHead, csvLines } from "#server/bff/core/export/csv.ts";
import { FileCutError, type StreamedFile, streamTexts } from "#server/bff/core/export/streamed-file.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { OperationPosition } from "#server/bff/store/operations/operation-list.ts";
import { operationFilterOf } from "./operation-filter-of.ts";
import type { OperationServices } from "./operation-services.ts";
import { operationViews } from "./operation-views.ts";

const rowsAtOnce = 500;

const wordOf = (value: unknown) => (typeof value === "string" ? value : "");
const contractOf = (contract: Contract | Operation["request"] | undefined, member: "plan" | "term") =>
  wordOf(contract?.[member]);

const columns: readonly CsvColumn<Operation>[] = [
  { api: "operationID", page: "Operation ID", cell: ({ operationID }) => operationID },
  { api: "createdAt", page: names.at, cell: ({ createdAt }) => createdAt },
  { api: "kind", page: "Type", cell: ({ kind }) => kind },
  { api: "companyName", page: names.customer, cell: ({ companyName }) => companyName },
  { api: "customerID", page: "Customer ID", cell: ({ customerID }) => customerID },
  { api: "outcome", page: names.result, cell: ({ outcome }) => outcome },
  { api: "state", page: "Request", cell: ({ state }) => state },
  { api: "actor.email", page: names.who, cell: ({ actor }) => actor.email },
  { api: "request.plan", page: "Requested plan", cell: ({ request }) => contractOf(request, "plan") },
  { api: "request.term", page: "Requested term", cell: ({ request }) => contractOf(request, "term") },
  { api: "before.plan", page: "Plan before", cell: ({ before }) => contractOf(before, "plan") },
  { api: "before.term", page: "Term before", cell: ({ before }) => contractOf(before, "term") },
  { api: "after.plan", page: "Plan after", cell: ({ after }) => contractOf(after, "plan") },
  { api: "after.term", page: "Term after", cell: ({ after }) => contractOf(after, "term") },
  { api: "jobID", page: names.job, cell: ({ jobID }) => jobID },
  { api: "job.state", page: "Job status", cell: ({ job }) => job?.state },
  { api: "reason", page: "Message", cell: ({ job, problem }) => job?.reason ?? problem?.detail },
  { api: "sentAt", page: "Sent to the API", cell: ({ sentAt }) => sentAt },
  { api: "settledAt", page: "Result recorded", cell: ({ settledAt }) => settledAt },
  { api: "confirmedAt", page: "Verified", cell: ({ confirmedAt }) => confirmedAt },
  { api: "bulkID", page: "Bulk change", cell: ({ bulkID }) => bulkID },
  { api: "ticket", page: "Ticket", cell: ({ ticket }) => ticket },
  { api: "ticketReason", page: "Reason", cell: ({ reason }) => reason },
];

/** The names of the columns in the API. */
export const operationFileColumns: readonly string[] = columns.map(({ api }) => api);

const cellsOf = (operation: Operation) => columns.map(({ cell }) => cell(operation));

/** Exports the matching operations as a CSV file, newest first. The operations are read while the file is sent. */
export async function exportOperations({
  context,
  input: { columnNames, ...filters },
}: {
  context: RouteContext<"viewer", "/api/:environment/operations/export", OperationServices>;
  input: OperationExportQuery;
}): Promise<StreamedFile> {
  const { services, environment, requestID, session, responseHeaders } = context;
  const { operations } = services.store;
  const { staffID } = session.staff;
  const nowMs = services.clock.now();
  const filter = operationFilterOf(services.operationKinds, environment, staffID, filters);
  const { total: expected } = await operations.list(filter, { limit: 1, offset: 0 });
  await recordExport(context, { what: "operations", filters });
  responseHeaders.set(expectedTotalHeader, String(expected));
  let count = 0;
  let ending = "left";
  async function* texts() {
    try {
      yield csvHead(columns.map((column) => column[columnNames]));
      for (let after: OperationPosition | undefined; ; ) {
        const stored = await operations.read(filter, { limit: rowsAtOnce, after });
        const views = await operationViews(services, environment, stored);
        if (views.length > 0) yield csvLines(views.map(cellsOf));
        count += views.length;
        after = stored.at(-1);
        if (stored.length < rowsAtOnce) break;
      }
      ending = "finished";
    } finally {
      const ms = services.clock.now() - nowMs;
      services.log.info({ environment, expected, count, requestID, staffID, ms }, `operations export ${ending}`);
    }
  }
  return {
    fileName: `operations-${environment}-${utcDay(nowMs)}.csv`,
    contentType: "text/csv; charset=utf-8",
    ...streamTexts({
      clock: services.clock,
      texts: texts(),
      left: (reason) => {
        if (reason instanceof FileCutError) ending = `cut: ${reason.code}`;
      },
      cutMark: csvCutMark,
    }),
  };
}
