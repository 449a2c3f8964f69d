import { fileVariables, type Variables, variablesSchema } from "./env-schema.ts";

interface VariableText {
  /** What happens if the variable is unset. Only for variables without a default in the schema. */
  default?: string;
  /** The explanation, in Markdown. */
  meaning: string;
}

type Documented = Exclude<keyof Variables, "NODE_ENV">;

/** The explanation of each variable of the console, by subject. A test fails if an explanation is missing. */
const sections = {
  Address: {
    HOST: { meaning: "where the console listens" },
    PORT: { meaning: "the port; `0` lets the system choose" },
    PUBLIC_ORIGIN: {
      default: "on loopback: `localhost` and `127.0.0.1` at `PORT`",
      meaning:
        "the one origin that browsers use. Required where `HOST` is not loopback and for `next start`; `https://` except on loopback",
    },
    TRUSTED_PROXIES: {
      meaning:
        "addresses and ranges of the proxies in front, separated by commas (`10.0.0.7,fd00::/8`). Only their `X-Forwarded-For` is believed, for sign-in limits and the log. Without it, everybody behind a proxy shares the proxy's address",
    },
  },
  "The API": {
    PROVISIONING_BASE_URL: {
      default: "none: demo mode",
      meaning: "the API's base address, without `/v2` and `/sandbox`; `https://` except on loopback",
    },
    PROVISIONING_ALLOW_HTTP: {
      default: "`false`",
      meaning:
        "`true` allows a base address with `http://` elsewhere: the API's secret then crosses the network unencrypted",
    },
    PROVISIONING_PRODUCTION_KEY_ID: { meaning: "with its secret: the key pair that enables production" },
    PROVISIONING_PRODUCTION_SECRET: { meaning: "the secret of production's key" },
    PROVISIONING_SANDBOX_KEY_ID: {
      meaning: "with its secret: the key pair that enables the sandbox. At least one of the two pairs is required",
    },
    PROVISIONING_SANDBOX_SECRET: { meaning: "the secret of the sandbox's key" },
    PROVISIONING_NUMBERS_PATH: {
      default: "`/numbers`",
      meaning: "the path of the list of numbers, which the specification does not show",
    },
    PROVISIONING_ATTEMPT_SECONDS: {
      meaning: "for a slow API: how long one request may take until its answer is whole (1 to 60)",
    },
    PROVISIONING_CALL_SECONDS: {
      meaning:
        "how long a whole call with its repeats may take (5 to 120, not less than one request). A write that its process has left is taken over after four times as long",
    },
    PROVISIONING_PLANS: {
      meaning:
        "plans that forms offer, separated by commas, in the order in which forms and the overview show them. Plans seen in the API's answers are offered too, in the API's spelling where a configured one differs from it only in letter case, blanks or punctuation; others can be typed",
    },
    PROVISIONING_TERMS: { meaning: "the same for terms" },
    PROVISIONING_HARDWARE_ONLY_PLANS: {
      default: 'plans whose name contains "hardware"',
      meaning: "plans that need no administrator e-mail; letter case, blanks and punctuation make no difference",
    },
  },
  Store: {
    DATABASE_URL: {
      default: "`sqlite:` and `console.db` in `DATA_DIR`",
      meaning:
        "the console's store; `postgres://…` for several replicas. Demo mode always uses `demo.db` in `DATA_DIR`",
    },
    DATABASE_POOL_SIZE: {
      default: "`10`",
      meaning: "PostgreSQL connections of one process, 1 to 500. If the server gives fewer, requests wait for one",
    },
    DATA_DIR: { meaning: "the folder of SQLite files and of demo mode's data" },
    MIGRATE: {
      default: "`auto`",
      meaning:
        "`auto`: a start applies pending migrations of the store. `never`: it refuses to start while there are any, until `bin/switchboard migrate` has applied them ([guide](upgrade.md))",
    },
    AUDIT_RETENTION_DAYS: {
      default: "keep everything",
      meaning:
        "after how many days (30 to 36500) audit events are removed. They hold names, e-mail addresses, IP addresses and company names: set the days that your data protection rules allow. Events that wait for the push are kept until they are delivered",
    },
    OPERATIONS_RETENTION_DAYS: {
      default: "keep everything",
      meaning: "the same for operations, with finished bulk changes",
    },
    KNOWN_CUSTOMERS: {
      meaning:
        "`on`: what the API's answers show of customers is kept with its age, for filters, history and outages ([what is kept](personal-data.md)). `off`: only ID, name and creation of customers seen in the last 24 hours are kept, to find a customer by its ID",
    },
    KNOWN_RETENTION_DAYS: {
      meaning:
        "after how many days (30 to 36500) earlier states of customers are removed, and customers that are deleted or no longer returned",
    },
  },
  "Known customers": {
    KNOWN_MAX_AGE_HOURS: {
      meaning:
        "within how many hours (1 to 720) each customer is read again in the background, as far as `KNOWN_CALLS_PER_MINUTE` allows",
    },
    KNOWN_CALLS_PER_MINUTE: {
      meaning:
        "how many calls a minute (0 to 600) reading all customers in the background may cost the API in each environment, however many replicas run. `0`: only people's own lists and searches are kept",
    },
  },
  People: {
    SESSION_SECRET: {
      default: "demo mode makes its own",
      meaning:
        "1 to 5 random secrets of at least 32 characters, separated by commas: the first seals cookies, all unseal them ([rotation](secrets.md))",
    },
    BOOTSTRAP_ADMIN_EMAIL: { meaning: "with its password: creates the first administrator if there is none" },
    BOOTSTRAP_ADMIN_PASSWORD: { meaning: "at least 12 characters, not easy to guess" },
    SMTP_URL: {
      meaning:
        "`smtp://` or `smtps://` address of the mail server that sends invitations and resets; without it, links are only shown",
    },
    SMTP_FROM: {
      default: "`switchboard@` and the host of `PUBLIC_ORIGIN`",
      meaning: "the sender of these messages",
    },
  },
  "Changes and tickets": {
    PLANNED_GRACE_MINUTES: {
      meaning: "how long after its time a planned change may still run when nothing could run before (5 to 1440)",
    },
    PLANNED_TEMPORARY_DAYS: { meaning: "how long a temporary change may last (1 to 365)" },
    TICKET_PATTERN: {
      default: "every ticket",
      meaning:
        "a regular expression (without lookarounds and backreferences) that a ticket of a write must match as a whole, such as `INC-[0-9]+`",
    },
    TICKET_URL: {
      default: "no link",
      meaning: "where a ticket leads: an address with `{ticket}`, such as `https://desk.example/tickets/{ticket}`",
    },
  },
  "The audit log": {
    AUDIT_CHAIN_KEY: {
      default: "demo mode makes its own",
      meaning:
        "1 to 50 random keys of at least 32 characters, separated by commas: the first signs each row of the audit log, all are known when it is verified. Without it the console starts and warns: somebody who can write to the database could write the whole log again. [What the log proves](audit-log.md), [rotation](secrets.md#audit_chain_key)",
    },
    AUDIT_CHAIN_LOST_KEY: {
      meaning:
        "the ID of a key that nobody has any more: the log is closed and goes on with the first key of `AUDIT_CHAIN_KEY`",
    },
    AUDIT_PUSH_URL: {
      meaning:
        "where every audit event is sent by `POST`, in order and at least once: a repeat has the same `webhook-id`. Off this machine the address must begin with `https://`",
    },
    AUDIT_PUSH_SECRET: {
      meaning:
        "signs what is sent there by [Standard Webhooks](https://www.standardwebhooks.com); 32 characters or more",
    },
  },
  Notifications: {
    NOTIFICATION_URL: {
      meaning: "where it is sent by `POST` what newly needs a person: [the notification endpoint](notifications.md)",
    },
    NOTIFICATION_SECRET: { meaning: "signs what is sent there, in the same way as the audit push" },
  },
  Watching: {
    METRICS_TOKEN: {
      default: "none: no metrics",
      meaning: "opens `GET /api/metrics` for Prometheus, sent as a bearer token; 32 characters or more",
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      default: "none: no traces",
      meaning:
        "the address of a collector that takes OTLP over HTTP, without `/v1/traces`: requests, pages and calls at the API are sent there as traces of OpenTelemetry, without searches, names and tokens. `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_SERVICE_NAME` are followed too",
    },
    LOG_LEVEL: {
      default: "`info`; `warn` in demo mode",
      meaning:
        "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. At `info`, one line for each request; never a key, token or password",
    },
    DRAIN_PAUSE: {
      meaning:
        "seconds (0 to 60) between SIGTERM and the closing of the listener, while `GET /api/ready` already says 503: [several replicas](deployment.md)",
    },
  },
} as const satisfies Record<string, Record<string, VariableText>>;

