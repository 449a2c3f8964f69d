import type { ConsoleHealth, ReplicaReport } from "#lib/contract/console/console-health.ts";
import type { FillingReport } from "#lib/contract/console/filling.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { OutboxName } from "#lib/contract/values/console/outbox-names.ts";
import { places } from "#lib/places.ts";

type Availability = ReplicaReport["api"][number]["availability"];

/** The names of background workers. If a worker has no name here, its ID is shown. */
const workerNames: Readonly<Record<string, string>> = {
  reconciler: "Resolving unknown outcomes",
  verifier: "Verifying accepted changes",
  "job-tracker": "Following jobs",
  "bulk-runner": "Bulk changes",
  "import-runner": "Imports",
  "import-cleaner": "Removing files of imports",
  "planned-runner": "Planned changes",
  "planned-ends-soon": "Telling people what ends soon",
  "audit-push": "Audit push",
  "refusal-recorder": "Recording refused requests",
  retention: "Removing old records",
  "assignment-cleaner": "Removing old assignments",
  "draft-cleaner": "Removing old drafts",
  "snooze-cleaner": "Removing old snoozes",
  "api-prober": "Checking whether the API answers again",
  "attention-notifier": "Finding what needs a person",
  "notification-push": "Sending notifications",
  "own-notifications": "Sending people’s notifications",
  "own-notification-cleaner": "Removing old notifications of people",
  heartbeat: "Reporting to this page",
  "known-customers": "Keeping known customers",
  "known-cleaner": "Removing old known customers",
  "known-filling": "Reading all customers",
  "known-counts": "Counting known customers",
  "api-profile": "Learning the API behaviour",
};

export const workerName = (name: string): string => workerNames[name] ?? name;

