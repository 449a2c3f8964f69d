import type { Environment } from "#lib/contract/environment.ts";

/** A key ID and its secret. `POST /auth` exchanges them for a token (specification, section 4.1). */
export interface Credentials {
  keyID: string;
  secret: string;
}

/**
 * The keys that are used if no keys are configured. They are public, so the service accepts them only on loopback
 * addresses.
 */
export const demoKeys: Readonly<Record<Environment, Credentials>> = {
  production: { keyID: "5e4b1a70-0000-4000-8000-000000000001", secret: "demo-production-secret" },
  sandbox: { keyID: "5e4b1a70-0000-4000-8000-000000000002", secret: "demo-sandbox-secret" },
};
