import type { CallExportQuery } from "#lib/contract/calls/call-requests.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { expectedTotalHeader } from "#lib/contract/values/headers.ts";
import { recordExport } from "#server/bff/audit/record-export.ts";
import { type StreamedFile, streamTexts } from "#server/bff/core/export/streamed-file.ts";
import { type CallContext, createCallViews, findCalls, redactorOf } from "./find-calls.ts";
import { harBegin, harEnd, harEntry } from "./har.ts";

/** The number of entries that are created before other requests get a turn. */
const entriesAtOnce = 100;

/**
 * Exports the calls that match the filters as a HAR file, oldest first: redacted, without cookies, keys and tokens, and
 * with bodies for people who may see them. With `view` it is a case file, from which `npm start -- --case` shows the
 * same page.
 */
export async function exportCalls({
  context,
  input: { format, view, ...filters },
}: {
  context: CallContext;
  input: CallExportQuery;
}): Promise<StreamedFile> {
  const { services, environment, session, responseHeaders } = context;
  const calls = findCalls(context, filters);
  const viewOf = await createCallViews(context, calls);
  const address = services.clients.get(environment)?.address ?? "";
  await recordExport(context, { what: "calls", format, expected: calls.length, ...(view && { view: true }) });
  responseHeaders.set(expectedTotalHeader, String(calls.length));
  const nowMs = services.clock.now();
  const facts = {
    environment,
    ...services.build,
    at: new Date(nowMs).toISOString(),
    ...(view !== undefined && { view: redactorOf(context).address(view), role: session.staff.role }),
  };

  async function* texts() {
    yield harBegin(facts);
    for (let from = 0; from < calls.length; from += entriesAtOnce) {
      const entries = calls
        .slice(from, from + entriesAtOnce)
        .map((call) => JSON.stringify(harEntry(viewOf(call), address)));
      yield `${from === 0 ? "\n" : ",\n"}${entries.join(",\n")}`;
    }
    yield harEnd;
  }
  return {
    fileName: `${view === undefined ? "calls" : "case"}-${environment}-${utcDay(nowMs)}.har`,
    contentType: "application/json; charset=utf-8",
    // JSON without its end is invalid, so a truncated file is recognizable.
    ...streamTexts({ clock: services.clock, texts: texts(), left: () => {} }),
  };
}
