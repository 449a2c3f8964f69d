import type { CustomerExportQuery } from "#lib/contract/customers/customer-export.ts";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
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
import { windowOf } from "./list-customers.ts";
import { matchesScan } from "./matches-scan.ts";
import { type ScannedPart, type WalkSummary, walkCustomers } from "./walk-customers.ts";

const contentTypes = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

/** The summary of an export for its JSON form and the log. */
interface Outcome extends WalkSummary {
  /** The number of customers in the list at the start. */
  expected: number;
  /** The number of customers that were compared, if it differs from the number in the file. */
  checked?: number;
}

/**
 * Exports every customer that matches the filters, as a file that is sent while the API is read, one page at a time and
 * no faster than the browser reads. The first page is read before the response starts, so that a refusal is a problem
 * document. How a file marks its end: docs/decisions/0007-exports.md.
 */
export async function exportCustomers({
  context,
  input: { format, columnNames, plan, term, users, usersFrom, usersTo, ...filters },
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
  const window = windowOf(filters, nowMs);
  const { dateto, searchTerm, includeDeleted } = filters;
  const query = {
    ...{ dateto, searchTerm, includeDeleted },
    datefrom: window.datefrom,
    sort: "created",
    ascending: true,
  } as const;
  const parts = walkCustomers((page) => client.listCustomers({ ...query, ...page }, { ...call, fresh: true }));
  const first = await parts.next();
  const expected = first.done ? 0 : first.value.total;
  const range =
    usersFrom === undefined && usersTo === undefined
      ? users
      : { ...(usersFrom !== undefined && { min: usersFrom }), ...(usersTo !== undefined && { max: usersTo }) };
  const compared = { plan: plan?.join(", "), term: term?.join(", "), users: range };
  const isCompared = plan !== undefined || term !== undefined || range !== undefined;
  const matches = (customer: CustomerList["customers"][number]) =>
    (plan ?? [undefined]).some((onePlan) =>
      (term ?? [undefined]).some((oneTerm) => matchesScan(customer, { plan: onePlan, term: oneTerm, users: range })),
    );
  // The number of matching customers is not known before the end.
  if (!isCompared) responseHeaders.set(expectedTotalHeader, String(expected));
  await recordExport(context, { what: "customers", format, expected, ...query, ...compared });

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
      if (next.done) {
        const { count } = outcome;
        return Object.assign(outcome, next.value, isCompared && { count, checked: next.value.count });
      }
      const customers = next.value.customers.filter(matches);
      outcome.count += customers.length;
      yield { ...next.value, customers };
    }
  }
  return {
    fileName: `customers-${environment}-${utcDay(nowMs)}.${format}`,
    contentType: contentTypes[format],
    ...streamTexts({
      clock: services.clock,
      texts: texts(),
      left: (reason) => leaving.abort(reason),
      // A JSON file without its end is invalid, so it needs no mark.
      ...(format === "csv" ? { cutMark: csvCutMark } : {}),
    }),
  };
}

/** The first members of a JSON file, before its customers. */
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
 * The error of an incomplete export. A CSV file has no line for its status, so an incomplete file is aborted with this
 * error.
 */
function incomplete({ count, expected, checked = count }: Outcome): AppError {
  return new AppError(
    "upstream_malformed",
    `The API returned ${checked} of ${expected} customers and then nothing new.`,
  );
}
