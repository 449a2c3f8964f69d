import type { Environment } from "#lib/contract/environment.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { operationAttention } from "#server/bff/operations/operation-attention.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";

export type Case = [name: string, work: () => Promise<unknown>];

const environment: Environment = "production";
const staffID = "staff-3";

const page = (limit: number) => ({ limit, offset: 0 });

/**
 * Returns the reads of the store that the pages of an environment make at the same time. The reads of the API are not
 * included.
 */
export function pageCases(store: ConsoleStore, nowMs: number): Case[] {
  const { operations, bulks, imports, planned, freezes, notes, marks } = store;

  const tray = () => [
    operations.list({ environment, staffID, withoutBulk: true, sinceMs: nowMs - dayMs }, page(50)),
    bulks.list({ environment, staffID }, page(10)),
    imports.list({ environment, staffID }, page(10)),
    store.currentTickets.find(staffID),
    store.ticketPolicy.read(),
  ];

  const overview = () => [
    operations.list({ environment }, page(6)),
    ...[7, 14].flatMap((days) => {
      const since = { environment, sinceMs: nowMs - days * dayMs };
      return [
        operations.list({ ...since, kind: "create-customer", outcomes: ["done"] }, page(0)),
        operations.list({ ...since, kind: "change-contract", outcomes: ["done"] }, page(0)),
        operations.list({ ...since, outcomes: ["failed", "unknown"] }, page(0)),
      ];
    }),
  ];

  const customer = (customerID: string) => [
    operations.creationsOf(environment, [customerID]),
    operations.list({ environment, customerID }, page(10)),
    // Reads the operations whose jobs may still run on the customer.
    operations.list({ environment, customerID }, page(100)),
    planned.list({ environment, customerIDs: [customerID], isOpen: true }, { ...page(1), sort: "at", ascending: true }),
    freezes.read(environment),
    notes.list({ environment, customerID }, page(10)),
    marks.of(environment, [customerID], staffID),
  ];

  const all = (reads: () => readonly Promise<unknown>[]) => () => Promise.all(reads());
  const attention = operationAttention({
    store,
    clock: { now: () => nowMs },
    operationJobs: { stuckSinceMs: async () => undefined },
    customerNames: { of: async () => new Map(), ofJobs: async () => new Map() },
  } as unknown as OperationServices);

  return [
    ["tray: all that it asks", all(tray)],
    ["overview: operations and figures", all(overview)],
    ["customer page: all that it asks", all(() => customer("customer-13"))],
    ["customer page and tray", all(() => [...customer("customer-13"), ...tray()])],
    ["customer page: operations", () => operations.list({ environment, customerID: "customer-13" }, page(10))],
    ["customer page: notes, tags and pin", all(() => customer("customer-13").slice(5))],
    [
      "attention: operations",
      () => attention.list({ environment, requestID: "bench", withoutAPI: true, isHandled: false }),
    ],
    ["ticket: operations", () => operations.list({ environment, ticketKey: "inc-1", withoutBulk: true }, page(50))],
    ["tags of everybody", () => marks.tags(environment)],
    ["customers with a tag", () => marks.list({ environment, tag: "tag 3" })],
  ];
}
