import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { CustomerTable, ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import type { CustomerList, CustomerRecord, CustomerSelection } from "./customer-record.ts";
import { insertCustomerRows } from "./customer-rows.ts";
import { findCustomers } from "./find-customers.ts";
import { customerSearchText, foldText } from "./fold-text.ts";
import type { ListCache } from "./list-cache.ts";

function toRow(environment: Environment, customer: CustomerRecord, seeded: boolean): CustomerTable {
  // SQLite and PostgreSQL cannot store unpaired surrogates.
  const companyName = customer.companyName.toWellFormed();
  const adminEmail = customer.adminEmail?.toWellFormed();
  const nameKey = foldText(companyName);
  return {
    environment,
    customer_id: customer.customerID,
    company_name: companyName,
    name_key: nameKey,
    users_count: customer.usersCount,
    created: customer.createdMs,
    deleted_at: customer.deletedMs ?? null,
    plan: customer.plan,
    term: customer.term,
    admin_email: adminEmail ?? null,
    search: customerSearchText({ nameKey, adminEmail, customerID: customer.customerID }),
    seeded: seeded ? 1 : 0,
  };
}

/**
 * The columns that describe a customer. The other columns are for searching and sorting, or mark the environment and
 * demo data.
 */
export const customerColumns = [
  "customer_id",
  "company_name",
  "users_count",
  "created",
  "deleted_at",
  "plan",
  "term",
  "admin_email",
] as const satisfies (keyof CustomerTable)[];

/** Converts a row to a customer. */
export function toCustomerRecord(row: Pick<CustomerTable, (typeof customerColumns)[number]>): CustomerRecord {
  const customer: CustomerRecord = {
    customerID: row.customer_id,
    companyName: row.company_name,
    usersCount: row.users_count,
    createdMs: row.created,
    plan: row.plan,
    term: row.term,
  };
  if (row.deleted_at !== null) customer.deletedMs = row.deleted_at;
  if (row.admin_email !== null) customer.adminEmail = row.admin_email;
  return customer;
}

export type CustomerStore = ReturnType<typeof createCustomerStore>;

/**
 * Creates the store of the customers of both environments, on SQLite or PostgreSQL. Every query that returns customers
 * has the environment as its first condition.
 */
export function createCustomerStore(db: Kysely<ProvisioningSchema>, dialect: DatabaseDialect, listCache?: ListCache) {
  const readList = async (environment: Environment, selection: CustomerSelection): Promise<CustomerList> => {
    const searchTerm = selection.searchTerm ?? "";
    const term = foldText(searchTerm);
    // If a term consists only of diacritics, folding makes it empty. An empty term would match every customer, but no
    // name contains such a term.
    if (term === "" && searchTerm.trim() !== "") return { customers: [], total: 0 };
    const { rows, total } = await findCustomers({ db, dialect, environment, selection, term });
    return { customers: rows.map(toCustomerRecord), total };
  };
  const firstCreatedMs = async (environment: Environment, fromMs: number): Promise<number | undefined> => {
    const first = db.selectFrom("customers").select("created").where("environment", "=", environment);
    return (await first.where("created", ">=", fromMs).orderBy("created").limit(1).executeTakeFirst())?.created;
  };

  return {
    /**
     * One page of an environment's customers, and the number of matches on all pages (specification, section 4.2).
     * Customers with equal sort keys are sorted by customer ID, in the same direction. If the offset is after the end,
     * the page is empty. Equal requests may get the same object until the database changes.
     */
    list: (environment: Environment, selection: CustomerSelection): Promise<CustomerList> =>
      listCache
        ? listCache.list(environment, selection, {
            list: () => readList(environment, selection),
            firstCreatedMs: (fromMs) => firstCreatedMs(environment, fromMs),
          })
        : readList(environment, selection),

    /** Adds customers to an environment. If `seeded` is true, they are marked as demo data. */
    insert: (environment: Environment, customers: readonly CustomerRecord[], seeded: boolean): Promise<void> =>
      insertCustomerRows(
        db,
        dialect,
        customers.map((customer) => toRow(environment, customer, seeded)),
      ),

    /** True if no environment has a customer. */
    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom("customers").select("customer_id").limit(1).executeTakeFirst()) === undefined;
    },
  };
}
