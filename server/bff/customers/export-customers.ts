import type { CustomerExportQuery } from "#lib/contract/customers/customer-export.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { expectedTotalHeader } from "#lib/contract/values/headers.ts";
import { abortSignalOf } from "#server/api-client/call-signal.ts";
import { recordExport } from "#server/bff/audit/record-export.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { csvCutMark } from "#server/bff/core/export/csv.ts";
import type { StreamedFile } from "#server/bff/core/export/streamed-file.ts";
import { FileCutError, streamTexts } from "#server/bff/core/export/streamed-file.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { CustomerServices } from "./customer-services.ts";
import { openCustomersFile } from "./open-customers-file.ts";

export const exportContentTypes = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

/**
 * Exports every customer that matches the filters. The file is sent while the API is read, one page at a time and no
 * faster than the browser reads. The first page is read before the response begins, so that a refusal can be a problem
 * document. How a file marks its end: docs/decisions/0007-exports.md.
 */
export async function exportCustomers({
  context,
  input,
}: {
  context: RouteContext<"viewer", "/api/:environment/customers/export", CustomerServices>;
  input: CustomerExportQuery;
}): Promise<StreamedFile> {
  const { services, environment, requestID, responseHeaders } = context;
  const { format } = input;
  const leaving = new AbortController();
  const api = requestAPI({
    ...context,
    signal: AbortSignal.any([abortSignalOf(context.signal), leaving.signal]),
  });
  const file = await openCustomersFile({ context, ...api, input });
  const { expected, nowMs, outcome } = file;
  // The header is omitted for known customers, because the number of customers that still match is known only at the
  // end.
  if (!file.isKnown) responseHeaders.set(expectedTotalHeader, String(expected));
  await recordExport(context, { what: "customers", format, expected, ...file.filters });

  const about = { environment, format, expected, requestID, staffID: context.session.staff.staffID };
  async function* texts() {
    let ending: string | undefined;
    try {
      yield* file.texts;
      ending = "finished";
    } catch (error) {
      if (!context.signal.aborted && !leaving.signal.aborted) ending = `broke off: ${toAppError(error).code}`;
      throw error;
    } finally {
      const { reason } = leaving.signal;
      ending ??= reason instanceof FileCutError ? `cut: ${reason.code}` : "left";
      services.log.info({ ...about, ...outcome, ms: services.clock.now() - nowMs }, `export ${ending}`);
    }
  }
  return {
    fileName: `customers-${environment}-${utcDay(nowMs)}.${format}`,
    contentType: exportContentTypes[format],
    ...streamTexts({
      clock: services.clock,
      texts: texts(),
      left: (reason) => leaving.abort(reason),
      // A JSON file needs no mark, because JSON without its end is invalid.
      ...(format === "csv" ? { cutMark: csvCutMark } : {}),
    }),
  };
}
