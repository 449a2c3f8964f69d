import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { Counter, Gauge, type Registry } from "prom-client";
import type { MetricSources } from "./metric-sources.ts";

function memoryLimit(): number {
  const [limit, all] = [process.constrainedMemory(), totalmem()];
  return limit > 0 ? Math.min(limit, all) : all;
}

/** Registers metrics of the process itself. */
export function registerProcessMetrics(
  registers: Registry[],
  currentSources: () => MetricSources | undefined,
  { version, build }: { version: string; build: string },
): void {
  new Gauge({
    name: "switchboard_build_info",
    help: "Always 1; its labels say which version and build this process runs.",
    labelNames: ["version", "build"],
    registers,
  }).set({ version, build }, 1);
  new Gauge({
    name: "switchboard_memory_limit_bytes",
    help: "How much memory this process may use: the limit of its container, or what the machine has.",
    registers,
  }).set(memoryLimit());
  new Gauge({
    name: "switchboard_heap_limit_bytes",
    help: "How much memory Node's heap may use.",
    registers,
  }).set(getHeapStatistics().heap_size_limit);
  new Gauge({
    name: "switchboard_draining",
    help: "1 while this process is shutting down.",
    registers,
    collect() {
      this.set(currentSources()?.isDraining() ? 1 : 0);
    },
  });
  new Gauge({
    name: "switchboard_job_streams",
    help: "Open streams of live jobs.",
    registers,
    collect() {
      this.set(currentSources()?.liveJobs.figures().streams ?? 0);
    },
  });
  new Gauge({
    name: "switchboard_watched_jobs",
    help: "Jobs that open pages watch.",
    registers,
    collect() {
      this.set(currentSources()?.liveJobs.figures().jobs ?? 0);
    },
  });
  new Gauge({
    name: "switchboard_streamed_answers",
    help: "Answers that are sent while they are made: streams of jobs, exports and receipts.",
    registers,
    collect() {
      this.set(currentSources()?.openStreams.count() ?? 0);
    },
  });
  new Counter({
    name: "switchboard_held_writes_total",
    help: "Writes that this process did not send, because of a freeze or the change limit.",
    labelNames: ["environment", "hold"],
    registers,
    collect() {
      this.reset();
      for (const { environment, hold, total } of currentSources()?.heldWrites.list() ?? []) {
        this.inc({ environment, hold }, total);
      }
    },
  });
  new Gauge({
    name: "switchboard_sign_in_queue",
    help: "Passwords that are being checked, and that wait for it.",
    labelNames: ["state"],
    registers,
    collect() {
      const { running = 0, waiting = 0 } = currentSources()?.hashing.status() ?? {};
      this.set({ state: "running" }, running);
      this.set({ state: "waiting" }, waiting);
    },
  });
  registerWorkerMetrics(registers, currentSources);
}

function registerWorkerMetrics(registers: Registry[], currentSources: () => MetricSources | undefined): void {
  const workers = () => currentSources()?.workerRuns.list() ?? [];
  new Counter({
    name: "switchboard_worker_runs_total",
    help: "Runs of background workers that have ended.",
    labelNames: ["worker"],
    registers,
    collect() {
      this.reset();
      for (const { name, runs } of workers()) this.inc({ worker: name }, runs);
    },
  });
  new Counter({
    name: "switchboard_worker_failures_total",
    help: "Runs of background workers that have failed.",
    labelNames: ["worker"],
    registers,
    collect() {
      this.reset();
      for (const { name, failures } of workers()) this.inc({ worker: name }, failures);
    },
  });
  new Gauge({
    name: "switchboard_worker_last_run_timestamp_seconds",
    help: "When the last run of a background worker ended.",
    labelNames: ["worker"],
    registers,
    collect() {
      for (const { name, endedAt } of workers()) if (endedAt !== undefined) this.set({ worker: name }, endedAt / 1_000);
    },
  });
  new Gauge({
    name: "switchboard_worker_sign_timestamp_seconds",
    help: "When a background worker last showed that it is not stuck: it began or ended a run, or its pause went on.",
    labelNames: ["worker"],
    registers,
    collect() {
      for (const { name, signAt } of workers()) this.set({ worker: name }, signAt / 1_000);
    },
  });
  new Gauge({
    name: "switchboard_worker_interval_seconds",
    help: "The pause between two runs of a background worker.",
    labelNames: ["worker"],
    registers,
    collect() {
      for (const { name, everyMs } of workers()) this.set({ worker: name }, everyMs / 1_000);
    },
  });
}
