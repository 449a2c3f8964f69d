import type { Environment } from "#lib/contract/environment.ts";

/** The names of the two environments. */
export const environmentNames: Readonly<Record<Environment, string>> = {
  production: "Production",
  sandbox: "Sandbox",
};
