import { createHash } from "node:crypto";
import type { Customer } from "#lib/contract/customers/customer.ts";

/**
 * How much earlier than the sending of a creation the customer's `created` may be, in milliseconds. The API's `Date`
 * header shows the difference between the clocks, but that header and many `created` values have only whole seconds.
 */
export const createdAllowanceMs = 2_000;

const foldedName = (name: unknown) =>
  typeof name === "string" ? name.normalize("NFC").trim().replace(/\s+/g, " ") : "";
const foldedEmail = (email: unknown) => (typeof email === "string" ? email.trim().toLowerCase() : "");

interface Recognisable {
  companyName?: unknown;
  adminUser?: unknown;
}

function featuresOf({ companyName, adminUser }: Recognisable): string {
  const email =
    typeof adminUser === "object" && adminUser !== null && "email" in adminUser ? adminUser.email : undefined;
  return JSON.stringify([foldedName(companyName), foldedEmail(email)]);
}

/** A hash of the values that a creation and its customer have in common: the name and the address. */
export function matchKeyOf(request: Recognisable): string {
  return createHash("sha256").update(featuresOf(request)).digest("hex");
}

/**
 * True if the creation of `request` may have made this customer. The customer must have the same name, the same address
 * (or neither has an address), and a `created` time not before `sinceMs` by the API's clock. A customer without
 * `created` does not match.
 */
export function canMatchCreation(request: Recognisable, sinceMs: number, customer: Customer): boolean {
  if (customer.created === undefined || Date.parse(customer.created) < sinceMs) return false;
  return featuresOf(customer) === featuresOf(request);
}
