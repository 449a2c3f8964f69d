import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { minSecretLength } from "#server/bff/config/env-schema.ts";
import { StartError } from "#server/bff/config/start-error.ts";
import { makeFolder } from "#server/database/make-folder.ts";

/**
 * A secret of demo mode. It is created once and then stored in the data directory. `session-secret` encrypts the
 * cookies, so that sessions survive a restart. `audit-chain-key` is the key of the audit log.
 */
export function demoSecret(dataDir: string, name: "session-secret" | "audit-chain-key"): string {
  const path = join(dataDir, name);
  try {
    makeFolder(resolve(dataDir));
    try {
      writeFileSync(path, randomBytes(48).toString("base64url"), { flag: "wx", mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const secret = readFileSync(path, "utf8").trim();
    if (secret.length >= minSecretLength) return secret;
  } catch (cause) {
    throw new StartError(
      `Switchboard cannot write ${dataDir}: allow this user to write there, or set DATA_DIR to another folder.`,
      {
        cause,
      },
    );
  }
  throw new StartError(`The file ${path} contains no usable secret: delete it and start again.`);
}
