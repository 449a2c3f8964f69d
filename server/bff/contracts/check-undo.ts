import type { Contract } from "#lib/contract/customers/customer.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ChangeContract } from "#lib/contract/operations/operation-requests.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";
import { changeOf } from "./contract-values.ts";

const refused = (field: string, message: string) =>
  new AppError("invalid_request", `Nothing was sent: ${field} ${message}.`, { errors: [{ field, message }] });

/**
 * Checks a change that undoes an earlier change of the same customer (`change.undoOf`). The earlier change must be
 * verified. The new value must be the value from before the earlier change. Returns the contract that the earlier
 * change produced. If the customer has another contract now, nothing may be sent. Throws `invalid_request` if the check
 * fails.
 */
export async function checkUndo(
  { services, environment }: Pick<ApiContext<OperationServices>, "services" | "environment">,
  customerID: string,
  change: ChangeContract & { undoOf: string },
): Promise<Contract> {
  const earlier = await services.store.operations.find(environment, change.undoOf);
  const isOfCustomer = earlier?.customerID != null && idKey(earlier.customerID) === idKey(customerID);
  if (earlier?.kind !== changeContractKind.kind || !isOfCustomer) {
    throw refused("undoOf", `is no change of this customer's contract in ${environment}`);
  }
  const { before, after, confirmedAt } = earlier;
  if (confirmedAt === null || !before || !after) {
    throw refused("undoOf", "names a change that is not verified, so what it changed is not known");
  }
  const [member] = Object.keys(changeOf(earlier)) as (keyof Contract)[];
  const value = member && before[member];
  if (!member || value === undefined) throw refused("undoOf", "names a change whose earlier value was not read");
  if (change[member] !== value) throw refused(member, `must be ${JSON.stringify(value)}, as before the change`);
  return after;
}
