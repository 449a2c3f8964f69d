import type { ConsoleEnv } from "./config/env.ts";
import { demoSecret } from "./demo/demo-secret.ts";
import { type AuditKeys, createAuditKeys } from "./store/audit/audit-keys.ts";

/** What the audit log of this configuration is written and checked with; null: nothing. */
export function auditKeysOfEnv({ upstream, auditChainKeys, dataDir }: ConsoleEnv): AuditKeys | null {
  return createAuditKeys(upstream ? auditChainKeys : [demoSecret(dataDir, "audit-chain-key")]);
}
