import type { Environment } from "#lib/contract/environment.ts";

/** The two worlds by the names that people see. */
export const environmentNames: Readonly<Record<Environment, string>> = {
  production: "Production",
  sandbox: "Sandbox",
};
