import type { AuditEvent } from "#lib/contract/access/audit.ts";
import type { AuditExportQuery } from "#lib/contract/access/audit-requests.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { csvCutMark, csvHead, csvLines } from "#server/bff/core/export/csv.ts";
import { FileCutError, type StreamedFile, streamTexts } from "#server/bff/core/export/streamed-file.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { auditFilterOf } from "./audit-filter-of.ts";
import type { AuditServices } from "./audit-services.ts";
import { recordExport } from "./record-export.ts";

const rowsAtOnce = 500;

const contentTypes = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" };

const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));

const columns: readonly (readonly [string, (event: AuditEvent) => string | number | undefined])[] = [
  ["sequence", ({ sequence }) => sequence],
  ["at", ({ at }) => at],
  ["actor.kind", ({ actor }) => actor.kind],
  ["actor.id", ({ actor }) => actor.id],
  ["actor.email", ({ actor }) => actor.email],
  ["actor.role", ({ actor }) => actor.role],
  ["action", ({ action }) => action],
  ["outcome", ({ outcome }) => outcome],
  ["environment", ({ environment }) => environment],
  ["target.kind", ({ target }) => target?.kind],
  ["target.id", ({ target }) => target?.id],
  ["before", ({ before }) => json(before)],
  ["after", ({ after }) => json(after)],
  ["ticket", ({ ticket }) => ticket],
  ["requestID", ({ requestID }) => requestID],
  ["address", ({ address }) => address],
  ["userAgent", ({ userAgent }) => userAgent],
  ["previousHash", ({ previousHash }) => previousHash],
  ["hash", ({ hash }) => hash],
  ["keyID", ({ keyID }) => keyID],
];

export const auditFileColumns: readonly string[] = columns.map(([name]) => name);

const cellsOf = (event: AuditEvent) => columns.map(([, of]) => of(event));

const linesOf = {
  csv: (events: readonly AuditEvent[]) => csvLines(events.map(cellsOf)),
  ndjson: (events: readonly AuditEvent[]) => events.map((event) => `${JSON.stringify(event)}\n`).join(""),
};

const headOf = { csv: csvHead(auditFileColumns), ndjson: "" };

/** The text at the end of an incomplete file. In NDJSON, this line is intentionally not valid JSON. */
const cutMarkOf = {
  csv: csvCutMark,
  ndjson: "# THIS FILE IS NOT COMPLETE: it was cut off before its end. Export it again.\n",
};

/** Exports all matching events, oldest first, up to and including the event that records this export. */
export async function exportAudit({
  context,
  input: { format, ...filters },
}: {
  context: RouteContext<"audit.read", "/api/audit/export", AuditServices>;
  input: AuditExportQuery;
}): Promise<StreamedFile> {
  const { services, requestID, session } = context;
  const { audit } = services.store;
  const nowMs = services.clock.now();
  await recordExport(context, { what: "audit", format, ...filters });
  const filter = auditFilterOf(filters);
  const [newest] = await audit.list({}, { order: "newest", limit: 1 });
  const last = newest?.sequence ?? 0;
  let count = 0;
  let ending = "left";
  async function* texts() {
    try {
      if (headOf[format] !== "") yield headOf[format];
      for (let beyond = 0; ; ) {
        const some = await audit.list(filter, { order: "oldest", beyond, limit: rowsAtOnce });
        const events = some.filter(({ sequence }) => sequence <= last);
        if (events.length > 0) yield linesOf[format](events);
        count += events.length;
        if (events.length < rowsAtOnce) break;
        beyond = events.at(-1)?.sequence ?? last;
      }
      ending = "finished";
    } finally {
      const ms = services.clock.now() - nowMs;
      const { staffID } = session.staff;
      services.log.info({ format, count, requestID, staffID, ms }, `audit export ${ending}`);
    }
  }
  return {
    fileName: `audit-${utcDay(nowMs)}.${format}`,
    contentType: contentTypes[format],
    ...streamTexts({
      clock: services.clock,
      texts: texts(),
      left: (reason) => {
        if (reason instanceof FileCutError) ending = `cut: ${reason.code}`;
      },
      cutMark: cutMarkOf[format],
    }),
  };
}
