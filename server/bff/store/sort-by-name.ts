import { compareTexts } from "#lib/format/compare-texts.ts";

/**
 * Sorts rows by name as people expect it: accents and case decide only between names that are otherwise equal. Rows
 * with equal names are sorted by `uniqueText`. Lists are sorted here and not in SQL, because SQLite and PostgreSQL put
 * letters with accents in different places, and PostgreSQL's order also depends on how the database was created.
 */
export const sortByName = <Row extends { name: string }>(
  rows: readonly Row[],
  uniqueText: (row: Row) => string,
): Row[] => rows.toSorted((a, b) => compareTexts(a.name, b.name) || (uniqueText(a) < uniqueText(b) ? -1 : 1));
