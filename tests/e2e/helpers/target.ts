import type { Role } from "#lib/contract/console/session.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { demoPassword } from "#lib/session/demo-password.ts";

/** The origin of the deployed console to test. Undefined: each worker starts its own console in demo mode. */
export const deployedOrigin = process.env.E2E_ORIGIN ? new URL(process.env.E2E_ORIGIN).origin : undefined;

/** The environment for tests that work in both environments. */
export const usualEnvironment: Environment = environmentSchema.parse(
  process.env.E2E_ENVIRONMENT ?? (deployedOrigin ? "sandbox" : "production"),
);

/** The API behind the console: our own service in demo mode, or an API with another format. */
export type Upstream = "service" | "other-api";

/** The first administrator of a console that the tests have configured. */
const administrator = { email: "administrator@demo.test", password: "who looks after the end-to-end tests" };

/** The environment variables of a configured console in front of the API at `baseUrl`. */
export function configuredVariables(
  baseUrl: string,
  keys: Readonly<Record<Environment, { keyID: string; secret: string }>>,
): Record<string, string> {
  return {
    PROVISIONING_BASE_URL: baseUrl,
    PROVISIONING_PRODUCTION_KEY_ID: keys.production.keyID,
    PROVISIONING_PRODUCTION_SECRET: keys.production.secret,
    PROVISIONING_SANDBOX_KEY_ID: keys.sandbox.keyID,
    PROVISIONING_SANDBOX_SECRET: keys.sandbox.secret,
    SESSION_SECRET: "a session secret for the end-to-end tests",
    BOOTSTRAP_ADMIN_EMAIL: administrator.email,
    BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
  };
}

/**
 * The accounts of the tests: the demo's personas, the only account of a console that the tests have configured, or the
 * given account of a deployed console.
 */
export function credentialsFor(role: Role, upstream: Upstream = "service"): { email: string; password: string } {
  if (deployedOrigin) {
    const { E2E_EMAIL: email, E2E_PASSWORD: password } = process.env;
    if (!email || !password) throw new Error("E2E_EMAIL and E2E_PASSWORD name the account for E2E_ORIGIN: set both.");
    return { email, password };
  }
  return upstream === "service" ? { email: `${role}@demo.test`, password: demoPassword } : administrator;
}
