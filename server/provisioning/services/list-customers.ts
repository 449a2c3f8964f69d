import type { CustomerSortKey } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomerList, CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import { answerSandboxValue } from "../sandbox-values.ts";
import type { ProvisioningStore } from "../store/open-store.ts";
import { defaultDateFromMs, type TimeSpan } from "./time-window.ts";
import { writeInstant } from "./write-instant.ts";

/** What an operation on customers needs. */
export interface ServiceOperationContext {
  environment: Environment;
  store: Pick<ProvisioningStore, "customers">;
  clock: () => number;
}

interface ListCustomersInput {
  limit: number;
  offset: number;
  sort: CustomerSortKey;
  ascending: boolean;
  datefrom?: TimeSpan | undefined;
  dateto?: TimeSpan | undefined;
  searchTerm?: string | undefined;
  includeDeleted: boolean;
}

/** Converts a customer to the format of the API. */
export function writeCustomer(customer: CustomerRecord) {
  return {
    customerID: customer.customerID,
    companyName: customer.companyName,
    usersCount: customer.usersCount,
    created: writeInstant(customer.createdMs),
    ...(customer.deletedMs === undefined ? {} : { deletedAt: writeInstant(customer.deletedMs) }),
    contract: { term: customer.term, plan: customer.plan },
    adminUser: customer.adminEmail === undefined ? {} : { email: customer.adminEmail },
  };
}

/** The JSON text of each cached list. The text contains the limit and the offset too. */
const written = new WeakMap<CustomerList, string>();

function writeList(list: CustomerList, { limit, offset }: ListCustomersInput): string {
  const known = written.get(list);
  if (known !== undefined) return known;
  const text = JSON.stringify({ customers: list.customers.map(writeCustomer), total: list.total, limit, offset });
  written.set(list, text);
  return text;
}

/** Returns the list of customers (specification, section 4.2), as JSON text. */
export async function listCustomers(options: {
  context: ServiceOperationContext;
  input: ListCustomersInput;
}): Promise<string> {
  const { context, input } = options;
  answerSandboxValue(context.environment, input.searchTerm, context.clock());
  const list = await context.store.customers.list(context.environment, {
    limit: input.limit,
    offset: input.offset,
    sort: input.sort,
    ascending: input.ascending,
    createdFromMs: input.datefrom?.firstMs ?? defaultDateFromMs(context.clock()),
    ...(input.dateto === undefined ? {} : { createdToMs: input.dateto.lastMs }),
    ...(input.searchTerm === undefined ? {} : { searchTerm: input.searchTerm }),
    includeDeleted: input.includeDeleted,
  });
  return writeList(list, input);
}
