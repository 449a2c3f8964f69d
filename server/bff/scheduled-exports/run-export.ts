import { createHash, randomUUID } from "node:crypto";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { ExportCoverage } from "#lib/contract/console/scheduled-export.ts";
import { type CustomerExportQuery, customerExportQuerySchema } from "#lib/contract/customers/customer-export.ts";
import { repeatedKnownFilters } from "#lib/contract/customers/known-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { exportQuery, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { shownName } from "#server/bff/core/person-names.ts";
import { unavailable } from "#server/bff/customers/list-customers.ts";
import {
  type CustomersFile,
  type FileNotes,
  incomplete,
  openCustomersFile,
} from "#server/bff/customers/open-customers-file.ts";
import type { RunLease } from "#server/bff/runs/run-lease.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import type { StoredCoverage, StoredRun, StoredSchedule } from "#server/bff/store/scheduled-exports/export-rows.ts";
import type { RunProblem } from "#server/bff/store/scheduled-exports/export-runs.ts";
import type { StoredView } from "#server/bff/store/views.ts";
import { walkView } from "#server/bff/views/evaluate/walk-view.ts";
import type { RunServices } from "./export-services.ts";
import { maySeeView } from "./schedule-access.ts";

/** The maximum size of one file, in bytes. It is sent in one request. */
const maxFileBytes = 64 * 1_024 * 1_024;

/** The maximum number of customers that one run reads from the API. */
const maxRead = 1_000_000;

/** The minimum size of a stored part, in bytes. Only the last part may be smaller. */
const partBytes = 256 * 1_024;

/** How many times a run is tried if the API is not available, or if the process ends during the run. */
const maxAttempts = 3;

/** The pause before the next attempt, in milliseconds. It is multiplied by the number of attempts. */
const retryMs = 2 * 60_000;

/** Thrown if a run cannot make its file. `stops`: the schedule stops too, because of a lost right or a deleted view. */
class RunFailed extends Error {
  override readonly name = "RunFailed";
  readonly problem: RunProblem;
  readonly stops: boolean;

  constructor(code: string, message: string, stops = false) {
    super(message);
    this.problem = { code, message };
    this.stops = stops;
  }
}

/** The view of the schedule. Throws RunFailed if it was deleted, or if the owner has lost a right. */
async function requireRights({ store, clock }: RunServices, schedule: StoredSchedule): Promise<StoredView> {
  const { staffID, environment, sends } = schedule;
  const [view = null] = await store.views.ofIDs([schedule.viewID]);
  const lost = async (what: string) => {
    const name = await shownName(store.staff, schedule);
    return new RunFailed("rights_lost", `${name} ${what}`, true);
  };
  const nowMs = clock.now();
  if (!(await store.staff.hasPermission({ staffID, environment }, nowMs))) {
    throw await lost(`is disabled or no longer has access to ${environment}.`);
  }
  if (view === null) throw new RunFailed("rights_lost", "The view was deleted.", true);
  if (!maySeeView(view, staffID)) throw await lost("may no longer see the view: it is not shared any more.");
  if (sends && !(await store.staff.hasPermission({ staffID, permission: "exports.send", environment }, nowMs))) {
    throw await lost("may no longer send files to the endpoint.");
  }
  return view;
}

/** The query of the export. A relative window is counted back from `nowMs`. */
function queryOf({ query }: StoredView, { format, columnNames }: StoredSchedule, nowMs: number): CustomerExportQuery {
  const params = exportQuery(parseCustomersView(new URLSearchParams(query)), format, columnNames === "page", nowMs);
  const isRepeated = (name: string) => repeatedKnownFilters.some((one) => one === name);
  return customerExportQuerySchema.parse(
    Object.fromEntries(
      [...params.keys()].map((name) => [name, isRepeated(name) ? params.getAll(name) : params.get(name)]),
    ),
  );
}

/** What a file covers, in words: the view, the creation dates and the other filters. */
function coversOf({ name }: StoredView, environment: string, params: URLSearchParams): string {
  const [from, to] = [params.get("datefrom"), params.get("dateto")];
  const dates = from === earliestDate && to === null ? "" : ` created from ${from}${to === null ? "" : ` to ${to}`}`;
  const others = [...params].filter(
    ([key, value]) => isFilter(key) && !(key === "includeDeleted" && value === "false"),
  );
  const filters = others.map(([key, value]) => `${key}=${value}`).join(", ");
  return `View "${name}": customers of ${environment}${dates}${filters === "" ? "" : `, with ${filters}`}`;
}

