import { randomUUID } from "node:crypto";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";

const everyMs = 15_000;

/** The query with the smallest possible answer: one customer. */
const query = {
  limit: 1,
  offset: 0,
  sort: "created",
  ascending: false,
  datefrom: "1970-01-01",
  includeDeleted: false,
} as const;

/**
 * Reads one customer from each API that was down or that refused the key, even if nobody uses the console. Without this
 * read, the API would count as down for ever and its alert would never end. The read waits for pauses like any other
 * read.
 */
export function createApiProber(services: CoreServices): IntervalWorker {
  const { clients } = services;
  const worker = createIntervalWorker(services, {
    name: "api-prober",
    everyMs,
    async run() {
      const probedClients = [...clients.values()].filter((client) =>
        ["probing", "key_refused"].includes(client.status().availability),
      );
      await Promise.all(
        probedClients.map((client) => {
          const call = { requestID: randomUUID(), caller: "api-prober", isBackground: true, fresh: true };
          // Errors are ignored here, because the client's own status already reports them.
          return client.listCustomers(query, { ...call, signal: worker.signal }).catch(() => {});
        }),
      );
    },
    report: () => {},
  });
  return worker;
}
