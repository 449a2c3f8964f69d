import { type Kysely, sql } from "kysely";
import type { CustomerSortKey } from "#lib/contract/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { customerSearchText, foldText } from "./fold-text.ts";
import type { CustomerTable, ProvisioningSchema } from "./schema.ts";

/** A customer as the service keeps it. Instants are milliseconds since 1970. */
export interface CustomerRecord {
  customerID: string;
  companyName: string;
  usersCount: number;
  createdMs: number;
  /** Present on deleted customers only. */
  deletedMs?: number;
  plan: string;
  term: string;
  /** Absent where the plan needs no administrator. */
  adminEmail?: string;
}

/** Which customers are wanted, and how many of them (specification, section 4.2). */
export interface CustomerSelection {
  limit: number;
  offset: number;
  sort: CustomerSortKey;
  ascending: boolean;
  /** Created at this instant or later. */
  createdFromMs: number;
  /** Created at this instant or earlier; no bound when left out. */
  createdToMs?: number;
  /** Looked for in company name, administrator's e-mail and customer ID; empty finds everything. */
  searchTerm?: string;
  includeDeleted: boolean;
}

export interface CustomerStore {
  /**
   * One page of an environment's customers and how many match over all pages (specification,
   * section 4.2). The order is total: equal keys are ordered by customer ID, in the same direction.
   * An offset past the end gives an empty page.
   */
  list(environment: Environment, selection: CustomerSelection): Promise<{ customers: CustomerRecord[]; total: number }>;
  /** Adds customers to an environment; `seeded` marks them as demo data. */
  insert(environment: Environment, customers: readonly CustomerRecord[], seeded: boolean): Promise<void>;
  /** True when no environment has a customer. */
  isEmpty(): Promise<boolean>;
}

const sortColumn = {
  created: "created",
  companyName: "name_key",
  usersCount: "users_count",
} as const satisfies Record<CustomerSortKey, keyof CustomerTable>;

/** Twelve parameters a row: 500 rows stay far below the 32,766 that SQLite allows in a statement. */
const rowsPerInsert = 500;

function toRow(environment: Environment, customer: CustomerRecord, seeded: boolean): CustomerTable {
  return {
    environment,
    customer_id: customer.customerID,
    company_name: customer.companyName,
    name_key: foldText(customer.companyName),
    users_count: customer.usersCount,
    created: customer.createdMs,
    deleted_at: customer.deletedMs ?? null,
    plan: customer.plan,
    term: customer.term,
    admin_email: customer.adminEmail ?? null,
    search: customerSearchText({ ...customer, adminEmail: customer.adminEmail }),
    seeded: seeded ? 1 : 0,
  };
}

function toRecord(row: Omit<CustomerTable, "environment" | "name_key" | "search" | "seeded">): CustomerRecord {
  return {
    customerID: row.customer_id,
    companyName: row.company_name,
    usersCount: row.users_count,
    createdMs: row.created,
    ...(row.deleted_at === null ? {} : { deletedMs: row.deleted_at }),
    plan: row.plan,
    term: row.term,
    ...(row.admin_email === null ? {} : { adminEmail: row.admin_email }),
  };
}

/** `text` as a LIKE pattern that finds it anywhere, its own wildcards taken literally. */
function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/**
 * With more matches than this, a page is read by walking the sort key's index until it is full; with
 * fewer they are found by their creation and sorted. SQLite cannot tell by itself which is less work.
 */
const manyMatches = 1_000;

/** The customers of both environments, on SQLite or Postgres. Every query names its environment first. */
export function createCustomerStore(db: Kysely<ProvisioningSchema>): CustomerStore {
  const matching = (environment: Environment, selection: CustomerSelection, findByCreated = true) => {
    // The sign changes no value, but keeps SQLite from looking for one in the index of creations.
    const created = findByCreated ? sql<number>`created` : sql<number>`+created`;
    let query = db
      .selectFrom("customers")
      .where("environment", "=", environment)
      .where(created, ">=", selection.createdFromMs);
    if (selection.createdToMs !== undefined) query = query.where(created, "<=", selection.createdToMs);
    if (!selection.includeDeleted) query = query.where("deleted_at", "is", null);
    const term = foldText(selection.searchTerm ?? "");
    return term === "" ? query : query.where(sql<boolean>`search LIKE ${anywhere(term)} ESCAPE '\\'`);
  };

  return {
    async list(environment, selection) {
      const direction = selection.ascending ? "asc" : "desc";
      const { total } = await matching(environment, selection)
        .select(db.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      if (selection.offset >= total) return { customers: [], total };
      const findByCreated = selection.sort === "created" || total <= manyMatches;
      const rows = await matching(environment, selection, findByCreated)
        .select(["customer_id", "company_name", "users_count", "created", "deleted_at", "plan", "term", "admin_email"])
        .orderBy(sortColumn[selection.sort], direction)
        .orderBy("customer_id", direction)
        .limit(selection.limit)
        .offset(selection.offset)
        .execute();
      return { customers: rows.map(toRecord), total };
    },

    async insert(environment, customers, seeded) {
      for (let start = 0; start < customers.length; start += rowsPerInsert) {
        const rows = customers
          .slice(start, start + rowsPerInsert)
          .map((customer) => toRow(environment, customer, seeded));
        await db.insertInto("customers").values(rows).execute();
      }
    },

    async isEmpty() {
      return (await db.selectFrom("customers").select("customer_id").limit(1).executeTakeFirst()) === undefined;
    },
  };
}
