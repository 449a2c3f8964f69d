import type { Environment } from "#lib/contract/environment.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import type {
  ActivityDirection,
  ActivityRecord,
  ActivityType,
} from "#server/provisioning/store/resources/activity-store.ts";
import { numberAt, numbersInPlan } from "#server/provisioning/store/resources/number-plan.ts";
import { createRandom, type Random } from "./random.ts";

/** The maximum age of generated calls of demo customers, in days. */
const keptDays = 400;

/** The average number of activities of the busiest demo customer on a working day. */
const maxADay = 12;

/** The number of activities on each weekday, compared with an average working day. The first value is for Sunday. */
const weekdays = [0.1, 1, 1.1, 1, 1, 0.9, 0.25] as const;

/** A demo activity without its details. `complete` generates the details. */
export interface ActivityOutline {
  type: ActivityType;
  direction: ActivityDirection;
  atMs: number;
  /** The sort key for activities that have the same time. */
  key: string;
  /** Generates the complete activity. The result is always the same. */
  complete(): ActivityRecord;
}

interface DemoCustomer {
  environment: Environment;
  customer: CustomerRecord;
  /**
   * The telephone numbers of the customer. If the customer has no numbers, its calls use a number that is in no list.
   */
  numbers: readonly string[];
}

function drawKind(random: Random): { type: ActivityType; direction: ActivityDirection } {
  const luck = random.next();
  const isInbound = random.next() < 0.58;
  if (luck < 0.1) return { type: "voicemail", direction: "inbound" };
  if (luck < 0.28) return { type: "message", direction: isInbound ? "inbound" : "outbound" };
  if (luck < 0.38) return { type: "call", direction: "internal" };
  return { type: "call", direction: isInbound ? "inbound" : "outbound" };
}

/**
 * Chooses the length of an activity at random, in seconds. Most calls are short, a few are long, and some are not
 * answered. A message has no length.
 */
function drawSeconds(random: Random, type: ActivityType): number {
  const luck = random.next();
  if (type === "message") return 0;
  if (type === "voicemail") return 5 + Math.floor(luck * 85);
  return luck < 0.12 ? 0 : Math.min(7_200, Math.round(4 - 170 * Math.log(1 - random.next())));
}

function completeActivity(demo: DemoCustomer, { type, direction, atMs, key }: Omit<ActivityOutline, "complete">) {
  const random = createRandom(`${demo.customer.customerID} ${key}`);
  const foreign = numberAt(demo.environment, random.below(numbersInPlan));
  const own =
    demo.numbers.length > 0
      ? random.pick(demo.numbers)
      : numberAt(demo.environment, createRandom(demo.customer.customerID).below(numbersInPlan));
  const extension = () => String(100 + random.below(Math.min(900, demo.customer.usersCount)));
  const [from, to] =
    direction === "internal" ? [extension(), extension()] : direction === "inbound" ? [foreign, own] : [own, foreign];
  const durationSeconds = drawSeconds(random, type);
  return { activityID: random.uuid(), type, direction, from, to, atMs, durationSeconds };
}

function activitiesOfDay(demo: DemoCustomer, day: number): ActivityOutline[] {
  const random = createRandom(`${demo.customer.customerID} on day ${day}`);
  const mean = Math.min(maxADay, 0.4 * Math.sqrt(demo.customer.usersCount));
  // Day 0, the first day of 1970, was a Thursday.
  const count = Math.floor(2 * mean * (weekdays[(day + 4) % 7] ?? 1) * random.next());
  return Array.from({ length: count }, (_, index) => {
    const hour = 6 + 6 * (random.next() + random.next());
    const outline = {
      ...drawKind(random),
      atMs: day * dayMs + Math.floor(hour * 3_600_000),
      key: `${day}-${String(index).padStart(3, "0")}`,
    };
    return { ...outline, complete: () => completeActivity(demo, outline) };
  });
}

/**
 * Generates the activities of a demo customer from `fromMs` to `toMs`, both included. Activities that are too old at
 * `nowMs` are left out. The result depends only on the customer and the day. So a million customers can have activities
 * without any storage, and every request gets the same activities.
 */
export function generateActivities(
  demo: DemoCustomer,
  { fromMs, toMs, nowMs }: { fromMs: number; toMs: number; nowMs: number },
): ActivityOutline[] {
  const { customer } = demo;
  if (customer.plan === "hardware-only") return [];
  const firstMs = Math.max(fromMs, customer.createdMs, (Math.floor(nowMs / dayMs) - keptDays) * dayMs);
  const lastMs = Math.min(toMs, nowMs, customer.deletedMs ?? nowMs);
  const outlines: ActivityOutline[] = [];
  for (let day = Math.floor(firstMs / dayMs); day <= Math.floor(lastMs / dayMs); day++) {
    for (const outline of activitiesOfDay(demo, day)) {
      if (outline.atMs >= firstMs && outline.atMs <= lastMs) outlines.push(outline);
    }
  }
  return outlines;
}
