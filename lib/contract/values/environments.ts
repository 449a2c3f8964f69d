/** The two worlds of the API (specification, section 1). Nothing is shared between them. */
export const environments = ["production", "sandbox"] as const;

export type Environment = (typeof environments)[number];

/** The path prefix that belongs to an environment (specification, sections 1 and 9). */
export const environmentPrefix: Readonly<Record<Environment, string>> = {
  production: "/v2",
  sandbox: "/sandbox",
};
