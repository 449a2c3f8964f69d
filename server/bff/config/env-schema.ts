import { z } from "zod";
import { type Environment, environments } from "#lib/contract/environment.ts";

const text = z.string().trim().max(4_096);

const httpAddress = text
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: "must be an address that begins with http:// or https://",
  })
  .refine((value) => !URL.canParse(value) || !/[?#@]/.test(value), {
    error: "must hold no user, query or fragment",
  });

const origin = httpAddress
  .refine((value) => !URL.canParse(value) || new URL(value).pathname === "/", {
    error: "must be an origin, without a path",
  })
  .transform((value) => new URL(value).origin);

const wordList = text.transform((value) =>
  value
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
);

/** A key ID or a secret. */
export const keyPartSchema = z.string().regex(/^\P{Cc}{1,500}$/u, { error: "must be one line of 1 to 500 characters" });

export const leastSecretLength = 32;

/** iron-session derives a key from a secret for every cookie that it reads: few secrets, then. */
const mostSecrets = 5;

const sessionSecrets = wordList
  .refine((secrets) => secrets.length > 0 && secrets.every((secret) => secret.length >= leastSecretLength), {
    error: `must be secrets of at least ${leastSecretLength} characters each, separated by commas`,
  })
  .refine((secrets) => secrets.length <= mostSecrets, { error: `must be at most ${mostSecrets} secrets` });

/** The variables as they stand, each by itself. What they mean together is in `env.ts`. */
export const variablesSchema = z.object({
  NODE_ENV: z.string().optional(),
  HOST: text.regex(/^[A-Za-z0-9.:-]+$/, { error: "must be a host name or an address" }).default("127.0.0.1"),
  PORT: text
    .regex(/^\d{1,5}$/, { error: "must be a port, 0 to 65535" })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: "must be a port, 0 to 65535" })
    .default(3000),
  PUBLIC_ORIGIN: origin.optional(),
  DATA_DIR: text.default(".data"),
  PROVISIONING_BASE_URL: httpAddress.transform((value) => value.replace(/\/+$/, "")).optional(),
  PROVISIONING_PRODUCTION_KEY_ID: keyPartSchema.optional(),
  PROVISIONING_PRODUCTION_SECRET: keyPartSchema.optional(),
  PROVISIONING_SANDBOX_KEY_ID: keyPartSchema.optional(),
  PROVISIONING_SANDBOX_SECRET: keyPartSchema.optional(),
  // No segment of dots: it would lead out of the environment's prefix.
  PROVISIONING_NUMBERS_PATH: text
    .regex(/^(\/[\w-]+(\.[\w-]+)*)+$/, { error: "must be a path of letters, digits, - and _ that begins with /" })
    .optional(),
  PROVISIONING_HARDWARE_ONLY_PLANS: wordList.optional(),
  PROVISIONING_PLANS: wordList.optional(),
  PROVISIONING_TERMS: wordList.optional(),
  SESSION_SECRET: sessionSecrets.optional(),
  DATABASE_URL: text
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, { error: "must be written sqlite:<path> or postgres://…" })
    .optional(),
  BOOTSTRAP_ADMIN_EMAIL: text
    .toLowerCase()
    .pipe(z.email({ error: "must be an e-mail address" }))
    .optional(),
  BOOTSTRAP_ADMIN_PASSWORD: z
    .string()
    .min(12, { error: "must be at least 12 characters" })
    .max(1024, { error: "must be at most 1024 characters" })
    .optional(),
  OIDC_ISSUER: httpAddress.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_ROLE_CLAIM: text.optional(),
  METRICS_TOKEN: text.min(16, { error: "must be at least 16 characters" }).optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be one of fatal, error, warn, info, debug, trace, silent",
    })
    .optional(),
});

export type Variables = z.output<typeof variablesSchema>;

/** Variables that may come from a file, named by the same variable with `_FILE` behind it. */
export const fileVariables = [
  "PROVISIONING_PRODUCTION_KEY_ID",
  "PROVISIONING_PRODUCTION_SECRET",
  "PROVISIONING_SANDBOX_KEY_ID",
  "PROVISIONING_SANDBOX_SECRET",
  "SESSION_SECRET",
  "DATABASE_URL",
  "BOOTSTRAP_ADMIN_PASSWORD",
  "OIDC_CLIENT_SECRET",
  "METRICS_TOKEN",
] as const satisfies readonly (keyof Variables)[];

/** The names of an environment's key pair. */
export function keyVariables<E extends Environment>(environment: E) {
  const name = environment.toUpperCase() as Uppercase<E>;
  return { keyID: `PROVISIONING_${name}_KEY_ID`, secret: `PROVISIONING_${name}_SECRET` } as const;
}

export const keyPairVariables = environments.map((environment) => ({ environment, ...keyVariables(environment) }));
