import type { ConsoleEnv } from "./config/env.ts";
import { demoSecret } from "./demo/demo-secret.ts";
import { type AuditKeys, createAuditKeys } from "./store/audit/audit-keys.ts";

/** The keys that write and verify the audit log of this configuration. Null if no key is configured. */
export function auditKeysOfEnv({ upstream, auditChainKeys, dataDir }: ConsoleEnv): AuditKeys | null {
  return createAuditKeys(upstream ? auditChainKeys : [demoSecret(dataDir, "audit-chain-key")]);
}
