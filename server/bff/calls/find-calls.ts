import { may } from "#lib/contract/access/permissions.ts";
import type { Call, CallList } from "#lib/contract/calls/call.ts";
import type { CallFilters } from "#lib/contract/calls/call-requests.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallResult } from "#lib/contract/values/call-values.ts";
import { createRedactor } from "#server/bff/core/log/redact.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { RecordedBodies, RecordedCall } from "./call-recorder.ts";
import type { CallServices } from "./call-services.ts";
import { callView, isAbout } from "./call-view.ts";

export type CallContext = RouteContext<"viewer", `/api/:environment/calls${string}`, CallServices>;

/** Outcomes that do not count as failed. An aborted call says nothing about the API. */
const answered: ReadonlySet<string> = new Set(["ok", "aborted"]);

/** True for a failed call. */
export const isError = ({ outcome }: Pick<RecordedCall, "outcome">) => !answered.has(outcome);

function resultOf(call: RecordedCall): CallResult {
  if (isError(call)) return "error";
  return call.outcome === "ok" ? "ok" : "unanswered";
}

/** Finds the calls of an environment that match the filters, in the order of their start. */
export function findCalls({ services, environment }: CallContext, filters: CallFilters): RecordedCall[] {
  const { requestID, method, path, result, error, kind, cause, staffID, id } = filters;
  const requests = requestID && new Set(requestID);
  const people = staffID && new Set(staffID);
  return services.callRecorder
    .in(environment)
    .list(
      (call) =>
        (requests === undefined || requests.has(call.requestID)) &&
        (method === undefined || call.method === method) &&
        (path === undefined || (call.template ?? call.path) === path) &&
        (result === undefined || result.includes(resultOf(call))) &&
        (error === undefined || call.outcome === error) &&
        (kind === undefined || kind.includes(call.kind)) &&
        (cause === undefined || cause.includes(call.cause.kind)) &&
        (people === undefined || people.has(call.cause.staffID ?? "")) &&
        (id === undefined || isAbout(call, id, services.replicaID)),
    );
}

/** The period that the recorded calls cover. Every answer about calls includes this period. */
export function recordOf({ services, environment }: CallContext) {
  const { sinceMs, oldestMs, dropped } = services.callRecorder.in(environment).state();
  const instant = (ms: number) => new Date(ms).toISOString();
  return { since: instant(sinceMs), ...(oldestMs !== undefined && { oldestAt: instant(oldestMs) }), dropped };
}

/** The redactor for the secrets and addresses of this environment. */
export function redactorOf({ services, environment }: CallContext) {
  const client = services.clients.get(environment);
  if (!client) throw new AppError("not_found", "There is no such environment.");
  return createRedactor(client.withoutSecrets);
}

/** True if the person may see names, search terms and addresses only in their own calls. */
const seesOnlyOwn = ({ session }: CallContext) => !may(session.staff.role, "contracts.change");

/** The people and API clients who caused the calls. */
function readPeople({ services }: CallContext, calls: readonly RecordedCall[]) {
  return services.store.staff.people([...new Set(calls.flatMap(({ cause }) => cause.staffID ?? []))]);
}

/** The people and API clients by whom the person may filter the calls of the environment. */
export async function listCallers(context: CallContext): Promise<CallList["people"]> {
  const { staffID } = context.session.staff;
  const people = await readPeople(context, findCalls(context, {}));
  return seesOnlyOwn(context) ? people.filter((person) => person.staffID === staffID) : people;
}

/** Creates a function that converts calls to views, with only the data that this person may see. */
export async function createCallViews(context: CallContext, calls: readonly RecordedCall[]) {
  const { services, environment, session } = context;
  const people = new Map((await readPeople(context, calls)).map((person) => [person.staffID, person]));
  const redactor = redactorOf(context);
  const keptCalls = services.callRecorder.in(environment);

  function bodiesFor(call: RecordedCall): RecordedBodies | undefined {
    const isOwn = call.cause.staffID === session.staff.staffID && may(session.staff.role, "contracts.change");
    return may(session.staff.role, "calls.bodies") || isOwn ? keptCalls.bodiesOf(call.number) : undefined;
  }

  const { replicaID } = services;
  const isViewer = seesOnlyOwn(context);
  return (call: RecordedCall): Call => {
    const isForeign = isViewer && call.cause.staffID !== session.staff.staffID;
    return callView(call, { environment, replicaID, redactor, people, bodies: bodiesFor(call), isForeign });
  };
}
