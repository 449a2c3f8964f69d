import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/session.ts";

/** The deployed console that the tests run against; nothing: each worker starts one in demo mode. */
export const deployedOrigin = process.env.E2E_ORIGIN ? new URL(process.env.E2E_ORIGIN).origin : undefined;

/** The environment that tests work in where they do not care which. */
export const usualEnvironment: Environment = environmentSchema.parse(
  process.env.E2E_ENVIRONMENT ?? (deployedOrigin ? "sandbox" : "production"),
);

/** Whom the tests sign in as: the demo's personas, or the one account that was given for a deployed console. */
export function credentialsFor(role: Role): { email: string; password: string } {
  if (!deployedOrigin) return { email: `${role}@demo.test`, password: "demo demo demo" };
  const { E2E_EMAIL: email, E2E_PASSWORD: password } = process.env;
  if (!email || !password) throw new Error("E2E_EMAIL and E2E_PASSWORD name the account for E2E_ORIGIN: set both.");
  return { email, password };
}
