import type { ConsoleEnv } from "#server/bff/config/env.ts";
import { StartError } from "#server/bff/config/start-error.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";

/**
 * Throws StartError if the store belongs to the other kind of console. There are two kinds: demo mode, and a configured
 * console.
 */
export async function claimStore(
  { claim }: Pick<ConsoleStore, "claim">,
  { upstream, dataDir }: Pick<ConsoleEnv, "upstream" | "dataDir">,
): Promise<void> {
  const wantedPurpose = upstream ? "configured" : "demo";
  if ((await claim(wantedPurpose)) === wantedPurpose) return;
  throw new StartError(
    upstream
      ? "The database in DATABASE_URL was created by demo mode, whose passwords are public: set another one. Without DATABASE_URL it is console.db in DATA_DIR."
      : `The database ${dataDir}/demo.db belongs to a configured console: set DATA_DIR to another folder for demo mode.`,
  );
}