const texts: Readonly<Record<Documented, VariableText>> = Object.assign({}, ...Object.values(sections));

function defaultOf(name: Documented): string {
  const own = texts[name].default;
  if (own !== undefined) return own;
  const { data } = variablesSchema.shape[name].safeParse(undefined);
  return data === undefined ? "none" : `\`${data}\``;
}

const inFiles: readonly string[] = fileVariables;

function rowOf(name: Documented): string {
  const names = inFiles.includes(name) ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``;
  return `| ${names} | ${defaultOf(name)} | ${texts[name].meaning} |`;
}

/** The content of docs/guide/configuration.md. A test compares this text with the file. */
export function configurationGuide(): string {
  const parts = Object.entries(sections).map(([title, variables]) =>
    [
      `## ${title}`,
      "",
      "| Variable | Default | Meaning |",
      "|---|---|---|",
      ...Object.keys(variables).map((name) => rowOf(name as Documented)),
    ].join("\n"),
  );
  return [
    "# Configuration",
    "Environment variables of the console, also from a file `.env`. This page is made from `server/bff/config/configuration-guide.ts`. All variables are checked at start; one message names every problem, and nothing starts. A misspelt variable is named in the log. A variable with `_FILE` names a file that holds the value. `.env.example` lists all of them; those of the provisioning service alone, `API_…`, are in `server/provisioning/README.md`.",
    ...parts,
    "## Single sign-on",
    "`OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET`, `OIDC_ROLE_CLAIM` and others set one provider, `OIDC_PROVIDERS` several: [single sign-on](single-sign-on.md).",
    "",
  ].join("\n\n");
}
