import { apiStatusSchema } from "#lib/contract/api-status.ts";
import {
  type BodyRecordings,
  bodyRecordingsSchema,
  callListSchema,
  callSummarySchema,
} from "#lib/contract/calls/call.ts";
import {
  callExportQuerySchema,
  callListQuerySchema,
  callSummaryQuerySchema,
  recordBodiesSchema,
  repeatedCallFilters,
} from "#lib/contract/calls/call-requests.ts";
import { harFileSchema } from "#lib/contract/calls/har.ts";
import { probeAnswerSchema } from "#lib/contract/console/availability.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { bodiesForMs } from "#lib/contract/values/call-values.ts";
import { expectedTotalHeader } from "#lib/contract/values/headers.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { recordExport } from "#server/bff/audit/record-export.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { streamTexts } from "#server/bff/core/export/streamed-file.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";
import type { CallServices } from "./call-services.ts";
import { createCallViews, findCalls, listCallers, recordOf, redactorOf } from "./find-calls.ts";
import { harBegin, harEnd, harEntry } from "./har.ts";
import { summariseCalls } from "./summarise-calls.ts";

const route = routeWith<CallServices>();

/** How many calls an export converts to HAR entries before it lets other requests run. */
const entriesAtOnce = 100;

/**
 * The routes about API calls.
 *
 * This module has the recorded calls with their causes (docs/decisions/0041-calls-in-memory.md) and the figures of the
 * API status page. An administrator can also check the API during a pause.
 */
