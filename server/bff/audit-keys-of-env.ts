import type { ConsoleEnv } from "./config/env.ts";
import { demoSecret } from "./demo/demo-secret.ts";
import { type AuditKeys, createAuditKeys } from "./store/audit/audit-keys.ts";

/**
 * The configured keys for writing and verifying the audit log. Null if no key is configured. Demo mode has its own key.
 */
export function auditKeysOfEnv({ upstream, auditChainKeys, dataDir }: ConsoleEnv): AuditKeys | null {
  return createAuditKeys(upstream ? auditChainKeys : [demoSecret(dataDir, "audit-chain-key")]);
}
