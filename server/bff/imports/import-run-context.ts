import type { Import } from "#lib/contract/operations/imports.ts";
import type { ImportState } from "#lib/contract/values/operations/import-states.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { RunLease } from "#server/bff/operations/runs/run-lease.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";

/** The state that all steps of a run of one import share. */
export interface ImportRunContext {
  services: ContractServices;
  /** The import as read when the lease was last verified. */
  import: StoredImport;
  lease: RunLease;
  client: ApiClient;
  /** For reads on behalf of the import. Its signal aborts when the run ends or the console shuts down. */
  call: CallContext & { signal: AbortSignal; caller: string };
}

/** Must be called before each step of a run. Throws RunEnded if the run must not continue. */
export async function assertImportHeld(work: ImportRunContext, state: ImportState): Promise<void> {
  const { services, lease, call } = work;
  call.signal.throwIfAborted();
  const held = lease.isInForce() ? await services.store.imports.findHeld(lease, state) : null;
  if (!held) throw new RunEnded();
  work.import = held;
}

/** Pauses the import with the cause, and throws RunEnded. */
export async function pauseImportRun(
  { services, lease }: ImportRunContext,
  from: "first" | "running",
  reason: NonNullable<Import["reason"]>,
): Promise<never> {
  services.log.warn({ importID: lease.runID, code: reason.code }, "import paused by itself");
  await services.store.imports.moveHeld(lease, [from], { state: "paused", pausedFrom: from, reason });
  throw new RunEnded();
}
