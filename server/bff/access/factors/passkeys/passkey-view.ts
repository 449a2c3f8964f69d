import type { Passkey } from "#lib/contract/console/factors.ts";
import { instant } from "#lib/format/instant.ts";
import type { PasskeysTable } from "#server/bff/store/schema/tables/factor-tables.ts";

/** A passkey, as its owner sees it. */
export function passkeyView({ passkeyID, name, createdAt, lastUsedAt, synced }: PasskeysTable): Passkey {
  return {
    passkeyID,
    name,
    createdAt: instant(createdAt),
    ...(lastUsedAt !== null && { lastUsedAt: instant(lastUsedAt) }),
    isSynced: synced === 1,
  };
}
