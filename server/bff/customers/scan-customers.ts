import type { CustomerScanQuery, ScanEnd, ScanProgress } from "#lib/contract/customers/customer-scan.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { abortSignalOf } from "#server/api-client/call-signal.ts";
import { problemAnswer, toAppError } from "#server/bff/core/answers/problem.ts";
import { withoutRaw } from "#server/bff/core/answers/without-raw.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { FileCutError, type StreamedFile, streamTexts } from "#server/bff/core/export/streamed-file.ts";
import { reportError } from "#server/bff/core/log/report-error.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { withCreations } from "./creations.ts";
import type { CustomerServices } from "./customer-services.ts";
import { windowOf } from "./list-customers.ts";
import { matchesScan } from "./matches-scan.ts";
import { type ScannedPart, type WalkSummary, walkCustomers } from "./walk-customers.ts";

/**
 * All scans together count as one caller in the API's queue, and each makes one call at a time, so that people's own
 * calls do not wait behind them.
 */
const caller = "customer-scan";

const line = (value: ScanProgress | ScanEnd) => `${JSON.stringify(value)}\n`;

/**
 * Applies filters that the API does not have. Reads the list, newest first, and sends one line of JSON for each page:
 * its matches and the progress. Reads at most `pages` pages, no faster than the browser reads the lines, and stops when
 * the browser disconnects. The first page is read before the response starts, so that a refusal is a problem document;
 * a later failure is the last line.
 */
export async function scanCustomers({
  context,
  input: { plan, term, users, from, after, pages, ...filters },
}: {
  context: RouteContext<"viewer", "/api/:environment/customers/scan", CustomerServices>;
  input: CustomerScanQuery;
}): Promise<StreamedFile> {
  const { services, environment, requestID } = context;
  const leaving = new AbortController();
  const { client, call } = requestAPI({
    ...context,
    signal: AbortSignal.any([abortSignalOf(context.signal), leaving.signal]),
  });
  const nowMs = services.clock.now();
  const { datefrom } = windowOf(filters, nowMs);
  const query = { ...filters, datefrom, sort: "created", ascending: false } as const;
  let read = 0;
  const parts = walkCustomers(
    (page) => {
      // Pages that are read again because the list has changed count too.
      if (read === pages) throw new LimitReached();
      read += 1;
      return client.listCustomers({ ...query, ...page }, { ...call, caller, fresh: true });
    },
    from === undefined || after === undefined ? undefined : { from, after },
  );
  const first = await parts.next();
  const about = { environment, requestID, staffID: context.session.staff.staffID };
  let [checked, found] = [from ?? 0, 0];

  async function progressOf({ customers, total, to }: ScannedPart): Promise<ScanProgress> {
    const hits = customers.filter((customer) => matchesScan(customer, { plan, term, users }));
    const last = customers.at(-1);
    checked = to;
    found += hits.length;
    return {
      customers: (await withCreations(context, hits)).map(withoutRaw),
      checked,
      total,
      asOf: new Date(services.clock.now()).toISOString(),
      ...(last && { after: last.customerID, ...(last.created !== undefined && { createdUntil: last.created }) }),
    };
  }
  async function* texts() {
    let ending = "left";
    try {
      for (let next = first; ; next = await parts.next()) {
        if (next.done) {
          const end = endOf(next.value);
          ending = end.end;
          yield line(end);
          return;
        }
        yield line(await progressOf(next.value));
      }
    } catch (error) {
      const isLeft = context.signal.aborted || leaving.signal.aborted;
      if (isLeft) throw error;
      if (error instanceof LimitReached) {
        ending = "limit";
        yield line({ end: "limit", drifted: false });
        return;
      }
      const problem = toAppError(error);
      ending = `failed: ${problem.code}`;
      reportError(services.log, problem, { requestID, route: "GET /api/:environment/customers/scan" });
      yield line({ end: "failed", drifted: false, problem: problemAnswer(problem, requestID) });
    } finally {
      const { reason } = leaving.signal;
      if (ending === "left" && reason instanceof FileCutError) ending = `cut: ${reason.code}`;
      const ms = services.clock.now() - nowMs;
      services.log.info({ ...about, checked, found, pages: read, ms }, `customer scan ${ending}`);
    }
  }
  return {
    contentType: "application/x-ndjson; charset=utf-8",
    ...streamTexts({ clock: services.clock, texts: texts(), left: (reason) => leaving.abort(reason) }),
  };
}

/** Thrown when a scan has read its maximum number of pages. */
class LimitReached extends Error {
  override readonly name = "LimitReached";
}

function endOf({ complete, drifted }: WalkSummary): ScanEnd {
  if (complete) return { end: "complete", drifted };
  throw new AppError("upstream_malformed", "The API does not return the whole list.");
}
