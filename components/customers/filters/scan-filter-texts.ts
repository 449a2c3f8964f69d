import type { UsersRange } from "#lib/contract/values/customers/users-range.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { formatCount } from "#lib/format/format-number.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

const userForms = { one: "user", other: "users" } as const;

export const scanFilterTexts = {
  plan: "Plan",
  term: "Term",
  users: "Users",
  anyPlan: "any plan",
  anyTerm: "any term",
  anyNumber: "any number",
  loading: "Loading…",
  note: "The API cannot filter by this. Switchboard reads the customers one page at a time and compares each.",
  usersNote: "A customer whose number of users the API does not provide does not match.",
  from: "At least",
  to: "At most",
  apply: "Apply",
  notNumber: "Enter a whole number",
  order: "Must not be less than “At least”",
  missing: "Enter at least one number",
} as const;

/** A number of users in words: `10`, `10 or more`, `up to 50`, `10–50`. */
export function usersPhrase({ min, max }: UsersRange, locale?: string): string {
  const count = (value: number) => formatCount(value, locale);
  if (min === undefined) return `up to ${count(max ?? 0)}`;
  if (max === undefined) return `${count(min)} or more`;
  return min === max ? count(min) : `${count(min)}–${count(max)}`;
}

/** The filters of a scan as parts of a sentence: `on plan Professional`, `on term 12 months`, `with 10 or more users`. */
export function scanFilterPhrases({ plan, term, users }: Pick<CustomersView, "plan" | "term" | "users">): string[] {
  const phrases: string[] = [];
  if (plan !== undefined) phrases.push(`on plan ${contractValueName("plan", plan)}`);
  if (term !== undefined) phrases.push(`on term ${contractValueName("term", term)}`);
  if (users) {
    const isOne = (users.max ?? users.min) === 1;
    phrases.push(`with ${usersPhrase(users)} ${isOne ? userForms.one : userForms.other}`);
  }
  return phrases;
}
