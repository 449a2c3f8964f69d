import { statSync } from "node:fs";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import type { Dialect } from "#tests/fixtures/database/test-databases.ts";

/** The bytes of the known customers on disk, with their indexes. On SQLite, the bytes of the whole store. */
export async function storedBytes(url: string, dialect: Dialect): Promise<number> {
  if (dialect === "sqlite") {
    const path = url.replace(/^sqlite:/, "");
    return statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  }
  const [row] = await queryStore(
    url,
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relname like 'known%'`,
  );
  return Number(row?.bytes);
}