export const callsRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/api-status",
    about:
      "The state of the API as this process sees it. Every member is listed here, so that a new member of the status is not published by accident.",
    policy: "viewer",
    input: {},
    answer: apiStatusSchema,
    async handler(context) {
      const {
        breaker,
        pausedUntil,
        availability,
        retryAt,
        token,
        queue,
        latency,
        lastAnswerAt,
        repeats,
        merged,
        stale,
        failedInRow,
        pausedResources,
        recentErrors,
        retryBudget,
        ...status
      } = requestAPI(context).client.status();
      const requests = Object.entries(status.requests)
        .map(([outcome, count]) => ({ outcome, count }))
        .toSorted((a, b) => b.count - a.count);
      const { state, renewing, obtainedAt, renewAt, expiresAt } = token;
      return {
        asOf: new Date(context.services.clock.now()).toISOString(),
        ...(latency === undefined ? {} : { latency }),
        requests,
        failedInRow,
        breaker: { state: breaker.state, ...(breaker.retryAt === undefined ? {} : { retryAt: breaker.retryAt }) },
        ...(pausedUntil === undefined ? {} : { pausedUntil }),
        pausedResources,
        recentErrors,
        retryBudget: Math.floor(retryBudget),
        availability,
        ...(retryAt === undefined ? {} : { retryAt }),
        token: {
          state,
          renewing,
          ...(obtainedAt === undefined ? {} : { obtainedAt }),
          ...(renewAt === undefined ? {} : { renewAt }),
          ...(expiresAt === undefined ? {} : { expiresAt }),
        },
        queue: { running: queue.running, waiting: queue.waiting },
        repeats,
        merged,
        servedStale: stale,
        ...(lastAnswerAt === undefined ? {} : { lastAnswerAt }),
      };
    },
  }),
  route({
    method: "POST",
    path: "/api/:environment/probe",
    about: "Checks immediately whether the API answers again, even during a pause. An answer ends every pause.",
    policy: "api.probe",
    input: {},
    answer: probeAnswerSchema,
    errors: apiErrors,
    async handler(context) {
      const { services, environment } = context;
      const { client, call } = requestAPI(context);
      const event = { ...auditSource(context), action: "api.probed", outcome: "done", environment } as const;
      await services.store.audit.append(event, services.clock.now());
      return client.probe(call);
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/calls",
    about: "A page of the API calls of this process, newest first. This route makes no API call itself.",
    policy: "viewer",
    input: { query: callListQuerySchema, repeated: repeatedCallFilters },
    answer: callListSchema,
    async handler(context, { query: { limit, offset, ...filters } }) {
      const found = findCalls(context, filters).reverse();
      const page = found.slice(offset, offset + limit);
      const view = await createCallViews(context, page);
      const asOf = new Date(context.services.clock.now()).toISOString();
      const address = context.services.clients.get(context.environment)?.address ?? "";
      const [record, people] = [recordOf(context), await listCallers(context)];
      return { calls: page.map(view), total: found.length, limit, offset, asOf, record, people, address };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/calls/summary",
    about: "The matching API calls of this process, counted by endpoint and time.",
    policy: "viewer",
    input: { query: callSummaryQuerySchema, repeated: repeatedCallFilters },
    answer: callSummarySchema,
    handler: (context, { query }) => summariseCalls({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/calls/export",
    about:
      "Exports the matching calls as a HAR file, oldest first. The file is redacted and has no cookies, keys or tokens. It has bodies only for people who may see them. With `view`, the file is a case file, from which `npm start -- --case` shows the same page.",
    policy: "viewer",
    countsAsWrite: true,
    input: { query: callExportQuerySchema, repeated: repeatedCallFilters },
    answer: { file: { "application/json": harFileSchema } },
    async handler(context, { query: { format, view, ...filters } }) {
      const { services, environment, session, responseHeaders } = context;
      const calls = findCalls(context, filters);
      const viewOf = await createCallViews(context, calls);
      const address = services.clients.get(environment)?.address ?? "";
      await recordExport(context, { what: "calls", format, expected: calls.length, ...(view && { view: true }) });
      responseHeaders.set(expectedTotalHeader, String(calls.length));
      const nowMs = services.clock.now();
      const { version, build } = services.build;
      const facts = {
        environment,
        version,
        build,
        at: new Date(nowMs).toISOString(),
        ...(view !== undefined && { view: redactorOf(context).address(view), role: session.staff.role }),
      };

      async function* texts() {
        yield harBegin(facts);
        for (let from = 0; from < calls.length; from += entriesAtOnce) {
          const entries = calls
            .slice(from, from + entriesAtOnce)
            .map((call) => JSON.stringify(harEntry(viewOf(call), address)));
          yield `${from === 0 ? "\n" : ",\n"}${entries.join(",\n")}`;
        }
        yield harEnd;
      }
      return {
        fileName: `${view === undefined ? "calls" : "case"}-${environment}-${utcDay(nowMs)}.har`,
        contentType: "application/json; charset=utf-8",
        // A truncated file needs no mark, because JSON without its end is invalid.
        ...streamTexts({ clock: services.clock, texts: texts(), left: () => {} }),
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/calls/bodies",
    about: "The people whose calls are recorded with bodies.",
    policy: "calls.bodies",
    everyEnvironment: true,
    input: {},
    answer: bodyRecordingsSchema,
    handler: ({ services }) => listBodyRecordings(services),
  }),
  route({
    method: "POST",
    path: "/api/calls/bodies",
    about:
      "Starts or ends the recording of the bodies of a person's calls. A recording lasts an hour. Every replica applies the change within five seconds.",
    policy: "calls.bodies",
    dangerous: true,
    input: { body: recordBodiesSchema },
    answer: bodyRecordingsSchema,
    errors: ["not_found"],
    async handler(context, { body: { staffID, on } }) {
      const { store, clock, bodyRecordings } = context.services;
      const nowMs = clock.now();
      const until = on ? nowMs + bodiesForMs : null;
      const event = {
        ...auditSource(context),
        action: "call-bodies.changed",
        outcome: "done",
        target: { kind: "staff", id: staffID },
        after: { on, ...(until !== null && { until: new Date(until).toISOString() }) },
      } as const;
      const isKnown = await store.callBodies.set(staffID, until, event, nowMs);
      if (!isKnown) throw new AppError("not_found", "There is nobody with this ID.");
      await bodyRecordings.refresh();
      return listBodyRecordings(context.services);
    },
  }),
] as const;

/** Lists the people for whom bodies are recorded now. */
async function listBodyRecordings({ store, clock }: CallServices): Promise<BodyRecordings> {
  const nowMs = clock.now();
  const recordings = await store.callBodies.list(nowMs);
  return {
    recordings: recordings.map(({ until, ...person }) => ({ ...person, until: new Date(until).toISOString() })),
    asOf: new Date(nowMs).toISOString(),
  };
}
