import { isDeeperThan } from "#server/api-client/transport/describe-body.ts";
import type { CaseFile } from "./read-case.ts";

/** The maximum nesting that is searched. Real customer data is never nested so deeply. */
const maxLevels = 64;

/** Finds the list in an answer, up to `levels` levels deep. */
function rowsIn(json: unknown, levels = 3): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (levels === 0 || typeof json !== "object" || json === null) return [];
  return Object.values(json)
    .map((member) => rowsIn(member, levels - 1))
    .reduce((most, rows) => (rows.length > most.length ? rows : most), []);
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/**
 * Finds customers of a case file for searches that are not in the file. The recording console knew the customer and
 * searched by name and day. A newly started console does not know the customer and searches by ID.
 */
export function createCaseCustomers({ answers }: CaseFile): (query: URLSearchParams) => unknown {
  const rows = [...answers]
    .filter(([key]) => key.startsWith("GET /customers "))
    .flatMap(([, ofRequest]) => ofRequest.flatMap(({ text }) => rowsIn(parsed(text))))
    .filter((row) => !isDeeperThan(maxLevels, row));
  const texts = new Map(rows.map((row) => [JSON.stringify(row), row]));
  return (query) => {
    const searchTerm = query.get("searchTerm")?.toLowerCase() ?? "";
    const found = [...texts].filter(([text]) => text.toLowerCase().includes(searchTerm)).map(([, row]) => row);
    const [limit, offset] = ["limit", "offset"].map((name) => Number(query.get(name) ?? 0));
    return { customers: found.slice(offset, (offset ?? 0) + (limit || 25)), total: found.length, limit, offset };
  };
}