const isFilter = (key: string) => !["datefrom", "dateto", "format", "columnNames"].includes(key);

/** The name of the file: the view, the environment and the time for which the run was due. */
function fileNameOf({ name }: StoredView, { environment, dueAt }: StoredRun, format: string): string {
  const words =
    name
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const subject = words.join("-").slice(0, 60) || "customers";
  const at = new Date(dueAt).toISOString().slice(0, 16).replace(":", "");
  return `${subject}-${environment}-${at}Z.${format}`;
}

/** Stores a file in parts. Throws RunFailed if the file or all files of the environment are too large. */
async function storeTexts(
  { store, exportRules }: RunServices,
  lease: RunLease,
  environment: Environment,
  texts: AsyncIterable<string>,
): Promise<{ bytes: number; storedBytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  let part = 0;
  let waiting: string[] = [];
  let waitingBytes = 0;
  async function flush(): Promise<void> {
    const added = { part, content: waiting.join(""), bytes: waitingBytes };
    if (!lease.isInForce()) throw new RunEnded();
    const result = await store.exportRuns.addPart(lease, environment, added, exportRules.maxStoredBytes);
    if (result === "lost") throw new RunEnded();
    if (result === "no-space") {
      const message =
        "The stored files of this environment use all their space. Delete files, or wait until old ones expire.";
      throw new RunFailed("no_space", message);
    }
    [waiting, waitingBytes] = [[], 0];
    part += 1;
  }
  for await (const text of texts) {
    const content = Buffer.from(text, "utf8");
    hash.update(content);
    bytes += content.byteLength;
    if (bytes > maxFileBytes) {
      const limit = `${maxFileBytes / 1_024 / 1_024} MB`;
      throw new RunFailed("file_too_large", `The file is larger than ${limit}. Choose a view with fewer customers.`);
    }
    waiting.push(text);
    waitingBytes += content.byteLength;
    if (waitingBytes >= partBytes) await flush();
  }
  await flush();
  return { bytes, storedBytes: bytes, sha256: hash.digest("hex") };
}

/** A run whose attempt has begun under a lease. */
interface StartedRun {
  services: RunServices;
  lease: RunLease;
  run: StoredRun;
  schedule: StoredSchedule;
  erased: { has(customerKey: string): boolean };
  signal: AbortSignal;
}

const eventOf = (
  { run, schedule }: Pick<StartedRun, "run" | "schedule">,
  action: "scheduled-export.finished" | "scheduled-export.failed" | "scheduled-export.stopped",
  after: Record<string, unknown>,
): NewAuditEvent => ({
  actor: { kind: "console" },
  action,
  environment: run.environment,
  outcome: action === "scheduled-export.finished" ? "done" : "failed",
  target: { kind: "export", id: schedule.scheduleID },
  after: { runID: run.runID, owner: schedule.staffID, ...after },
});

