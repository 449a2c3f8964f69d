/** The members of an audit event that say which customer the event is about. */
interface AboutCustomer {
  target?: { kind: string; id: string } | undefined;
  after?: unknown;
}

/**
 * The ID of the customer that an event is about, in the form of the customer filter. Undefined if the event is about no
 * customer.
 */
export function customerOfEvent({ target, after }: AboutCustomer): string | undefined {
  if (target?.kind === "customer") return target.id;
  const recorded = typeof after === "object" && after !== null && "customerID" in after ? after.customerID : undefined;
  return typeof recorded === "string" ? recorded : undefined;
}
