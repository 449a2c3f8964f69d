import type { CustomerExportQuery } from "#lib/contract/customers/customer-export.ts";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import { hasKnownFilters } from "#lib/contract/customers/known-list.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
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
import { customerLines, customersHead } from "./customer-csv.ts";
import type { CustomerServices } from "./customer-services.ts";
import { assertKnown, windowOf } from "./list-customers.ts";
import { type ScannedPart, type WalkSummary, walkCustomers } from "./walk-customers.ts";
import { type KnownSummary, walkKnown } from "./walk-known.ts";

const contentTypes = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

/** The result of an export, for the end of the JSON file and for the log. */
interface Outcome extends WalkSummary, Partial<Pick<KnownSummary, "changed" | "unconfirmed">> {
  /** The number of customers in the list when the export began. */
  expected: number;
}

/**
 * Exports every customer that matches the filters. The file is sent while the API is read, one page at a time and no
 * faster than the browser reads. The first page is read before the response begins, so that a refusal can be a problem
 * document. How a file marks its end: docs/decisions/0007-exports.md.
 *
 * With a filter that the API does not have, the matching customers come from the store of known customers. Each of
 * these customers is read from the API again. The file has only the customers that still match. The end of a JSON file
 * says how many customers no longer match.
 */
export async function exportCustomers({
  context,
  input: { format, columnNames, ...input },
}: {
  context: RouteContext<"viewer", "/api/:environment/customers/export", CustomerServices>;
  input: CustomerExportQuery;
}): Promise<StreamedFile> {
  const { services, environment, requestID, responseHeaders } = context;
  const leaving = new AbortController();
  const { client, call } = requestAPI({
    ...context,
    signal: AbortSignal.any([abortSignalOf(context.signal), leaving.signal]),
  });
  const nowMs = services.clock.now();
  const window = windowOf(input, nowMs);
  const { users, ...given } = input;
  const filters = { ...given, ...(users && { usersFrom: users.min, usersTo: users.max }), window };
  const { dateto, searchTerm, includeDeleted } = input;
  const query = {
    dateto,
    searchTerm,
    includeDeleted,
    datefrom: window.datefrom,
    sort: "created",
    ascending: true,
  } as const;
  const isKnown = hasKnownFilters(filters);
  if (isKnown) assertKnown(context);
  const parts: AsyncGenerator<ScannedPart, WalkSummary | KnownSummary> = isKnown
    ? walkKnown({ context, client, call, filters })
    : walkCustomers((page) => client.listCustomers({ ...query, ...page }, { ...call, fresh: true }));
  const first = await parts.next();
  const expected = first.done ? 0 : first.value.total;
  // The header is omitted for known customers, because the number of customers that still match is known only at the
  // end.
  if (!isKnown) responseHeaders.set(expectedTotalHeader, String(expected));
  const { window: _, ...recorded } = filters;
  await recordExport(context, { what: "customers", format, expected, ...query, ...recorded });

  const about = { environment, format, expected, requestID, staffID: context.session.staff.staffID };
  const outcome: Outcome = { expected, count: 0, drifted: false, complete: false };
  async function* texts() {
    let ending: string | undefined;
    try {
      yield* rendered({ format, columnNames }, { environment, asOf: new Date(nowMs).toISOString(), window }, walked());
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
  async function* walked(): AsyncGenerator<ScannedPart, Outcome> {
    for (let next = first; ; next = await parts.next()) {
      if (next.done) return Object.assign(outcome, next.value);
      outcome.count += next.value.customers.length;
      yield next.value;
    }
  }
  return {
    fileName: `customers-${environment}-${utcDay(nowMs)}.${format}`,
    contentType: contentTypes[format],
    ...streamTexts({
      clock: services.clock,
      texts: texts(),
      left: (reason) => leaving.abort(reason),
      // A JSON file needs no mark, because JSON without its end is invalid.
      ...(format === "csv" ? { cutMark: csvCutMark } : {}),
    }),
  };
}

/** The first members of a JSON export, before the customers. */
interface Preface {
  environment: string;
  asOf: string;
  window: CustomerList["window"];
}

async function* rendered(
  { format, columnNames }: Pick<CustomerExportQuery, "format" | "columnNames">,
  preface: Preface,
  parts: AsyncGenerator<ScannedPart, Outcome>,
): AsyncGenerator<string> {
  if (format === "csv") yield customersHead(columnNames);
  else yield `${JSON.stringify(preface).slice(0, -1)},"customers":[`;
  let separator = "\n";
  for (;;) {
    const next = await parts.next();
    if (next.done) {
      if (format === "json") yield `\n],${JSON.stringify(next.value).slice(1)}\n`;
      else if (!next.value.complete) throw incomplete(next.value);
      return;
    }
    const { customers } = next.value;
    if (customers.length === 0) continue;
    if (format === "csv") yield customerLines(customers);
    else {
      yield `${separator}${customers.map((customer) => JSON.stringify(customer)).join(",\n")}`;
      separator = ",\n";
    }
  }
}

/**
 * The error that ends an incomplete CSV export. The file then ends with `csvCutMark`. A JSON export says in its last
 * members whether it is complete.
 */
function incomplete({ count, expected }: Outcome): AppError {
  return new AppError("upstream_malformed", `The API returned ${count} of ${expected} customers and then nothing new.`);
}
