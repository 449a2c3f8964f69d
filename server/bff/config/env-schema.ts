import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { secretWeakness } from "#server/bff/core/weak-secret.ts";
import "#lib/contract/plain-messages.ts";
import { migrateModes } from "#server/database/migrate.ts";
import { ticketPatternProblem, ticketUrlProblem } from "./ticket-rules.ts";
import { isAddressOrRange } from "./trusted-proxies.ts";

const text = z.string().trim().max(4_096);

const httpAddress = text
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: "must be an address that begins with http:// or https://",
  })
  .refine((value) => !URL.canParse(value) || !/[?#@]/.test(value), {
    error: "must not contain a user, query or fragment",
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

export const minSecretLength = 32;

/** The maximum number of secrets. iron-session derives a key from each secret for every cookie that it reads. */
const maxSecrets = 5;

const secretList = (max: number) =>
  wordList
    .refine((secrets) => secrets.length > 0 && secrets.every((secret) => secret.length >= minSecretLength), {
      error: `must be secrets of at least ${minSecretLength} characters each, separated by commas`,
    })
    .refine((secrets) => secrets.length <= max, { error: `must be at most ${max} secrets` })
    .superRefine((secrets, context) => {
      for (const weakness of secrets.map(secretWeakness)) {
        if (weakness) context.addIssue({ code: "custom", message: `must not ${weakness}: use random characters` });
      }
    });

export const sessionSecretsSchema = secretList(maxSecrets);

/**
 * The maximum number of audit keys. A key must remain configured as long as the log has events that were written with
 * it.
 */
const maxAuditKeys = 50;

/** An address to which the console sends data. It may have a query, for example for a collector's channel. */
const httpAddressWithQuery = text
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: "must be an address that begins with http:// or https://",
  })
  .refine((value) => !URL.canParse(value) || !/[#@]/.test(value), { error: "must not contain a user or fragment" });

/**
 * Creates a check from a function that returns a problem or null. The problem continues a sentence that begins with the
 * variable's name.
 */
const problemsBy = (problemOf: (value: string) => string | null) => (value: string, context: z.RefinementCtx) => {
  const message = problemOf(value);
  if (message !== null) context.addIssue({ code: "custom", message });
};

/** A whole number of seconds. */
const seconds = (min: number, max: number) => {
  const error = `must be a whole number of seconds, ${min} to ${max}`;
  return text
    .regex(/^\d{1,4}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
};

/** How many days records are stored. At least a month, so that a record still exists when somebody asks about it. */
const days = text
  .regex(/^\d{1,5}$/, { error: "must be a whole number of days, 30 to 36500" })
  .transform(Number)
  .refine((value) => value >= 30 && value <= 36_500, { error: "must be a whole number of days, 30 to 36500" });

const emailSchema = z.email();

/** A contact as security.txt names it. An e-mail address may be written without `mailto:`. Null if it is neither. */
function toContactAddress(contact: string): string | null {
  const email = contact.replace(/^mailto:/i, "");
  if (emailSchema.safeParse(email).success) return `mailto:${email}`;
  if (/^tel:\+[\d-]{3,30}$/i.test(contact)) return contact;
  return /^https:\/\/[!-~]+$/i.test(contact) && URL.canParse(contact) ? contact : null;
}

// The schemas below check single variables. `env.ts` checks their combinations.

/** The secret for signing requests to an external endpoint. */
const pushSecret = z
  .string()
  .min(minSecretLength, { error: `must be at least ${minSecretLength} characters` })
  .max(500, { error: "must be at most 500 characters" })
  .superRefine((secret, context) => {
    const weakness = secretWeakness(secret);
    if (weakness) context.addIssue({ code: "custom", message: `must not ${weakness}: use random characters` });
  });

export const variablesSchema = z.object({
  NODE_ENV: z.string().optional(),
  HOST: text.regex(/^[A-Za-z0-9.:-]+$/, { error: "must be a host name or an address" }).default("127.0.0.1"),
  PORT: text
    .regex(/^\d{1,5}$/, { error: "must be a port, 0 to 65535" })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: "must be a port, 0 to 65535" })
    .default(3000),
  PUBLIC_ORIGIN: origin.optional(),
  TRUSTED_PROXIES: wordList
    .refine((entries) => entries.every(isAddressOrRange), {
      error: "must be addresses (10.0.0.7) and ranges (10.0.0.0/8), separated by commas",
    })
    .optional(),
  SECURITY_CONTACT: wordList
    .transform((contacts) => contacts.map(toContactAddress))
    .refine((contacts) => contacts.every((contact) => contact !== null), {
      error: "must be e-mail addresses, https:// pages or tel: numbers, separated by commas",
    })
    .transform((contacts) => contacts.filter((contact) => contact !== null))
    .optional(),
  DATA_DIR: text.default(".data"),
  PROVISIONING_BASE_URL: httpAddress
    .transform((value) => value.replace(/(?<!\/)\/+$/, ""))
    .refine((value) => !/\/(v2|sandbox)$/i.test(value), {
      error: "must not end in /v2 or /sandbox: Switchboard adds the path of each environment",
    })
    .optional(),
  PROVISIONING_ALLOW_HTTP: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .optional(),
  PROVISIONING_PRODUCTION_KEY_ID: keyPartSchema.optional(),
  PROVISIONING_PRODUCTION_SECRET: keyPartSchema.optional(),
  PROVISIONING_SANDBOX_KEY_ID: keyPartSchema.optional(),
  PROVISIONING_SANDBOX_SECRET: keyPartSchema.optional(),
  // A segment of dots is rejected, because it would lead out of the path of the environment.
  PROVISIONING_NUMBERS_PATH: text
    .regex(/^(\/[\w-]+(\.[\w-]+)*)+$/, { error: "must be a path of letters, digits, - and _ that begins with /" })
    .optional(),
  PROVISIONING_ATTEMPT_SECONDS: seconds(1, 60).default(10),
  PROVISIONING_CALL_SECONDS: seconds(5, 120).default(30),
  PROVISIONING_HARDWARE_ONLY_PLANS: wordList.optional(),
  PROVISIONING_PLANS: wordList.optional(),
  PROVISIONING_TERMS: wordList.optional(),
  SESSION_SECRET: sessionSecretsSchema.optional(),
  DATABASE_URL: text
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, { error: "must be written sqlite:<path> or postgres://…" })
    .optional(),
  DATABASE_POOL_SIZE: text
    .regex(/^([1-9]|[1-9]\d|[1-4]\d\d|500)$/, { error: "must be a number of connections, 1 to 500" })
    .transform(Number)
    .optional(),
  MIGRATE: z.enum(migrateModes, { error: `must be ${migrateModes.join(" or ")}` }).optional(),
  BOOTSTRAP_ADMIN_EMAIL: text
    .toLowerCase()
    .pipe(z.email({ error: "must be an e-mail address" }))
    .optional(),
  BOOTSTRAP_ADMIN_PASSWORD: z
    .string()
    .min(12, { error: "must be at least 12 characters" })
    .max(1024, { error: "must be at most 1024 characters" })
    .superRefine((password, context) => {
      const weakness = secretWeakness(password);
      if (weakness) context.addIssue({ code: "custom", message: `must not ${weakness}` });
    })
    .optional(),
  SMTP_URL: text.regex(/^smtps?:\/\/[^\s]+$/, { error: "must be written smtp://… or smtps://…" }).optional(),
  SMTP_FROM: text.pipe(z.email({ error: "must be an e-mail address" })).optional(),
  AUDIT_CHAIN_KEY: secretList(maxAuditKeys).optional(),
  AUDIT_CHAIN_LOST_KEY: text
    .regex(/^[0-9a-f]{12}$/, { error: "must be the ID of a key: 12 characters, 0 to f" })
    .optional(),
  AUDIT_PUSH_URL: httpAddressWithQuery.optional(),
  AUDIT_PUSH_SECRET: pushSecret.optional(),
  NOTIFICATION_URL: httpAddressWithQuery.optional(),
  NOTIFICATION_SECRET: pushSecret.optional(),
  EXPORT_URL: httpAddressWithQuery.optional(),
  EXPORT_SECRET: pushSecret.optional(),
  EXPORT_DAYS: text
    .regex(/^\d{1,2}$/, { error: "must be a whole number of days, 1 to 90" })
    .transform(Number)
    .refine((value) => value >= 1 && value <= 90, { error: "must be a whole number of days, 1 to 90" })
    .default(7),
  EXPORT_STORE_MB: text
    .regex(/^\d{1,5}$/, { error: "must be a whole number of megabytes, 1 to 10240" })
    .transform(Number)
    .refine((value) => value >= 1 && value <= 10_240, { error: "must be a whole number of megabytes, 1 to 10240" })
    .default(512),
  AUDIT_RETENTION_DAYS: days.optional(),
  OPERATIONS_RETENTION_DAYS: days.optional(),
  KNOWN_CUSTOMERS: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  KNOWN_RETENTION_DAYS: days.default(365),
  KNOWN_MAX_AGE_HOURS: text
    .regex(/^\d{1,3}$/, { error: "must be a whole number of hours, 1 to 720" })
    .transform(Number)
    .refine((value) => value >= 1 && value <= 720, { error: "must be a whole number of hours, 1 to 720" })
    .default(24),
  KNOWN_CALLS_PER_MINUTE: text
    .regex(/^\d{1,3}$/, { error: "must be a whole number of calls, 0 to 600" })
    .transform(Number)
    .refine((value) => value <= 600, { error: "must be a whole number of calls, 0 to 600" })
    .default(30),
  READ_AHEAD: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  PLANNED_GRACE_MINUTES: text
    .regex(/^\d{1,4}$/, { error: "must be a whole number of minutes, 5 to 1440" })
    .transform(Number)
    .refine((value) => value >= 5 && value <= 1_440, { error: "must be a whole number of minutes, 5 to 1440" })
    .default(60),
  PLANNED_TEMPORARY_DAYS: text
    .regex(/^\d{1,3}$/, { error: "must be a whole number of days, 1 to 365" })
    .transform(Number)
    .refine((value) => value >= 1 && value <= 365, { error: "must be a whole number of days, 1 to 365" })
    .default(90),
  TICKET_PATTERN: text.superRefine(problemsBy(ticketPatternProblem)).optional(),
  TICKET_URL: text.superRefine(problemsBy(ticketUrlProblem)).optional(),
  DRAIN_PAUSE: text
    .regex(/^([0-9]|[1-5]\d|60)$/, { error: "must be a whole number of seconds, 0 to 60" })
    .transform(Number)
    .default(0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, { error: "must be printable characters without spaces" })
    .min(minSecretLength, { error: `must be at least ${minSecretLength} characters` })
    .max(500, { error: "must be at most 500 characters" })
    .superRefine((secret, context) => {
      const weakness = secretWeakness(secret);
      if (weakness) context.addIssue({ code: "custom", message: `must not ${weakness}: use random characters` });
    })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be one of fatal, error, warn, info, debug, trace, silent",
    })
    .optional(),
});

export type Variables = z.output<typeof variablesSchema>;

/** Variables whose value may come from a file. A variable with the additional suffix `_FILE` names the file. */
export const fileVariables = [
  "PROVISIONING_PRODUCTION_KEY_ID",
  "PROVISIONING_PRODUCTION_SECRET",
  "PROVISIONING_SANDBOX_KEY_ID",
  "PROVISIONING_SANDBOX_SECRET",
  "SESSION_SECRET",
  "DATABASE_URL",
  "BOOTSTRAP_ADMIN_PASSWORD",
  "SMTP_URL",
  "METRICS_TOKEN",
  "AUDIT_PUSH_SECRET",
  "AUDIT_CHAIN_KEY",
  "NOTIFICATION_SECRET",
  "EXPORT_SECRET",
] as const satisfies readonly (keyof Variables)[];

/** The names of the two variables of an environment's key pair. */
export function keyVariables<E extends Environment>(environment: E) {
  const name = environment.toUpperCase() as Uppercase<E>;
  return { keyID: `PROVISIONING_${name}_KEY_ID`, secret: `PROVISIONING_${name}_SECRET` } as const;
}

export const keyPairVariables = environments.map((environment) => ({ environment, ...keyVariables(environment) }));