/** Makes the file of a run with the present rights of the owner. */
async function makeFile(started: StartedRun): Promise<"done" | "lost" | "erased"> {
  const { services, lease, run, schedule, erased, signal } = started;
  const { store, clock, exportPush, log } = services;
  const { environment, runID } = run;
  const view = await requireRights(services, schedule);
  const context = {
    services,
    environment,
    requestID: randomUUID(),
    signal,
    session: { staff: { staffID: schedule.staffID } },
  };
  const { client, call } = requestAPI(context);
  const nowMs = clock.now();
  const input = queryOf(view, schedule, nowMs);
  const params = exportQuery(parseCustomersView(new URLSearchParams(view.query)), schedule.format, false, nowMs);
  const covers = coversOf(view, environment, params);
  const customerKeys = new Set<string>();
  let erasedCount = 0;
  const due = { dueAt: new Date(run.dueAt).toISOString(), cause: run.cause };
  const notes: FileNotes = {
    covers,
    preface: { covers, view: { viewID: view.viewID, name: view.name }, run: { runID, ...due } },
    select(customers) {
      const kept = customers.filter(({ customerID }) => !erased.has(idKey(customerID)));
      erasedCount += customers.length - kept.length;
      for (const { customerID } of kept) customerKeys.add(idKey(customerID));
      return kept;
    },
    ending: () => ({
      count: customerKeys.size,
      readUntil: new Date(clock.now()).toISOString(),
      ...(erasedCount > 0 && { erased: erasedCount }),
    }),
  };
  const background = { ...call, isBackground: true };
  // The store of known customers may miss customers, so it must not choose the customers of a file that says what it
  // covers. The only exception is a filter that is about the store itself: when a customer was last read.
  const isAboutStore = input.ageFrom !== undefined || input.ageTo !== undefined;
  const viewContext = { services, environment, client, call: background, staffID: schedule.staffID };
  const walk = isAboutStore ? undefined : () => walkView(viewContext, view.query, { maxRead, nowMs });
  const file = await openCustomersFile({ context, client, call: background, input, notes, walk });
  const stored = await storeTexts(services, lease, environment, file.texts);
  // For a CSV file, `storeTexts` has already thrown this error.
  if (!file.outcome.complete) throw incomplete(file.outcome, file.isFiltered);
  const coverage: StoredCoverage = {
    ...coverageOf(view, covers, file, { count: customerKeys.size, erasedCount, untilMs: clock.now() }),
    viewID: view.viewID,
    ownerID: schedule.staffID,
    shared: view.shared,
  };
  const finished = {
    fileName: fileNameOf(view, run, schedule.format),
    rows: customerKeys.size,
    ...stored,
    coverage,
    sends: schedule.sends && exportPush !== null,
    customerKeys,
  };
  const event = eventOf(started, "scheduled-export.finished", { rows: finished.rows, bytes: stored.bytes, ...due });
  const result = await store.exportRuns.finish(lease, schedule, finished, event, clock.now());
  log.info({ runID, environment, result, rows: finished.rows, bytes: stored.bytes }, "a scheduled export was made");
  return result;
}

function coverageOf(
  { name }: StoredView,
  covers: string,
  { nowMs, outcome }: CustomersFile,
  { count, erasedCount, untilMs }: { count: number; erasedCount: number; untilMs: number },
): ExportCoverage {
  const { expected, drifted, changed, unconfirmed } = outcome;
  return {
    view: name,
    covers,
    readFrom: new Date(nowMs).toISOString(),
    readUntil: new Date(untilMs).toISOString(),
    expected,
    count,
    drifted,
    ...(changed !== undefined && { changed }),
    ...(unconfirmed !== undefined && { unconfirmed }),
    ...(erasedCount > 0 && { erased: erasedCount }),
  };
}

/** Makes the file of a run that this process has leased. Throws RunEnded if the lease is lost. */
export async function runExport(services: RunServices, lease: RunLease, signal: AbortSignal): Promise<void> {
  const { store, clock } = services;
  const begun = await store.exportRuns.start(lease, clock.now());
  if (!begun) throw new RunEnded();
  const started: StartedRun = { services, lease, signal, ...begun };
  const { run } = started;
  try {
    if (run.attempts > maxAttempts) {
      const times = formatCount(maxAttempts);
      throw new RunFailed("interrupted", `The console ended ${times} times while this export was running.`);
    }
    const result = await makeFile(started);
    if (result === "lost") throw new RunEnded();
    if (result === "erased") {
      const message = "A customer was erased while the export was running, so the export starts again.";
      await store.exportRuns.postpone(lease, { code: "erased", message }, 0);
    }
  } catch (error) {
    if (error instanceof RunEnded || lease.signal.aborted) throw new RunEnded();
    if (signal.aborted) return store.exportRuns.giveBack(lease);
    await settleFailure(started, error);
  }
}

async function settleFailure(started: StartedRun, error: unknown): Promise<void> {
  const { services, lease, run, schedule } = started;
  const { store, clock, log } = services;
  const isOwn = error instanceof RunFailed;
  const { code, message } = isOwn ? error.problem : toAppError(error);
  log.warn({ runID: run.runID, environment: run.environment, code }, "a scheduled export has failed");
  if (!isOwn && isAppError(error) && unavailable.has(error.code) && run.attempts < maxAttempts) {
    await store.exportRuns.postpone(lease, { code, message }, retryMs * run.attempts);
    return;
  }
  const stop =
    isOwn && error.stops ? { event: eventOf(started, "scheduled-export.stopped", { reason: message }) } : undefined;
  const failure = { problem: { code, message }, event: eventOf(started, "scheduled-export.failed", { code }), stop };
  await store.exportRuns.fail(lease, schedule, failure, clock.now());
}
