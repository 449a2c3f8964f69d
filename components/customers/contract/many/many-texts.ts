import { customerForms } from "#components/ui/plural-forms.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import type { Member } from "../texts.ts";

/** Texts of the form that plans the same change for each of several customers. */
export const manyTexts = {
  title: (count: number) => `Plan a change for ${formatPlural(count, customerForms)}`,
  titleOfView: (name: string) => `Plan a change for all customers in “${name}”`,
  ofView:
    "Switchboard plans a change for each customer that is in the view now. Customers who enter the view later get none. At the planned time, the change of a customer who has left the view is suspended. A period such as “last 30 days” is then counted back from that time. If the view was edited or deleted, all these changes are suspended.",
  checkView: "Check the view",
  tooMany: (max: number) =>
    `Select ${max} customers or fewer. A person can have ${max} open planned changes; each customer gets one of its own.`,
  explained: "Each customer gets a planned change of its own, which you can reschedule or cancel separately.",
  nothingPlanned:
    "Switchboard first reads every customer and shows what would change. Nothing is planned until you confirm.",
  summary: "Correct what you have entered",
  missing: { plan: "Choose a plan", term: "Choose a term" } satisfies Record<Member, string>,
  check: (count: number) => `Check ${formatPlural(count, customerForms)}`,
  checking: "Starting…",
  cancel: "Cancel",
} as const;
