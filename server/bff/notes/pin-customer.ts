import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxPins } from "#lib/contract/values/customers/customer-marks.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { knownCustomer } from "./known-customer.ts";
import type { NoteServices } from "./note-services.ts";

/** Pins or unpins a customer for the requesting person. */
export async function pinCustomer({
  context: { services, environment, session },
  customerID,
  input: { pinned },
}: {
  context: RouteContext<"viewer", "/api/:environment/customers/:customerID/pin", NoteServices>;
  customerID: string;
  input: { pinned: boolean };
}): Promise<{ pinned: boolean }> {
  const customer = knownCustomer(services, environment, customerID);
  if (await services.store.marks.pin(environment, customer, session.staff.staffID, pinned)) return { pinned };
  const message = `You have pinned ${maxPins} customers in ${environment}, which is the limit. Unpin some first.`;
  throw new AppError("invalid_request", message, { status: 409 });
}
