import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { OperationExportQuery } from "#lib/contract/operations/operation-requests.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { expectedTotalHeader } from "#lib/contract/values/headers.ts";
import { recordExport } from "#server/bff/audit/record-export.ts";
import { csvCutMark, csvHead, csvLines } from "#server/bff/core/export/csv.ts";
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

const columns: readonly (readonly [string, (operation: Operation) => string | undefined])[] = [
  ["operationID", ({ operationID }) => operationID],
  ["createdAt", ({ createdAt }) => createdAt],
  ["kind", ({ kind }) => kind],
  ["companyName", ({ companyName }) => companyName],
  ["customerID", ({ customerID }) => customerID],
  ["outcome", ({ outcome }) => outcome],
  ["state", ({ state }) => state],
  ["actor.email", ({ actor }) => actor.email],
  ["request.plan", ({ request }) => contractOf(request, "plan")],
  ["request.term", ({ request }) => contractOf(request, "term")],
  ["before.plan", ({ before }) => contractOf(before, "plan")],
  ["before.term", ({ before }) => contractOf(before, "term")],
  ["after.plan", ({ after }) => contractOf(after, "plan")],
  ["after.term", ({ after }) => contractOf(after, "term")],
  ["jobID", ({ jobID }) => jobID],
  ["job.state", ({ job }) => job?.state],
  ["reason", ({ job, problem }) => job?.reason ?? problem?.detail],
  ["sentAt", ({ sentAt }) => sentAt],
  ["settledAt", ({ settledAt }) => settledAt],
  ["confirmedAt", ({ confirmedAt }) => confirmedAt],
  ["bulkID", ({ bulkID }) => bulkID],
  ["ticket", ({ ticket }) => ticket],
  ["ticketReason", ({ reason }) => reason],
];

const cellsOf = (operation: Operation) => columns.map(([, of]) => of(operation));

/** Exports the operations that match the filters, newest first, as a CSV file that is read while it is sent. */
export async function exportOperations({
  context,
  input,
}: {
  context: RouteContext<"viewer", "/api/:environment/operations/export", OperationServices>;
  input: OperationExportQuery;
}): Promise<StreamedFile> {
  const { services, environment, requestID, session, responseHeaders } = context;
  const { operations } = services.store;
  const { staffID } = session.staff;
  const nowMs = services.clock.now();
  const filter = operationFilterOf(services.operationKinds, environment, staffID, input);
  const { total: expected } = await operations.list(filter, { limit: 1, offset: 0 });
  await recordExport(context, { what: "operations", filters: input });
  responseHeaders.set(expectedTotalHeader, String(expected));
  let count = 0;
  let ending = "left";
  async function* texts() {
    try {
      yield csvHead(columns.map(([name]) => name));
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
