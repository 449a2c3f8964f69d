import { z } from "zod";
import { maxProposedCustomers } from "#lib/contract/values/operations/proposal-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { keepBulk, unreadRow } from "#server/bff/bulk/keep-bulk.ts";
import { describeProposalKind, notProposed } from "#server/bff/proposals/proposal-kind.ts";
import {
  changeInput,
  changeOfInput,
  compareCustomer,
  customerIDInput,
  proposedCustomerOf,
  readProposedCustomer,
} from "./proposed-customer.ts";

/** How many customers are read at the same time. */
const readAtOnce = 4;

/**
 * How many customers are compared again for the person who decides. The check of the accepted bulk change compares all
 * of them, and every customer is compared again before its change is sent.
 */
const maxComparedAgain = 10;

/** Calls `read` for each item, a few at the same time. The first error stops the rest. */
async function readFew<Item, Value>(items: readonly Item[], read: (item: Item) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let from = 0; from < items.length; from += readAtOnce) {
    values.push(...(await Promise.all(items.slice(from, from + readAtOnce).map(read))));
  }
  return values;
}

/**
 * A bulk change from a list of customers. The accepted bulk change is stored and checked, like a person's. A person then
 * reviews the check and starts the changes, so nothing is sent by the decision. Where an approval rule applies, the
 * decision counts as the request: the end of the check requests approval of the checked rows (check-bulk.ts).
 */
export const bulkProposal = describeProposalKind({
  kind: "bulk",
  tool: {
    name: "propose_bulk_change",
    title: "Propose a bulk change",
    about: `Proposes the same new plan or term for up to ${maxProposedCustomers} customers. Give exactly one of both. The accepted bulk change is checked first, and a person starts it.`,
    input: z.object({
      customerIDs: z.array(customerIDInput).min(1).max(maxProposedCustomers).describe("The IDs of the customers"),
      ...changeInput,
    }),
  },
  async contentOf(context, { customerIDs, ...value }) {
    const change = changeOfInput(value);
    const unique = [...new Map(customerIDs.map((customerID) => [idKey(customerID), customerID])).values()];
    const customers = await readFew(unique, async (customerID) =>
      proposedCustomerOf(await readProposedCustomer(context, customerID)),
    );
    const [member, wanted] = Object.entries(change)[0] ?? ["plan", ""];
    const same = customers.filter(({ expected }) => expected[member as "plan" | "term"] === wanted);
    if (same.length === customers.length)
      throw notProposed(`${member} of all customers has this value already.`, member);
    return { change, customers };
  },
  async compare(context, { customers }) {
    const compared = await readFew(customers.slice(0, maxComparedAgain), async (customer) => {
      const { differences } = await compareCustomer(context, customer);
      return differences.map((difference) => `${customer.companyName || customer.customerID}: ${difference}`);
    });
    return { differences: compared.flat() };
  },
  rules({ services, environment, session }, { change, customers }) {
    const { staffID } = session.staff;
    const rows = customers.length;
    return services.approvalGate.reasons({ environment, staffID, kind: "bulk", rows, changes: [change] });
  },
  async carryOut(context, { content: { change, customers }, reference, decided }) {
    const rows = customers.map(({ customerID, expected }, index) =>
      unreadRow(index + 1, customerID, { before: expected }),
    );
    const source = { kind: "ids", given: rows.length, duplicates: 0 } as const;
    const list = { source, change, rows, total: rows.length };
    await keepBulk(context, list, reference, (bulkID) => decided("bulk", bulkID));
    return undefined;
  },
  audited: ({ change, customers }) => ({
    change,
    customers: customers.map(({ customerID, expected }) => ({ customerID, expected })),
  }),
});
