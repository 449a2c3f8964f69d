import { EventEmitter } from "node:events";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import type { Reading } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { UpstreamCustomerQuery } from "#server/api-client/endpoints/list-customers.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { CoreServices, StoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createHourlyCleaner } from "#server/bff/core/queues/hourly-cleaner.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { createCountsWorker } from "./counts-worker.ts";
import { elsewhereAttention } from "./elsewhere-attention.ts";
import { createFillingReports } from "./filling/describe-filling.ts";
import { createFilling } from "./filling/filling.ts";
import { createKnownIndex } from "./index/known-index.ts";
import { createKnownCustomers } from "./known-customers.ts";
import { createKnownNumbers } from "./known-numbers.ts";
import type { KnownServices } from "./known-services.ts";
import { knownPolicyRoutes } from "./policy-routes.ts";
import { knownRoutes } from "./routes.ts";

interface Needs extends StoreServices, Pick<CoreServices, "clients" | "callTimeoutMs"> {
  env: Pick<ConsoleEnv, "knownCustomers" | "filling">;
  replicaID: string;
  root: string;
  extendClients(extend: (client: ApiClient, environment: Environment) => ApiClient): void;
}

/** The pause between two flushes, in milliseconds. This pause and the size of a flush limit the load on the store. */
const flushEveryMs = 1_000;

/** The pause between two reads of the rows that other replicas have stored, in milliseconds. */
const indexEveryMs = 5_000;

/** Remembers the customers of every list that an API client returns. */
export const knownModule = {
  name: "known",
  routes: [...knownRoutes, ...knownPolicyRoutes] as const,
  attention: [elsewhereAttention],
  create(needs: Needs): MadeRoom<KnownServices> {
    const { store, clock, log, env, clients, replicaID, extendClients } = needs;
    const { isOn, retentionDays } = env.knownCustomers;
    const contractValueEvents: KnownServices["contractValueEvents"] = new EventEmitter();
    const knownIn = (environment: Environment) =>
      createKnownCustomers(environment, {
        store,
        keepsStates: isOn,
        retentionMs: retentionDays * dayMs,
        async keepValues(values) {
          await store.contractValues.add(environment, values, clock.now());
          contractValueEvents.emit("added");
        },
      });
    const known = { production: knownIn("production"), sandbox: knownIn("sandbox") };
    const numbersIn = (environment: Environment) => createKnownNumbers(environment, store);
    const knownNumbers = { production: numbersIn("production"), sandbox: numbersIn("sandbox") };
    const knownIndex = createKnownIndex(needs);
    extendClients((client, environment) => ({
      ...client,
      async listCustomers(query, call) {
        let reading: Reading | undefined;
        const onReading = (read: Reading) => {
          reading = read;
          call.onReading?.(read);
        };
        const page = await client.listCustomers(query, { ...call, onReading });
        if (reading) known[environment].note(page.customers, reading);
        if (reading && isWholeList(query)) knownIndex.noteTotal(environment, page.total);
        return page;
      },
      async listNumbers(query, call) {
        if (!isOn) return client.listNumbers(query, call);
        let reading: Reading | undefined;
        const onReading = (read: Reading) => {
          // A list of an API without pagination may take two calls. The rows are from both answers, so `sentMs` is the
          // start of the first call.
          reading = { ...read, sentMs: reading?.sentMs ?? read.sentMs };
          call.onReading?.(read);
        };
        const page = await client.listNumbers(query, { ...call, onReading });
        if (reading) knownNumbers[environment].note(page.numbers, query.offset, reading);
        return page;
      },
    }));
    const filling =
      isOn && env.filling.callsPerMinute > 0
        ? createFilling(needs, { clients, known, replicaID, rules: env.filling })
        : null;
    let isFailing = false;
    const writer = createIntervalWorker(needs, {
      name: "known-customers",
      everyMs: flushEveryMs,
      async run() {
        for (const environment of environments) {
          await known[environment].flush();
          await knownNumbers[environment].flush();
        }
        isFailing = false;
      },
      report(error) {
        // Logs the first failure only, not one for every second while the store fails.
        if (!isFailing) log.warn({ error: describeCause(error) }, "known customers could not be stored");
        isFailing = true;
      },
    });
    const removeEnded = async (beforeMs: number) =>
      (await store.knownCustomers.removeEnded(beforeMs)) + (await store.knownNumbers.removeOld(beforeMs));
    const cleaner = createHourlyCleaner(needs, {
      name: "known-cleaner",
      what: "known customers",
      remove: (nowMs) => (isOn ? removeEnded(nowMs - retentionDays * dayMs) : store.knownCustomers.removeStates(nowMs)),
    });
    let isIndexFailing = false;
    const indexReader = createIntervalWorker(needs, {
      everyMs: indexEveryMs,
      async run() {
        await knownIndex.keepCurrent();
        isIndexFailing = false;
      },
      report(error) {
        if (!isIndexFailing)
          log.warn({ error: describeCause(error) }, "the index of known customers was not refreshed");
        isIndexFailing = true;
      },
    });
    const fillingReports = createFillingReports(needs, filling !== null);
    const counts = createCountsWorker(needs, async (environment) =>
      (await fillingReports.list()).find((report) => report.environment === environment),
    );
    const lastWriter = {
      start: writer.start,
      async close() {
        await writer.close();
        // If the store fails now, these customers are lost. Later answers of the API show them again.
        await Promise.allSettled(
          environments.flatMap((environment) => [known[environment].flushAll(), knownNumbers[environment].flush()]),
        );
      },
    };
    return {
      services: {
        known,
        knownIndex,
        isKnownOn: isOn,
        knownMaxAgeMs: env.filling.maxAgeMs,
        fillingReports,
        fillingCalls: () => filling?.calls() ?? new Map(),
        contractValueEvents,
      },
      workers: [cleaner, indexReader, ...(filling ? [filling] : []), ...(isOn ? [counts] : [])],
      lastWorkers: [lastWriter],
      close: knownIndex.close,
    };
  },
} satisfies RoomModule;

/** True for a query that lists all customers of an environment. */
const isWholeList = ({ datefrom, dateto, searchTerm, includeDeleted }: UpstreamCustomerQuery) =>
  datefrom === earliestDate && dateto === undefined && searchTerm === undefined && includeDeleted;
