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
    HOST: { meaning: "the address where the console listens" },
    PORT: { meaning: "the port; `0` lets the system choose" },
    PUBLIC_ORIGIN: {
      default: "on loopback: `localhost` and `127.0.0.1` at `PORT`",
      meaning:
        "the one origin that browsers use. Required if `HOST` is not loopback, and for `next start`; `https://` except on loopback",
    },
    TRUSTED_PROXIES: {
      meaning:
        "addresses and ranges of the proxies in front, separated by commas (`10.0.0.7,fd00::/8`). For sign-in limits and the log, the console uses `X-Forwarded-For` only from these proxies. Without the variable, everybody behind a proxy shares the proxy's address",
    },
  },
  "Reporting security problems": {
    SECURITY_CONTACT: {
      default: "none: no such file",
      meaning:
        "where people report security problems with this installation: e-mail addresses, `https://` pages or `tel:` numbers, separated by commas, the preferred one first. `/.well-known/security.txt` names them",
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
        "`true` allows `http://` also if the API is not on loopback: then the API's secret crosses the network unencrypted",
    },
    PROVISIONING_PRODUCTION_KEY_ID: { meaning: "the key ID for production; with its secret, it enables production" },
    PROVISIONING_PRODUCTION_SECRET: { meaning: "the secret of this key" },
    PROVISIONING_SANDBOX_KEY_ID: {
      meaning:
        "the key ID for the sandbox; with its secret, it enables the sandbox. At least one of the two key pairs is required",
    },
    PROVISIONING_SANDBOX_SECRET: { meaning: "the secret of this sandbox key" },
    PROVISIONING_NUMBERS_PATH: {
      default: "`/numbers`",
      meaning: "the path of the list of numbers, which the specification does not show",
    },
    PROVISIONING_ATTEMPT_SECONDS: {
      meaning: "for a slow API: how many seconds one request may take until its answer is complete (1 to 60)",
    },
    PROVISIONING_CALL_SECONDS: {
      meaning:
        "how many seconds a whole call with its repeats may take (5 to 120, not less than one request). If a process dies during a write, another replica takes the write over after four times this value",
    },
    PROVISIONING_PLANS: {
      meaning:
        "plans that forms offer, separated by commas, in the order in which forms and the overview show them. Plans seen in the API's answers are offered too. If a configured plan differs from one of them only in letter case, blanks or punctuation, the API's spelling is used. Other plans can be typed",
    },
    PROVISIONING_TERMS: { meaning: "the same for terms" },
    PROVISIONING_HARDWARE_ONLY_PLANS: {
      default: 'plans whose name contains "hardware"',
      meaning: "plans that need no administrator e-mail; letter case, blanks and punctuation make no difference",
    },
    READ_AHEAD: {
      meaning:
        "`on`: when a person has looked at a page of customers for two seconds and the API has nothing else to do, the list loads its next page: at most one more call for each page that somebody looks at. `off`: it loads the next page only when a person points at the button",
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
        "`auto`: the console applies pending migrations of the store when it starts. `never`: the console refuses to start until `bin/switchboard migrate` has applied them ([guide](upgrade.md))",
    },
    AUDIT_RETENTION_DAYS: {
      default: "keep everything",
      meaning:
        "after how many days (30 to 36500) audit events are removed. They contain names, e-mail addresses, IP addresses and company names, so set the number of days that your data protection rules allow. Events that wait for the audit push are kept until they are delivered",
    },
    OPERATIONS_RETENTION_DAYS: {
      default: "keep everything",
      meaning: "the same for operations, including finished bulk changes",
    },
    KNOWN_CUSTOMERS: {
      meaning:
        "`on`: Switchboard stores what the API's answers show about customers, with its age, for filters, history and outages ([what is stored](personal-data.md)). `off`: it stores only ID, name and creation of customers seen in the last 24 hours, to find a customer by its ID",
    },
    KNOWN_RETENTION_DAYS: {
      meaning:
        "after how many days (30 to 36500) Switchboard removes earlier states of customers, and customers that are deleted or that the API no longer returns",
    },
  },
  "Known customers": {
    KNOWN_MAX_AGE_HOURS: {
      meaning:
        "within how many hours (1 to 720) each customer is read again in the background, as far as `KNOWN_CALLS_PER_MINUTE` allows",
    },
    KNOWN_CALLS_PER_MINUTE: {
      meaning:
        "how many calls a minute (0 to 600) the background reading of all customers may make in each environment, for all replicas together. `0`: no background reading; only customers from people's own lists and searches are stored",
    },
  },
  People: {
    SESSION_SECRET: {
      default: "demo mode makes its own",
      meaning:
        "1 to 5 random secrets of at least 32 characters, separated by commas: the first encrypts cookies, and all of them can decrypt cookies ([rotation](secrets.md))",
    },
    BOOTSTRAP_ADMIN_EMAIL: { meaning: "with its password: creates the first administrator if there is none" },
    BOOTSTRAP_ADMIN_PASSWORD: { meaning: "at least 12 characters, not easy to guess" },
    SMTP_URL: {
      meaning:
        "`smtp://` or `smtps://` address of the mail server that sends invitations, resets and people's notifications; without it, links are only shown",
    },
    SMTP_FROM: {
      default: "`switchboard@` and the host of `PUBLIC_ORIGIN`",
      meaning: "the sender of these messages",
    },
  },
  "Changes and tickets": {
    PLANNED_GRACE_MINUTES: {
      meaning:
        "how many minutes after its time a planned change may still run, if it could not run earlier (5 to 1440)",
    },
    PLANNED_TEMPORARY_DAYS: { meaning: "how many days a temporary change may last (1 to 365)" },
    TICKET_PATTERN: {
      default: "every ticket",
      meaning:
        "a regular expression (without lookarounds and backreferences) that a ticket of a write must match as a whole, such as `INC-[0-9]+`",
    },
    TICKET_URL: {
      default: "no link",
      meaning: "the address that a ticket links to, with `{ticket}`, such as `https://desk.example/tickets/{ticket}`",
    },
  },
  "The audit log": {
    AUDIT_CHAIN_KEY: {
      default: "demo mode makes its own",
      meaning:
        "1 to 50 random keys of at least 32 characters, separated by commas: the first signs each new row of the audit log, and all of them can verify rows. Without a key the console starts and warns that somebody who can write to the database could rewrite the whole log. [What the log proves](audit-log.md), [rotation](secrets.md#audit_chain_key)",
    },
    AUDIT_CHAIN_LOST_KEY: {
      meaning:
        "the ID of a key that nobody has any more: the console closes the log so far, and signs new rows with the first key of `AUDIT_CHAIN_KEY`",
    },
    AUDIT_PUSH_URL: {
      meaning:
        "the address that gets every audit event by `POST`, in order and at least once: a repeat has the same `webhook-id`. An address on another machine must begin with `https://`",
    },
    AUDIT_PUSH_SECRET: {
      meaning:
        "signs these events according to [Standard Webhooks](https://www.standardwebhooks.com); 32 characters or more",
    },
  },
  Notifications: {
    NOTIFICATION_URL: {
      meaning:
        "the address that gets a `POST` when something new needs a person: [the notification endpoint](notifications.md)",
    },
    NOTIFICATION_SECRET: { meaning: "signs the notifications, in the same way as the audit push" },
  },
  "Scheduled exports": {
    EXPORT_URL: {
      meaning:
        "the endpoint that gets files of [scheduled exports](scheduled-exports.md) by `POST`, if this is chosen for the export. An address on another machine must begin with `https://`",
    },
    EXPORT_SECRET: { meaning: "signs these files, in the same way as the audit push" },
    EXPORT_DAYS: { meaning: "for how many days (1 to 90) a file is kept for download" },
    EXPORT_STORE_MB: {
      meaning:
        "how many megabytes (1 to 10240) all files of an environment may use in the store. If there is no space for a new file, the run fails and the older files are kept",
    },
  },
  Watching: {
    METRICS_TOKEN: {
      default: "none: no metrics",
      meaning: "the bearer token with which Prometheus reads `GET /api/metrics`; 32 characters or more",
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      default: "none: no traces",
      meaning:
        "the address of a collector that takes OTLP over HTTP, without `/v1/traces`: requests, pages and calls to the API are sent there as traces of OpenTelemetry, without searches, names and tokens. `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_SERVICE_NAME` are used too",
    },
    LOG_LEVEL: {
      default: "`info`; `warn` in demo mode",
      meaning:
        "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. At `info` the log has one line for each request. It never contains a key, token or password",
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
    "These are the environment variables of the console. They can also be in a file `.env`. This page is generated from `server/bff/config/configuration-guide.ts`. The console checks all variables at start. If there are problems, one message names all of them, and the console does not start. The log names misspelt variables. A variable with `_FILE` names a file that contains the value. `.env.example` lists all variables; `server/provisioning/README.md` describes those of the provisioning service, `API_…`.",
    ...parts,
    "## Single sign-on",
    "`OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET`, `OIDC_ROLE_CLAIM` and others configure one provider. `OIDC_PROVIDERS` lists several: [single sign-on](single-sign-on.md).",
    "",
  ].join("\n\n");
}
