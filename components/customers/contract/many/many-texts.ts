import { customerForms } from "#components/ui/plural-forms.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import type { Member } from "../texts.ts";

const planForms = { one: "planned change", other: "planned changes" };

/** One planned change for each of several customers. */
export const manyTexts = {
  title: (count: number) => `Plan a change for ${formatPlural(count, customerForms)}`,
  tooMany: (max: number) =>
    `Select ${max} customers or fewer. A person can have ${max} open planned changes; each customer gets one of its own.`,
  explained: "Each customer gets a planned change of its own, which you can reschedule or cancel by itself.",
  summary: "Check what you have entered",
  missing: { plan: "Choose a plan", term: "Choose a term" } satisfies Record<Member, string>,
  review: "Review",
  reading: (done: number, all: number) => `Reading contracts: ${done} of ${all}…`,
  caption: "Customers and their contracts now",
  customer: "Customer",
  now: "Now",
  result: "Result",
  ready: "Ready",
  isDeleted: "Deleted (skipped)",
  hasValue: "No change needed (skipped)",
  hasPlanned: "Has a planned change (skipped)",
  noValue: "Has no value to go back to (skipped)",
  unread: (why: string) => `Could not be read (skipped): ${why}`,
  waiting: "Not scheduled",
  scheduled: "Scheduled",
  needsApproval: "Waits for approval",
  failed: (why: string) => `Not scheduled: ${why}`,
  schedule: (count: number) => `Schedule ${formatPlural(count, planForms)}`,
  scheduling: (done: number, all: number) => `Scheduling ${done} of ${all}…`,
  finished: (done: number, all: number) => `${done} of ${formatPlural(all, planForms)} scheduled.`,
  openList: "Open planned changes",
  stop: "Stop",
  back: "Back",
  cancel: "Cancel",
  done: "Done",
  value: (member: Member, value: string | undefined) =>
    value === undefined ? "not provided" : contractValueName(member, value),
} as const;
