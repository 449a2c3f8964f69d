import type { QueryClient } from "@tanstack/react-query";
import { requestTime } from "#components/forms/time/entered-time.ts";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { TimeReading } from "#lib/contract/errors.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import {
  type NewPlanned,
  openPlanned,
  planChange,
  plannedOfCustomerQueryOptions,
} from "#lib/query/operations/planned.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import type { When } from "./when.ts";
import { timesOf } from "./when-times.ts";

/** The times of a planned change in the request's format. The request sends exactly the times that the person saw. */
function requestTimes({ at, until }: { at: TimeReading; until?: TimeReading }): Pick<NewPlanned, "at" | "until"> {
  return { at: requestTime(at), ...(until && { until: requestTime(until) }) };
}

/**
 * True if the console may have stored the planned change although the request failed. There are three cases: no answer
 * arrived; the server had an internal error; a planned change already exists.
 */
export function isLost(error: unknown): boolean {
  const { code } = shownProblem(error);
  return code === "offline" || code === "internal" || code === "planned_exists";
}

const same = (one: object | undefined, other: object | undefined) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Looks for the requested planned change. The console may have stored this planned change although the request failed.
 */
export async function findPlanned(
  client: QueryClient,
  environment: Environment,
  { customerID, change, then, at, until }: NewPlanned,
  staffID: string,
): Promise<PlannedChange | undefined> {
  const options = { ...plannedOfCustomerQueryOptions(environment, customerID), staleTime: 0 };
  const list = await client.fetchQuery(options).catch(() => undefined);
  const open = openPlanned(list);
  const isAsked =
    open?.requestedBy.staffID === staffID &&
    open.version === 1 &&
    same(open.change, change) &&
    same(open.then, then) &&
    open.local === at.local &&
    open.zone === at.zone &&
    open.untilLocal === until?.local;
  return isAsked ? open : undefined;
}

interface SentPlan {
  client: QueryClient;
  environment: Environment;
  customerID: string;
  staffID: string;
  state: ChosenPlan;
  reference: WriteReference | undefined;
}

/** The reviewed change with its times. */
interface ChosenPlan {
  when: When;
  change: BulkChange;
  second: BulkChange | undefined;
  expected: Contract;
}

/**
 * Plans the change. If there is no clear answer, looks for the planned change in the console. If the console does not
 * have the planned change, throws the original error.
 */
export async function sendPlan({ client, environment, customerID, staffID, state, reference }: SentPlan) {
  const { when, change, second, expected } = state;
  const times = timesOf(when);
  if (!times) throw new Error("The times of the planned change are not clear");
  const asked: NewPlanned = {
    customerID,
    change,
    expected,
    console: reference,
    // biome-ignore lint/suspicious/noThenProperty: the API names it `then`, and it is never a function
    ...(second && { then: second }),
    ...requestTimes(times),
  };
  try {
    return await planChange(environment, asked);
  } catch (error) {
    const found = isLost(error) ? await findPlanned(client, environment, asked, staffID) : undefined;
    if (found) return found;
    throw error;
  }
}
