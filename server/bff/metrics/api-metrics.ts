import { Counter, Gauge, type Registry } from "prom-client";
import { availabilitySchema } from "#lib/contract/console/availability.ts";
import type { MetricSources } from "./metric-sources.ts";

const breakerStates = ["closed", "open", "half-open"] as const;

/** Registers metrics of the API's state in each environment, as this process observes it. */
export function registerApiMetrics(registers: Registry[], currentSources: () => MetricSources | undefined): void {
  const states = () => [...(currentSources()?.clients.values() ?? [])].map((client) => client.status());
  const secondsTo = (instant: string | undefined) =>
    instant === undefined ? undefined : (Date.parse(instant) - (currentSources()?.clock.now() ?? 0)) / 1_000;

  new Gauge({
    name: "switchboard_api_availability",
    help: "1 for what the API is just now: available, paused, down, being probed or refusing the key.",
    labelNames: ["environment", "availability"],
    registers,
    collect() {
      for (const { environment, availability } of states()) {
        for (const one of availabilitySchema.options) {
          this.set({ environment, availability: one }, one === availability ? 1 : 0);
        }
      }
    },
  });
  new Gauge({
    name: "switchboard_api_breaker",
    help: "1 for the state of the breaker: closed, open or half-open.",
    labelNames: ["environment", "state"],
    registers,
    collect() {
      for (const { environment, breaker } of states()) {
        for (const state of breakerStates) this.set({ environment, state }, state === breaker.state ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: "switchboard_api_token_age_seconds",
    help: "The age of the API's token; absent where there is none.",
    labelNames: ["environment"],
    registers,
    collect() {
      this.reset();
      for (const { environment, token } of states()) {
        const ahead = secondsTo(token.obtainedAt);
        if (ahead !== undefined) this.set({ environment }, Math.max(0, -ahead));
      }
    },
  });
  new Gauge({
    name: "switchboard_api_token_remaining_seconds",
    help: "How long the API's token is still valid; absent where there is none.",
    labelNames: ["environment"],
    registers,
    collect() {
      this.reset();
      for (const { environment, token } of states()) {
        const left = secondsTo(token.expiresAt);
        if (left !== undefined) this.set({ environment }, Math.max(0, left));
      }
    },
  });
  new Gauge({
    name: "switchboard_api_queue",
    help: "Calls of the API that run, and that wait for their turn.",
    labelNames: ["environment", "state"],
    registers,
    collect() {
      for (const { environment, queue } of states()) {
        this.set({ environment, state: "running" }, queue.running);
        this.set({ environment, state: "waiting" }, queue.waiting);
      }
    },
  });
  new Gauge({
    name: "switchboard_api_failures_in_row",
    help: "Requests to the API that failed one after the other, up to now.",
    labelNames: ["environment"],
    registers,
    collect() {
      for (const { environment, failedInRow } of states()) this.set({ environment }, failedInRow);
    },
  });
  new Counter({
    name: "switchboard_api_calls_total",
    help: "Calls of the API by what they cost it: sent, shared with an identical one, answered with the last good answer.",
    labelNames: ["environment", "how"],
    registers,
    collect() {
      this.reset();
      for (const { environment, reads, writes, merged, stale } of states()) {
        this.inc({ environment, how: "sent" }, Math.max(0, reads + writes - merged - stale));
        this.inc({ environment, how: "shared" }, merged);
        this.inc({ environment, how: "stale" }, stale);
      }
    },
  });
  new Counter({
    name: "switchboard_api_repeats_total",
    help: "Attempts after a call's first.",
    labelNames: ["environment"],
    registers,
    collect() {
      this.reset();
      for (const { environment, repeats } of states()) this.inc({ environment }, repeats);
    },
  });
  new Counter({
    name: "switchboard_api_tokens_total",
    help: "Tokens that were obtained.",
    labelNames: ["environment"],
    registers,
    collect() {
      this.reset();
      for (const { environment, token } of states()) this.inc({ environment }, token.minted);
    },
  });
  new Gauge({
    name: "switchboard_api_differences",
    help: "Differences between the API's answers and the contract that nobody has decided about.",
    labelNames: ["environment", "severity"],
    registers,
    collect() {
      this.reset();
      for (const { count, ...labels } of currentSources()?.behaviourKeeper.figures() ?? []) this.set(labels, count);
    },
  });
}
