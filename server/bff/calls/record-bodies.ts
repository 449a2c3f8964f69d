import type { BodyRecordings } from "#lib/contract/calls/call.ts";
import type { RecordBodies } from "#lib/contract/calls/call-requests.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { bodiesForMs } from "#lib/contract/values/call-values.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { CallServices } from "./call-services.ts";

type Context = RouteContext<"calls.bodies", "/api/calls/bodies", CallServices>;

/** Lists the people for whom bodies are recorded now. */
export async function listBodyRecordings({ context }: { context: Context }): Promise<BodyRecordings> {
  const { store, clock } = context.services;
  const nowMs = clock.now();
  const recordings = await store.callBodies.list(nowMs);
  return {
    recordings: recordings.map(({ until, ...person }) => ({ ...person, until: new Date(until).toISOString() })),
    asOf: new Date(nowMs).toISOString(),
  };
}

/**
 * Starts or ends recording the bodies of a person's calls; a recording lasts an hour. Every replica knows of it within
 * five seconds.
 */
export async function recordBodies({
  context,
  input: { staffID, on },
}: {
  context: Context;
  input: RecordBodies;
}): Promise<BodyRecordings> {
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
  return listBodyRecordings({ context });
}
