import { isInProgress, type OutcomeDetail, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { hadNoEffect, isOutcomeUncertain } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import type { KindDescription, NextStep } from "./kind-description.ts";

const texts = {
  companyName: "Company name",
  plan: "Plan",
  term: "Term",
  email: "Administrator e-mail",
  noEmail: "none",
  usersCount: "Users",
  search:
    "Switchboard searches for a customer with this name and email address, created after the request was sent. If exactly one matches and belongs to no other operation, the outcome is resolved.",
  list: "Switchboard reads the API's list. If it shows the customer, the creation is verified.",
  createAnother: "Create another",
  again: "Start again with these values",
  againNote: "This starts a new operation. You can change the values before it is sent.",
  againUnknownNote: "This may create a second customer. Search for the first one before you start.",
  againAlready: "It was already started again. Check that result first.",
} as const;

/** The URL parameter of the creation page. Its value is the ID of the operation whose values a new creation reuses. */
export const againParameter = "again";

/** The URL parameter of the creation page. Its value is the ID of the customer whose values a new creation reuses. */
export const likeParameter = "like";

const textOf = (value: unknown) =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;

function emailOf({ adminUser }: Operation["request"]): string {
  const email = typeof adminUser === "object" && adminUser !== null && "email" in adminUser ? adminUser.email : "";
  return textOf(email) || texts.noEmail;
}

/** True if a person may reuse the values of a creation whose outcome has this detail. */
const mayStartAgain = (detail: OutcomeDetail) => hadNoEffect(detail) || isOutcomeUncertain(detail);

export const createCustomerKind = {
  kind: "create-customer",
  route: "POST /api/:environment/customers",
  name: "Create customer",
  noun: "New customer",
  plural: "Creations",
  action: () => "Create customer",
  title: (_request, company) => (company === undefined ? "Create a customer" : `Create ${company}`),
  permission: { name: "customers.create", words: "create customers" },
  ticketSubject: { subject: "creations", name: "New customers" },
  sentences: {
    "awaiting-effect":
      "The API accepted the request. Its list does not show the customer yet. Switchboard checks again until it does, for up to a day. You can close this page.",
    verified: "The customer was created. Switchboard checked: the API's list shows it.",
    succeeded: "The job succeeded. The API named no customer that Switchboard could check.",
    accepted:
      "The API accepted the request. It named neither a job nor a customer, so Switchboard has nothing to check.",
    resolved:
      "The API's response was lost. Switchboard checked and found exactly one matching customer: it was created.",
    failed: "The API could not create the customer.",
    "effect-not-seen":
      "The API accepted the request, but the last check did not show the customer. Switchboard does not check again. Look for the customer before you create it again.",
    superseded: "A later request replaced this one before a check showed it in force.",
  },
  howChecked: ({ effect }) => (effect === undefined ? texts.search : texts.list),
  values: ({ request }) => [
    { name: texts.companyName, value: textOf(request.companyName), isMain: true },
    { name: texts.plan, value: textOf(request.plan), member: "plan" },
    { name: texts.term, value: textOf(request.term), member: "term" },
    { name: texts.email, value: emailOf(request) },
    { name: texts.usersCount, value: textOf(request.usersCount) },
  ],
  nextSteps({ operation, detail, isRepeated }) {
    const { environment, operationID } = operation;
    const outcome = outcomeOfDetail[detail];
    const steps: NextStep[] = [];
    if (isInProgress(outcome) || outcome === "done") {
      steps.push({ label: texts.createAnother, href: pages.newCustomer(environment), variant: "quiet" });
    }
    if (mayStartAgain(detail)) {
      const isUnsure = isOutcomeUncertain(detail);
      const note = isUnsure ? texts.againUnknownNote : texts.againNote;
      steps.push({
        label: texts.again,
        href: pages.newCustomer(environment, new URLSearchParams({ [againParameter]: operationID })),
        variant: isUnsure ? "quiet" : isRepeated ? "secondary" : "primary",
        icon: "again",
        note: isRepeated ? `${texts.againAlready} ${note}` : note,
      });
    }
    return steps;
  },
} as const satisfies KindDescription;

/** True if a person may reuse the values of this operation for a new customer. */
export const canStartAgain = ({ kind }: Pick<Operation, "kind">, detail: OutcomeDetail): boolean =>
  kind === createCustomerKind.kind && mayStartAgain(detail);
