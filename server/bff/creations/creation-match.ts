import { createHash } from "node:crypto";
import type { Customer } from "#lib/contract/customers/customer.ts";

/**
 * A customer's `created` time may be this much earlier than the sending of the creation, in milliseconds. The API's
 * `Date` header shows the clock difference, but this header and many `created` values have only whole seconds.
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

/** A hash of the name and the address. A creation and its customer have the same hash. */
export function matchKeyOf(request: Recognisable): string {
  return createHash("sha256").update(featuresOf(request)).digest("hex");
}

/**
 * True if this customer may be the result of the creation in `request`. The name and the address must be equal (or both
 * addresses missing), and `created` must not be before `sinceMs`, by the API's clock. A customer without `created` does
 * not match.
 */
export function canMatchCreation(request: Recognisable, sinceMs: number, customer: Customer): boolean {
  if (customer.created === undefined || Date.parse(customer.created) < sinceMs) return false;
  return featuresOf(customer) === featuresOf(request);
}
