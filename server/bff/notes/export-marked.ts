import type { MarkedCustomer, MarkedExportQuery } from "#lib/contract/console/customer-notes.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { expectedTotalHeader } from "#lib/contract/values/headers.ts";
import { recordExport } from "#server/bff/audit/record-export.ts";
import { csvCutMark, csvHead, csvLines } from "#server/bff/core/export/csv.ts";
import { type StreamedFile, streamTexts } from "#server/bff/core/export/streamed-file.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { markedCustomers, markFilterOf } from "./list-marked.ts";
import type { NoteServices } from "./note-services.ts";

/** The number of customers that are read from the API for one part of the file. */
const rowsAtOnce = 25;

export const markedFileColumns = [
  "customerID",
  "companyName",
  "state",
  "plan",
  "term",
  "usersCount",
  "adminUser.email",
  "created",
  "deletedAt",
  "tags",
];

function cellsOf({ customerID, companyName, state, customer, tags }: MarkedCustomer): (string | undefined)[] {
  return [
    customerID,
    companyName,
    state,
    customer?.contract.plan,
    customer?.contract.term,
    customer?.usersCount === undefined ? undefined : String(customer.usersCount),
    customer?.adminUser.email,
    customer?.created,
    customer?.deletedAt,
    tags.join(", "),
  ];
}

/**
 * Exports all customers with a tag, or all customers that the person has pinned, as a CSV file. The customers are read
 * while the file is sent.
 */
export async function exportMarked({
  context,
  input: { tag },
}: {
  context: RouteContext<"viewer", "/api/:environment/customers/marked/export", NoteServices>;
  input: MarkedExportQuery;
}): Promise<StreamedFile> {
  const { services, environment, requestID, session, responseHeaders } = context;
  const { staffID } = session.staff;
  const all = await services.store.marks.list(markFilterOf(environment, staffID, tag));
  await recordExport(context, { what: "marked customers", ...(tag === undefined ? { pinned: true } : { tag }) });
  responseHeaders.set(expectedTotalHeader, String(all.length));
  async function* texts() {
    yield csvHead(markedFileColumns);
    for (let at = 0; at < all.length; at += rowsAtOnce) {
      const { customers } = await markedCustomers(context, all.slice(at, at + rowsAtOnce));
      yield csvLines(customers.map(cellsOf));
    }
    services.log.info({ environment, count: all.length, requestID, staffID }, "marked customers exported");
  }
  return {
    fileName: `customers-${environment}-${tag === undefined ? "pinned" : "tagged"}-${utcDay(services.clock.now())}.csv`,
    contentType: "text/csv; charset=utf-8",
    ...streamTexts({ clock: services.clock, texts: texts(), left: () => {}, cutMark: csvCutMark }),
  };
}
