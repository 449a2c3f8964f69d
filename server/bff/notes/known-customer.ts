import type { Environment } from "#lib/contract/environment.ts";
import type { MarkedCustomer } from "#server/bff/store/notes/customer-marks.ts";
import type { NoteServices } from "./note-services.ts";

/** A customer with the data that this process knows, to be stored with its tags and pins. */
export function knownCustomer(
  { directories }: Pick<NoteServices, "directories">,
  environment: Environment,
  customerID: string,
): MarkedCustomer {
  const known = directories[environment].find(customerID);
  return { customerID, companyName: known?.companyName ?? "", created: known?.created ?? null };
}
