import type { AuditEvent } from "#lib/contract/access/audit.ts";
import { customerOfEvent } from "#lib/contract/access/audit-customer.ts";
import type { AuditList } from "#lib/contract/access/audit-requests.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";

/**
 * The known names of the customers that the events are about. They are not members of the events, because the hash of
 * an event covers all of its members.
 */
export async function customersOfEvents(
  names: CustomerNames,
  events: readonly AuditEvent[],
): Promise<NonNullable<AuditList["customers"]>> {
  const named = environments.map(async (environment) => {
    const own = events.filter((event) => event.environment === environment);
    const customerIDs = [...new Set(own.flatMap((event) => customerOfEvent(event) ?? []))];
    if (customerIDs.length === 0) return [];
    const known = await names.of(environment, customerIDs);
    return customerIDs.flatMap((customerID) => {
      const companyName = known.get(idKey(customerID));
      return companyName === undefined ? [] : [{ environment, customerID, companyName }];
    });
  });
  return (await Promise.all(named)).flat();
}
