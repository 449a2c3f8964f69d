import type {
  ActivityDirection,
  ActivityRecord,
  ActivityType,
} from "#server/provisioning/store/resources/activity-store.ts";
import { answerSandboxValue } from "../sandbox-values.ts";
import { type ActivityOutline, generateActivities } from "../seed/generate-activities.ts";
import { customerNotFound, type ResourceContext, toISO } from "./resource-context.ts";
import type { TimeSpan } from "./time-window.ts";

interface ListActivitiesInput {
  limit: number;
  offset: number;
  datefrom?: TimeSpan | undefined;
  dateto?: TimeSpan | undefined;
  type?: ActivityType | undefined;
  direction?: ActivityDirection | undefined;
}

/** Converts an activity to the format of the API. */
function writeActivity({ atMs, ...activity }: ActivityRecord) {
  return { ...activity, at: toISO(atMs) };
}

const outlineOf = (activity: ActivityRecord): ActivityOutline => ({
  type: activity.type,
  direction: activity.direction,
  atMs: activity.atMs,
  key: activity.activityID,
  complete: () => activity,
});

const newestFirst = (a: ActivityOutline, b: ActivityOutline) => b.atMs - a.atMs || (a.key < b.key ? 1 : -1);

/**
 * Returns a customer's activities, newest first (specification, section 4.5). Actions of the service itself are read
 * from the store. Calls and messages of demo customers are generated. Deleted customers keep their activities.
 */
export async function listActivities(options: {
  context: ResourceContext;
  customerID: string;
  input: ListActivitiesInput;
}) {
  const { context, customerID, input } = options;
  const { environment, store } = context;
  const nowMs = context.clock();
  answerSandboxValue(environment, customerID, nowMs);
  const found = await store.contracts.find(environment, customerID);
  if (!found) throw customerNotFound();
  const fromMs = input.datefrom?.firstMs ?? 0;
  const toMs = input.dateto?.lastMs ?? Number.MAX_SAFE_INTEGER;
  const outlines = (await store.activities.ofCustomer(environment, customerID)).map(outlineOf);
  if (found.isSeeded) {
    const numbers = await store.numbers.ofCustomer(environment, customerID);
    const demo = { environment, customer: found.customer, numbers };
    outlines.push(...generateActivities(demo, { fromMs, toMs, nowMs }));
  }
  const matching = outlines
    .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
    .filter(({ type, direction }) => (input.type ?? type) === type && (input.direction ?? direction) === direction)
    .sort(newestFirst);
  const { limit, offset } = input;
  const activities = matching.slice(offset, offset + limit).map((outline) => writeActivity(outline.complete()));
  return { activities, total: matching.length, limit, offset };
}
