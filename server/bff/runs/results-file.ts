import type { CsvDelimiter } from "#lib/contract/values/operations/csv-rules.ts";
import { pages } from "#lib/paths.ts";
import { recordExport } from "#server/bff/audit/record-export.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { csvCutMark, csvHead, csvLines } from "#server/bff/core/export/csv.ts";
import { type StreamedFile, streamTexts } from "#server/bff/core/export/streamed-file.ts";
import type { Origins } from "#server/bff/core/origins.ts";
import { type AnyRow, type AnyRun, type RunKind, type RunRouteContext, runIDOf } from "./run-kind.ts";

const rowsAtOnce = 500;

type Cell = string | null | undefined;

/** The context of every route of a results file. */
type ResultsContext = RunRouteContext<CoreServices & { origins: Origins }>;

/** The content of a results file. */
interface ResultsFile<Row extends AnyRow> {
  head: readonly string[];
  /** The separator of the cells. Undefined: a comma. */
  delimiter?: CsvDelimiter;
  /** The states of the rows to export. Undefined: all rows. */
  states?: readonly Row["state"][] | undefined;
  /** Returns the cells of the rows. It may omit rows. */
  cellsOf(rows: readonly Row[]): Promise<Cell[][]> | Cell[][];
  /** The end of the file name. */
  suffix?: string;
  /** Additional facts about the export for the audit log. */
  facts?: object;
}

/** The cell text of an instant. Empty for null. */
export const instantCell = (ms: number | null) => (ms === null ? "" : new Date(ms).toISOString());

/** The address of a row's operation. Empty if the row has no operation. */
export function operationLink(
  { services: { origins }, environment }: ResultsContext,
  operationID: string | null,
): string {
  const [origin = ""] = origins.current();
  return operationID === null ? "" : `${origin}${pages.operation(environment, operationID)}`;
}

/**
 * Exports the results file of a run as CSV: each row with its current result. The rows are read while the file is sent.
 */
export async function exportResults<Run extends AnyRun, Row extends AnyRow>(
  kind: RunKind<Run, Row>,
  context: ResultsContext,
  run: Run,
  { head, delimiter, states, cellsOf, suffix = "", facts = {} }: ResultsFile<Row>,
): Promise<StreamedFile> {
  const { services, environment, requestID, session } = context;
  const runID = runIDOf(run);
  await recordExport(context, { what: `${kind.kind} results`, [`${kind.kind}ID`]: runID, ...facts });
  async function* texts() {
    yield csvHead([...head], delimiter);
    for (let offset = 0; ; offset += rowsAtOnce) {
      const { rows } = await kind.storeOf(services).rows(runID, { states, limit: rowsAtOnce, offset });
      const lines = await cellsOf(rows);
      if (lines.length > 0) yield csvLines(lines, delimiter);
      if (rows.length < rowsAtOnce) break;
    }
    services.log.info(
      { environment, runID, requestID, staffID: session.staff.staffID },
      `${kind.noun} results exported`,
    );
  }
  return {
    fileName: `${kind.kind}-${environment}-${runID.slice(0, 8)}${suffix}.csv`,
    contentType: "text/csv; charset=utf-8",
    ...streamTexts({ clock: services.clock, texts: texts(), left: () => {}, cutMark: csvCutMark }),
  };
}
