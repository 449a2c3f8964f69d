import { replicaReportSchema } from "#lib/contract/console/console-health.ts";
import { StartError } from "#server/bff/config/start-error.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { AuditKeys } from "#server/bff/store/audit/audit-keys.ts";
import { silentMs } from "#server/bff/store/console-health/replicas.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";

/** Decides when the audit log is sealed. A sealed log is written with a key. */
export type AuditSeal = ReturnType<typeof createAuditSeal>;

export function createAuditSeal(
  { clock, log, store, replicaID }: Pick<CoreServices, "clock" | "log" | "store"> & { replicaID: string },
  keys: AuditKeys | null,
  lostKeyID: string | undefined,
) {
  /**
   * Seals the log if every other running process has a key. Otherwise a process without a key would continue to write
   * unsigned rows.
   */
  async function whenAllHaveKeys(): Promise<void> {
    if (!keys || keys.isInUse) return;
    const { replicas, nowMs } = await store.replicas.list();
    const others = store.pool ? replicas.filter((replica) => replica.replicaID !== replicaID) : [];
    const isWithout = ({ seenAt, report }: (typeof others)[number]) =>
      nowMs - seenAt <= silentMs && replicaReportSchema.safeParse(report).data?.auditKeyID === undefined;
    if (!others.some(isWithout)) await store.audit.seal(clock.now(), lostKeyID);
  }

  return {
    /** The ID of the key that this process writes with. Undefined if it has no key. */
    keyID: keys?.writing.id,
    /**
     * Throws StartError if the log was written with a key that is neither configured nor named as lost. Then seals the
     * log if every process has a key.
     */
    async begin(): Promise<void> {
      await requireAuditKeys(store, keys, lostKeyID);
      if (!keys) log.warn("the audit log is written without a key: set AUDIT_CHAIN_KEY");
      await whenAllHaveKeys();
    },
    whenAllHaveKeys,
  };
}

/** Throws StartError if the log was written with a key that is neither configured nor named as lost. */
export async function requireAuditKeys(
  store: Pick<ConsoleStore, "audit">,
  keys: AuditKeys | null,
  lostKeyID: string | undefined,
): Promise<void> {
  const keyID = await store.audit.keyID();
  if (keyID === null || keys?.byID.has(keyID)) return;
  const isGone = `If nobody has it any more, set a new AUDIT_CHAIN_KEY and AUDIT_CHAIN_LOST_KEY=${keyID}.`;
  if (keyID === lostKeyID && keys) return;
  throw new StartError(
    keys
      ? `The audit log of this store is written with the key ${keyID}, which is not in AUDIT_CHAIN_KEY: add it behind the first one. ${isGone}`
      : `The audit log of this store is written with the key ${keyID}: set AUDIT_CHAIN_KEY to it. ${isGone}`,
  );
}
