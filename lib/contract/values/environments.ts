/** The two environments of the API (specification, section 1). They share no data. */
export const environments = ["production", "sandbox"] as const;

export type Environment = (typeof environments)[number];

/** The path prefix of each environment (specification, sections 1 and 9). */
export const environmentPrefix: Readonly<Record<Environment, string>> = {
  production: "/v2",
  sandbox: "/sandbox",
};
