import { CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { CustomerRow, ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import { type CountedRanges, countCreated, countedRanges, endOfTimeMs } from "./count-customers.ts";
import type { CustomerSelection } from "./customer-record.ts";

/** SQL for the columns that describe a customer. */
export const customerColumns = sql.raw(
  ["customer_id", "company_name", "users_count", "created", "deleted_at", "plan", "term", "admin_email"]
    .map((column) => `customers.${column}`)
    .join(),
);

/**
 * SQL for `LIMIT … OFFSET …`. For a parameter without a cast, SQLite would compile the statement again for each value.
 * The cast prevents this and halves the time of a page.
 */
export function pageOf(limit: number, offset: number): RawBuilder<unknown> {
  return sql`LIMIT CAST(${limit} AS bigint) OFFSET CAST(${offset} AS bigint)`;
}

interface Read {
  db: Kysely<ProvisioningSchema>;
  dialect: DatabaseDialect;
  environment: Environment;
  selection: CustomerSelection;
}

/** The text of a statement. `places` has one entry for each parameter: the index of its value in `valuesOf`. */
interface Template {
  text: string;
  places: readonly number[];
}

/** All values that may differ between two requests with the same statement. */
function valuesOf({ environment, selection }: Read): readonly unknown[] {
  const { createdFromMs: fromMs, createdToMs: toMs = endOfTimeMs, limit, offset } = selection;
  const { longPeriods, days, instants } = countedRanges({ fromMs, toMs });
  const bounds = [longPeriods, ...days, ...instants].flatMap(({ first, last }) => [first, last]);
  return [environment, fromMs, toMs, limit, offset, ...bounds];
}

function compile({ db, selection: { ascending, includeDeleted } }: Read): Template {
  // The indexes of the values in `valuesOf`. The template is built with these indexes in place of the values.
  const [environment, fromMs, toMs, limit, offset, firstBound] = [0, 1, 2, 3, 4, 5];
  const range = (index: number) => ({ first: firstBound + 2 * index, last: firstBound + 2 * index + 1 });
  const ranges: CountedRanges<number> = {
    longPeriods: range(0),
    days: [range(1), range(2)],
    instants: [range(3), range(4)],
  };
  const order = sql.raw(ascending ? "ASC" : "DESC");
  const live = sql.raw(includeDeleted ? "" : "AND customers.deleted_at IS NULL");
  const { sql: text, parameters } = sql`
    SELECT ${customerColumns}, ${countCreated(environment, ranges, includeDeleted)} AS total FROM customers
    WHERE customers.environment = ${environment}
      AND customers.created >= ${fromMs} AND customers.created <= ${toMs} ${live}
    ORDER BY created ${order}, customer_id ${order} ${pageOf(limit, offset)}`.compile(db);
  return { text, places: parameters as readonly number[] };
}

const templates = new Map<string, Template>();

/**
 * Reads a page in the order of creation. Each row also has the total over all pages. The SQL text is built only once,
 * because most requests need it and building it with Kysely would take longer than running it.
 */
export async function readByCreation(read: Read): Promise<(CustomerRow & { total: number })[]> {
  const { db, dialect, selection } = read;
  const key = `${dialect} ${selection.ascending} ${selection.includeDeleted}`;
  const template = templates.get(key) ?? compile(read);
  templates.set(key, template);
  const values = valuesOf(read);
  const parameters = template.places.map((place) => values[place]);
  const { rows } = await db.executeQuery<CustomerRow & { total: number }>(CompiledQuery.raw(template.text, parameters));
  return rows;
}
