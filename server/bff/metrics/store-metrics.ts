import { setTimeout } from "node:timers/promises";
import { Counter, Gauge, type Registry } from "prom-client";
import { type FillingReport, fillingStates } from "#lib/contract/console/filling.ts";
import type { StoreFigures } from "#server/bff/store/console-health/figures.ts";
import { maintenanceKinds } from "#server/bff/store/console-health/maintenance.ts";
import type { MetricSources } from "./metric-sources.ts";

/** A value from the store. Null if the store cannot be read. Then only the metrics that need the store are missing. */
type Read<T> = Promise<T | null>;

const orNull = async <T>(read: Promise<T | undefined> | undefined): Read<T> =>
  (await Promise.race([read?.catch(() => null), setTimeout(maxReadMs, null, { ref: false })])) ?? null;

/**
 * How long a request for metrics waits for the store, in milliseconds. It is short: when the store does not answer, the
 * remaining metrics are especially important.
 */
const maxReadMs = 1_500;

/**
 * Registers the store's counts for all processes of the console, and the state of the store as this process observes
 * it.
 */
export function registerStoreMetrics(registers: Registry[], currentSources: () => MetricSources | undefined): void {
  // This gauge is registered before the metrics that read the store, because otherwise their own reads would be
  // counted.
  new Gauge({
    name: "switchboard_store_connections",
    help: "Connections to PostgreSQL: all, those without work, and callers that wait because all are in use. Absent with SQLite.",
    labelNames: ["state"],
    registers,
    collect() {
      const pool = currentSources()?.store.pool;
      if (!pool) return;
      this.set({ state: "open" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      // Callers count as waiting only if all connections are in use and no more can be opened.
      const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0;
      this.set({ state: "waiting" }, isFull ? pool.waitingCount : 0);
    },
  });
  new Gauge({
    name: "switchboard_store_up",
    help: "1 while the console's store can be written.",
    registers,
    async collect() {
      const check = currentSources()?.storeCheck.check();
      const isUp = await orNull(check?.then((problem) => problem === null));
      this.set(isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: "switchboard_last_maintenance_timestamp_seconds",
    help: "When the last backup, restore and removal of old records ended.",
    labelNames: ["kind"],
    registers,
    async collect() {
      this.reset();
      const runs = (await orNull(currentSources()?.store.maintenance.last())) ?? [];
      for (const kind of maintenanceKinds) {
        const run = runs.find((one) => one.kind === kind);
        if (run) this.set({ kind }, run.endedAt / 1_000);
      }
    },
  });
  registerPushMetrics(registers, currentSources);
  registerEmailMetric(registers, currentSources);
  registerFilling(registers, currentSources);
  registerFigures(registers, currentSources);
}

/** Registers how completely the customers are known, and how many calls were made to read them. */
function registerFilling(registers: Registry[], currentSources: () => MetricSources | undefined): void {
  let reading: Read<FillingReport[]> | undefined;
  const reports = async () => {
    reading ??= orNull(currentSources()?.fillingReports.list()).finally(() => {
      reading = undefined;
    });
    return (await reading) ?? [];
  };
  const gauges = [
    [
      "switchboard_known_customers",
      "Customers that are known; the same on every replica.",
      (one: FillingReport) => one.known,
    ],
    [
      "switchboard_known_api_customers",
      "Customers according to the API. Absent before its first answer.",
      (one: FillingReport) => one.total,
    ],
    [
      "switchboard_known_incomplete_windows",
      "Spans of creation days whose last reading did not return as many customers as the API has.",
      (one: FillingReport) => one.incomplete,
    ],
    [
      "switchboard_known_oldest_reading_timestamp_seconds",
      "Since when each customer has been read. Absent before the first answer.",
      (one: FillingReport) => (one.oldestSeenAt === undefined ? undefined : Date.parse(one.oldestSeenAt) / 1_000),
    ],
    [
      "switchboard_known_calls_last_hour",
      "Calls of the last hour that read all customers in the background, of all processes.",
      (one: FillingReport) => one.callsLastHour,
    ],
  ] as const;
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      labelNames: ["environment"],
      registers,
      async collect() {
        this.reset();
        for (const report of await reports()) {
          const value = read(report);
          if (value !== undefined) this.set({ environment: report.environment }, value);
        }
      },
    });
  }
  new Gauge({
    name: "switchboard_known_filling",
    help: "1 for the state of reading all customers: off, waiting, paused, filling or current.",
    labelNames: ["environment", "state"],
    registers,
    async collect() {
      this.reset();
      for (const { environment, state } of await reports()) {
        for (const one of fillingStates) this.set({ environment, state: one }, one === state ? 1 : 0);
      }
    },
  });
  new Counter({
    name: "switchboard_known_calls_total",
    help: "Calls of this process that read all customers in the background.",
    labelNames: ["environment"],
    registers,
    collect() {
      this.reset();
      for (const [environment, calls] of currentSources()?.fillingCalls() ?? []) this.inc({ environment }, calls);
    },
  });
}

/** Registers metrics of the pushes to external endpoints, and of the exports whose files are pushed. */
function registerPushMetrics(registers: Registry[], currentSources: () => MetricSources | undefined): void {
  const pushes = {
    audit_push: { events: "Audit events", state: () => currentSources()?.auditPush?.state() },
    notifications: { events: "Notifications", state: () => currentSources()?.notifications.state() },
    exports: { events: "Files of scheduled exports", state: () => currentSources()?.exportPush?.state() },
  } as const;
  for (const [name, { events, state }] of Object.entries(pushes)) {
    new Gauge({
      name: `switchboard_${name}_waiting`,
      help: `${events} that the receiver has not accepted yet. Absent where no receiver is configured.`,
      registers,
      async collect() {
        this.remove();
        const read = await orNull(state());
        if (read) this.set(read.waiting);
      },
    });
    new Gauge({
      name: `switchboard_${name}_failing`,
      help: `${events}: 1 while the receiver does not accept the next one. Absent where no receiver is configured.`,
      registers,
      async collect() {
        this.remove();
        const read = await orNull(state());
        if (read) this.set(read.problem === undefined ? 0 : 1);
      },
    });
  }
  new Gauge({
    name: "switchboard_exports_failing_schedules",
    help: "Scheduled exports that run, and whose newest run has failed or whose newest file was not sent.",
    labelNames: ["environment"],
    registers,
    async collect() {
      this.reset();
      for (const { environment, total } of (await orNull(currentSources()?.failingSchedules())) ?? []) {
        this.set({ environment }, total);
      }
    },
  });
  new Gauge({
    name: "switchboard_notifications_given_up",
    help: "Notifications that were given up in the last 24 hours, because the receiver had not accepted them.",
    registers,
    async collect() {
      this.remove();
      const read = await orNull(currentSources()?.notifications.state());
      if (read) this.set(read.givenUp);
    },
  });
}

/** Registers the metric of e-mails with people's notifications. */
function registerEmailMetric(registers: Registry[], currentSources: () => MetricSources | undefined): void {
  new Gauge({
    name: "switchboard_notification_emails_people",
    help: "People whose e-mails with notifications were not sent in the last 24 hours, or may not have arrived: waiting (tried again), failed or unknown. Absent without a mail server.",
    labelNames: ["state"],
    registers,
    async collect() {
      this.reset();
      const read = await orNull(currentSources()?.ownNotifications.emailProblems());
      if (!read) return;
      for (const state of ["waiting", "failed", "unknown"] as const) this.set({ state }, read[state]);
    },
  });
}

function registerFigures(registers: Registry[], currentSources: () => MetricSources | undefined): void {
  /** The read that all metrics of one request share. The first metric that needs the store starts this read. */
  let reading: Read<StoreFigures> | undefined;
  const figures = () => {
    reading ??= orNull(currentSources()?.store.figures.read(currentSources()?.clock.now() ?? 0)).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  new Gauge({
    name: "switchboard_operations",
    help: "Operations in the store by outcome, of all processes.",
    labelNames: ["environment", "outcome"],
    registers,
    async collect() {
      this.reset();
      for (const { environment, outcome, total } of (await figures())?.operations ?? []) {
        this.set({ environment, outcome }, total);
      }
    },
  });
  new Gauge({
    name: "switchboard_followed_jobs",
    help: "Jobs of operations that are read until they end, of all processes.",
    labelNames: ["environment"],
    registers,
    async collect() {
      this.reset();
      for (const { environment, total } of (await figures())?.followedJobs ?? []) this.set({ environment }, total);
    },
  });
  new Gauge({
    name: "switchboard_late_jobs",
    help: "Jobs of operations that no process has read for three minutes although they are due.",
    labelNames: ["environment"],
    registers,
    async collect() {
      this.reset();
      for (const { environment, late } of (await figures())?.followedJobs ?? []) this.set({ environment }, late);
    },
  });
  new Gauge({
    name: "switchboard_unresolved_operations",
    help: "Operations with unknown outcome that are still being checked.",
    labelNames: ["environment"],
    registers,
    async collect() {
      this.reset();
      for (const { environment, total } of (await figures())?.unresolved ?? []) this.set({ environment }, total);
    },
  });
  const stateGauges = [
    ["switchboard_bulk_changes", "Bulk changes by state, of all processes.", "bulks"],
    ["switchboard_imports", "Imports by state, of all processes.", "imports"],
    ["switchboard_planned_changes", "Planned changes that are not over by state, of all processes.", "planned"],
  ] as const;
  for (const [name, help, figure] of stateGauges) {
    new Gauge({
      name,
      help,
      labelNames: ["environment", "state"],
      registers,
      async collect() {
        this.reset();
        for (const { environment, state, total } of (await figures())?.[figure] ?? []) {
          this.set({ environment, state }, total);
        }
      },
    });
  }
}
