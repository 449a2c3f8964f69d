import type { CustomerExportQuery } from "#lib/contract/customers/customer-export.ts";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import { hasKnownFilters } from "#lib/contract/customers/known-list.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { type ScannedPart, type WalkSummary, walkCustomers } from "#lib/customers/walk-customers.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { customerLines, customersHead, type RowNotes } from "./customer-csv.ts";
import type { CustomerServices } from "./customer-services.ts";
import { assertKnown, windowOf } from "./list-customers.ts";
import { type KnownSummary, walkKnown } from "./walk-known.ts";

/** The result of an export, for the end of the JSON file and for the log. */
export interface ExportOutcome extends WalkSummary, Partial<Pick<KnownSummary, "changed" | "unconfirmed">> {
  /** The number of customers in the list when the export began. */
  expected: number;
}

/** What a file of a scheduled export says about itself. */
export interface FileNotes {
  /** What the file covers, in words. */
  covers: string;
  /** Further members at the beginning of a JSON file. */
  preface: Readonly<Record<string, unknown>>;
  /** Called before customers are written. Returns those that the file may contain. */
  select(customers: ScannedPart["customers"]): ScannedPart["customers"];
  /** Further members at the end of a JSON file. */
  ending(): Readonly<Record<string, unknown>>;
}

export type CustomersFile = Awaited<ReturnType<typeof openCustomersFile>>;

/** Reads all customers of the file. */
type WalkFile = () => AsyncGenerator<ScannedPart, WalkSummary>;

/**
 * Reads the first page of the customers that match the filters, and returns the file as texts. Each further page is
 * read only when it is needed. An incomplete CSV file ends with an error. A JSON file says in its last members whether
 * it is complete.
 *
 * With a filter that the API does not have, the matching customers come from the store of known customers. Each of
 * these customers is read from the API again, and the file has only those that still match. The end of a JSON file says
 * how many no longer match. With `walk`, the caller reads the matching customers instead.
 */
export async function openCustomersFile({
  context,
  client,
  call,
  input: { format, columnNames, ...input },
  notes,
  walk,
}: {
  context: ApiContext<CustomerServices>;
  client: ApiClient;
  call: CallContext;
  input: CustomerExportQuery;
  notes?: FileNotes;
  walk?: WalkFile | undefined;
}) {
  const { services, environment } = context;
  const { clock } = services;
  const nowMs = clock.now();
  const window = windowOf(input, nowMs);
  const { users, ...others } = input;
  const filters = { ...others, ...(users && { usersFrom: users.min, usersTo: users.max }), window };
  const { dateto, searchTerm, includeDeleted } = input;
  const query = {
    dateto,
    searchTerm,
    includeDeleted,
    datefrom: window.datefrom,
    sort: "created",
    ascending: true,
  } as const;
  const isFiltered = hasKnownFilters(filters);
  const isKnown = isFiltered && walk === undefined;
  if (isKnown) assertKnown(context);
  const walkFiltered = isKnown ? () => walkKnown({ context, client, call, filters }) : undefined;
  const walkAll = () => walkCustomers((page) => client.listCustomers({ ...query, ...page }, { ...call, fresh: true }));
  const parts: AsyncGenerator<ScannedPart, WalkSummary | KnownSummary> = (walk ?? walkFiltered ?? walkAll)();
  const first = await parts.next();
  const expected = first.done ? 0 : first.value.total;
  const outcome: ExportOutcome = { expected, count: 0, drifted: false, complete: false };
  const { window: _, ...recorded } = filters;

  async function* walked(): AsyncGenerator<ScannedPart, ExportOutcome> {
    for (let next = first; ; next = await parts.next()) {
      if (next.done) return Object.assign(outcome, next.value);
      outcome.count += next.value.customers.length;
      yield next.value;
    }
  }

  async function* texts(): AsyncGenerator<string> {
    const preface: Preface = { environment, asOf: new Date(nowMs).toISOString(), window };
    if (format === "csv") yield customersHead(columnNames, notes !== undefined);
    else yield `${JSON.stringify({ ...preface, ...notes?.preface }).slice(0, -1)},"customers":[`;
    let separator = "\n";
    const all = walked();
    for (;;) {
      const next = await all.next();
      if (next.done) {
        if (format === "json") yield `\n],${JSON.stringify({ ...next.value, ...notes?.ending() }).slice(1)}\n`;
        else if (!next.value.complete) throw incomplete(next.value, isFiltered);
        return;
      }
      const customers = notes ? notes.select(next.value.customers) : next.value.customers;
      if (customers.length === 0) continue;
      const rowNotes: RowNotes | undefined = notes && {
        readAt: new Date(clock.now()).toISOString(),
        covers: notes.covers,
      };
      if (format === "csv") yield customerLines(customers, rowNotes);
      else {
        const rows = customers.map((customer) =>
          JSON.stringify(rowNotes ? { ...customer, readAt: rowNotes.readAt } : customer),
        );
        yield `${separator}${rows.join(",\n")}`;
        separator = ",\n";
      }
    }
  }

  return {
    /** The number of customers in the list when the reading began. */
    expected,
    /** True if the customers come from the store of known customers. */
    isKnown,
    /** True if the file has only some of the customers that the API lists. */
    isFiltered,
    nowMs,
    window,
    /** The filters, for the audit log. */
    filters: { ...query, ...recorded },
    /** What was read so far. Complete when `texts` has ended. */
    outcome,
    texts: texts(),
  };
}

/** The first members of a JSON export, before the customers. */
interface Preface {
  environment: string;
  asOf: string;
  window: CustomerList["window"];
}

/**
 * The error that ends an incomplete CSV export. The file then ends with `csvCutMark`. A JSON export says in its last
 * members whether it is complete.
 */
export function incomplete(
  { count, expected }: Pick<ExportOutcome, "count" | "expected">,
  isFiltered: boolean,
): AppError {
  const message = isFiltered
    ? "The API does not return the whole list."
    : `The API returned ${count} of ${expected} customers and then nothing new.`;
  return new AppError("upstream_malformed", message);
}
