import type { AuditEvent } from "#lib/contract/access/audit.ts";
import type { AuditList } from "#lib/contract/access/audit-requests.ts";
import { customerOfEvent } from "#lib/contract/values/access/audit-customer.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";

/** The people and API clients who acted, and those to whom something was done. */
async function peopleOf(staff: ConsoleStore["staff"], events: readonly AuditEvent[]) {
  const ids = events.flatMap(({ actor, target }) => [actor.id ?? [], target?.id ?? []].flat());
  const people = await staff.people([...new Set(ids)]);
  return people.map(({ staffID, name, email }) => ({ staffID, name: name || email }));
}

/** The names of the bulk changes and imports that are targets of events. */
async function runsOf(runNames: ConsoleStore["runNames"], events: readonly AuditEvent[]) {
  const idsOf = (kind: string) => [
    ...new Set(events.flatMap(({ target }) => (target?.kind === kind ? target.id : []))),
  ];
  const runs = await runNames.of(idsOf("bulk"), idsOf("import"));
  return runs.flatMap(({ id, names: [name] }) => (name === undefined ? [] : [{ id, name }]));
}

/**
 * The names of the people, customers, bulk changes and imports of events. They are not members of the events, because
 * the hash of an event covers all of its members.
 */
export async function namesOfEvents(
  { store, customerNames }: { store: Pick<ConsoleStore, "staff" | "runNames">; customerNames: CustomerNames },
  events: readonly AuditEvent[],
): Promise<Required<Pick<AuditList, "people" | "customers" | "runs">>> {
  return {
    people: await peopleOf(store.staff, events),
    customers: await customersOf(customerNames, events),
    runs: await runsOf(store.runNames, events),
  };
}

async function customersOf(names: CustomerNames, events: readonly AuditEvent[]) {
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