export const consoleHealthTexts = {
  title: places.consoleHealth.title,
  explained: "How Switchboard itself runs: its server processes, its database and its work in the background.",
  inOrder: "Everything is in order",
  needsAttention: (count: number, shown: string) =>
    count === 1 ? "1 thing needs attention" : `${shown} things need attention`,
  findings: {
    silent: (host: string) =>
      `${host} has not reported for more than 30 seconds. It was stopped the hard way, or it cannot reach the database.`,
    oldNode: (version: string, floor: string) =>
      `Node ${version} runs, which is older than ${floor}, the oldest one without known faults. Build the image with a newer Node: see docs/advisories.md.`,
    nearLimit: {
      memory: (host: string) =>
        `${host} uses most of its container's memory. Restart it at a convenient time, or raise the limit.`,
      heap: (host: string) =>
        `${host} uses most of the memory that Node may use. Restart it at a convenient time, or raise --max-old-space-size in NODE_OPTIONS.`,
    },
    versions: "Several builds of Switchboard are running. During an upgrade this is normal; afterwards it is not.",
    pending: "The database is older than this version. Run bin/switchboard migrate.",
    unknownMigrations: "A newer version has changed the database. Finish the upgrade, or restore a backup to go back.",
    auditKey:
      "The audit log is written without a key: somebody who can write to the database can write it again and nobody would notice. Set AUDIT_CHAIN_KEY on every replica.",
    worker: (work: string, host: string) => `${work} fails on ${host}. The log of that process says why.`,
    api: (environment: Environment, state: string) => `The API in ${environment}: ${state}.`,
    late: (environment: Environment) =>
      `Jobs in ${environment} have not been read for three minutes although they are due.`,
    notifications: (problem: string) => `The notification endpoint is failing. ${problem}`,
    givenUp: (count: number, shown: string) =>
      `${count === 1 ? "1 notification was" : `${shown} notifications were`} given up in the last 24 hours: the receiver did not accept them for 3 days.`,
    auditPush: (problem: string) => `The audit push is failing. ${problem}`,
    stopped: (names: string) => `Stopped since the restore, so nothing is sent: ${names}.`,
    connections: "Requests wait for a connection to PostgreSQL.",
  },
  replicas: "Replicas",
  replica: "Replica",
  copyReplicaID: "Copy replica ID",
  answering: "answered this page",
  state: "State",
  states: { running: "Running", draining: "Shutting down", silent: "No report" },
  version: "Version",
  buildTitle: (build: string, node: string) => `Build ${build}, Node ${node}`,
  runningFor: "Running for",
  seen: "Last report",
  memory: "Memory",
  eventLoop: "Delay (p99)",
  eventLoopExplained: "How long the process was too busy to react, in the last ten seconds",
  milliseconds: (shown: string) => `${shown} ms`,
  streams: "Live pages",
  signIns: "Sign-ins waiting",
  unreadable: "Another version; it does not report in this form",
  noReplicas: "No process has reported yet.",
  api: "API",
  noApi: "No process has reported yet.",
  environment: "Environment",
  environments: { production: "Production", sandbox: "Sandbox" },
  availabilities: {
    available: "Available",
    paused: "Requests are paused",
    down: "Not responding",
    probing: "Checking",
    key_refused: "API key refused",
  } satisfies Readonly<Record<Availability, string>>,
  queue: "Requests",
  queued: (running: string, waiting: string) => `${running} running, ${waiting} waiting`,
  token: "Token",
  tokens: { none: "None yet", valid: "Valid", expired: "Expired" },
  work: "Background work",
  worker: "Worker",
  lastRun: "Last run",
  took: "Took",
  every: "Runs at least every",
  result: "Result",
  succeeded: "Succeeded",
  failed: "Failed",
  notYet: "Not yet",
  noWorkers: "No process has reported yet.",
  waiting: "Waiting work",
  noWork: "No environment is configured.",
  followedJobs: "Jobs followed",
  lateJobs: "Overdue",
  unresolved: "Outcome unknown, being checked",
  bulks: "Bulk changes running",
  imports: "Imports running",
  planned: "Planned changes open",
  known: "Known customers",
  fillingStates: {
    off: "Off",
    waiting: "No replica reads them",
    paused: "Paused",
    filling: "Reading all",
    current: "Kept current",
  } satisfies Readonly<Record<FillingReport["state"], string>>,
  fillingWindow: (window: string, windows: string) => `Reading all: part ${window} of ${windows}`,
  incomplete: (count: number, shown: string) =>
    count === 1 ? "1 part was incomplete" : `${shown} parts were incomplete`,
  coverage: "Known",
  knownOf: (known: string, total: string) => `${known} of ${total}`,
  oldestReading: "Oldest reading",
  notKnown: "Not known",
  callsLastHour: "Calls in the last hour",
  database: "Database",
  kind: "Kind",
  kinds: { sqlite: "SQLite", postgres: "PostgreSQL" },
  connections: "Connections here",
  connected: (open: string, idle: string, waiting: string) => `${open} open, ${idle} idle, ${waiting} waiting`,
  migrations: "Migrations applied",
  lastMigration: "Last migration",
  pendingMigrations: "Pending migrations",
  none: "None",
  unknownMigrations: "Migrations of a newer version",
  pushWaiting: (count: number, shown: string) => (count === 1 ? "1 event waits" : `${shown} events wait`),
  pushed: "Everything was accepted",
  pushStopped: (waiting: string) => `Stopped since the restore. ${waiting}`,
  outboxes: { "audit-push": "Audit push", notifications: "Notifications" } satisfies Readonly<
    Record<OutboxName, string>
  >,
  receivers: {
    title: "Messages to other systems",
    names: { "audit-push": "Audit push", notifications: "Notification endpoint" } satisfies Readonly<
      Record<OutboxName, string>
    >,
    off: {
      "audit-push": "Not configured: AUDIT_PUSH_URL is not set.",
      notifications: "Not configured: NOTIFICATION_URL is not set.",
    } satisfies Readonly<Record<OutboxName, string>>,
    send: "Send a test message",
    sending: "Sending…",
    accepted: "The receiver accepted the test message.",
  },
  stopped: {
    title: "Stopped since the restore",
    explained:
      "The backup had events that were not sent yet. Since then they may have been sent. Release sends all of them. Empty drops them and sends only what happened since the restore.",
    since: "Since",
    release: "Release",
    releaseOf: (name: string) => `Release: ${name}`,
    empty: "Empty",
    emptyOf: (name: string) => `Empty: ${name}`,
    released: (name: string) => `${name}: released.`,
    emptied: (name: string) => `${name}: emptied.`,
  },
  maintenance: "Maintenance",
  task: "Task",
  tasks: { backup: "Backup", restore: "Restore", retention: "Removal of old records" } satisfies Readonly<
    Record<ConsoleHealth["maintenance"][number]["kind"], string>
  >,
  ended: "Last ended",
  details: "Details",
  never: "Never recorded",
} as const;
