import type { Call } from "#lib/contract/calls/call.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { instant } from "#lib/format/instant.ts";
import type { Redactor } from "#server/bff/core/log/redact.ts";
import type { RecordedBodies, RecordedCall } from "./call-recorder.ts";

const rounded = (ms: number) => Math.round(ms * 10) / 10;

/** Decodes a path segment. A segment that cannot be decoded is returned unchanged. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The IDs in a path, by the parameter names of its template. */
export function parametersOf({ path, template }: Pick<RecordedCall, "path" | "template">): Record<string, string> {
  if (template === undefined) return {};
  const segments = path.split("/");
  return Object.fromEntries(
    template.split("/").flatMap((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      return name === undefined ? [] : [[name, decoded(segments[index] ?? "")]];
    }),
  );
}

/** True if the call concerns the resource or operation with this ID, or if this is the ID of the call itself. */
export function isAbout(call: RecordedCall, id: string, replicaID: string): boolean {
  return (
    call.operationID === id ||
    (call.template !== undefined && Object.values(parametersOf(call)).includes(id)) ||
    callIDOf(call.number, replicaID) === id
  );
}

/** Builds the ID of a call. Each replica counts its own calls, so the replica's ID makes the result unique. */
export const callIDOf = (number: number, replicaID: string) => `${replicaID.slice(0, 8)}-${number}`;

/**
 * Query parameters that only select a part of a list. Other people may see the values of these parameters. Of any other
 * parameter, other people see only the name.
 */
const plainParameters = new Set([
  "limit",
  "offset",
  "sort",
  "ascending",
  "datefrom",
  "dateto",
  "deleted",
  "includedeleted",
  "showdeleted",
]);

function withoutSearch(query: string): string {
  return new URLSearchParams(
    [...new URLSearchParams(query)].map(([name, value]) => [
      name,
      plainParameters.has(name.toLowerCase()) ? value : "[hidden]",
    ]),
  ).toString();
}

/** A call as the console shows it. */
export function callView(
  call: RecordedCall,
  about: {
    environment: Environment;
    replicaID: string;
    redactor: Redactor;
    /** The people and API clients, by ID. */
    people: ReadonlyMap<string, { email: string; name: string }>;
    /** True if the calls belong to another person, whose search terms and addresses the viewer must not see. */
    isForeign?: boolean | undefined;
    /** Absent if the viewer may not see bodies, or if no bodies were recorded. */
    bodies?: RecordedBodies | undefined;
  },
): Call {
  const { environment, replicaID, redactor, people, bodies, isForeign = false } = about;
  const { kind, path, template, query, status, outcome, retryOf, reason, firstByteMs, tokenAgeMs, cause } = call;
  const parameters = Object.entries(parametersOf(call));
  const person = cause.staffID === undefined || isForeign ? undefined : people.get(cause.staffID);
  return {
    callID: callIDOf(call.number, replicaID),
    at: instant(call.atMs),
    environment,
    kind,
    method: call.method,
    path: template ?? path,
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(parameters.map(([name, id]) => [name, redactor.text(id)])),
    }),
    ...(query && { query: redactor.query(isForeign ? withoutSearch(query) : query) }),
    ...(status !== undefined && { status }),
    ...(outcome !== "ok" && { error: outcome }),
    attempt: call.attempt,
    ...(retryOf !== undefined && { retryOf: callIDOf(retryOf, replicaID) }),
    ...(reason !== undefined && { reason }),
    waitMs: rounded(call.waitMs),
    ...(firstByteMs !== undefined && { firstByteMs: rounded(firstByteMs) }),
    ms: rounded(call.durationMs),
    bytes: call.bytes,
    sent: call.wasSent,
    merged: kind === "merged",
    stale: kind === "stale",
    ...(call.breaker !== undefined && { breaker: call.breaker }),
    ...(tokenAgeMs !== undefined && { tokenAgeSeconds: Math.round(tokenAgeMs / 1_000) }),
    requestID: call.requestID,
    ...(call.upstreamRequestID !== undefined && { upstreamRequestID: redactor.text(call.upstreamRequestID) }),
    ...(call.retryAfter !== undefined && { retryAfter: redactor.text(call.retryAfter) }),
    cause: {
      kind: cause.kind,
      name: redactor.text(cause.name),
      ...(cause.route && { route: cause.route }),
      ...(cause.staffID !== undefined && { staffID: cause.staffID }),
      ...(person && { who: person.email, personName: person.name }),
    },
    ...(call.operationID !== undefined && { operationID: call.operationID }),
    ...(bodies && {
      bodies: {
        ...(bodies.request !== undefined && { request: redactor.body(bodies.request) }),
        ...(bodies.response !== undefined && { response: redactor.body(bodies.response) }),
      },
    }),
  };
}
