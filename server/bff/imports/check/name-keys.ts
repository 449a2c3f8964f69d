import { matchKeyOf } from "#server/bff/creations/creation-match.ts";

/** Legal forms and similar words. They do not distinguish companies. */
const legalForms = new Set([
  "gmbh",
  "mbh",
  "ag",
  "kg",
  "ug",
  "ohg",
  "ev",
  "se",
  "ltd",
  "limited",
  "plc",
  "llp",
  "llc",
  "inc",
  "incorporated",
  "corp",
  "corporation",
  "co",
  "company",
  "bv",
  "nv",
  "vof",
  "sa",
  "sarl",
  "sas",
  "sl",
  "srl",
  "spa",
  "oy",
  "ab",
  "as",
  "aps",
  "pty",
  "the",
  "und",
  "and",
]);

/** The key for finding similar company names. It ignores case, accents, punctuation and legal forms. */
export function nameKeyOf(companyName: string): string {
  const plain = companyName
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(".", "");
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const telling = words.filter((word) => !legalForms.has(word));
  return (telling.length === 0 ? words : telling).join(" ");
}

/** The values that rows and customers are compared by. */
export interface ComparisonKeys {
  /** The name and the address. A lost creation is recognised by this key. */
  match: string;
  name: string;
  email: string;
}

interface Comparable {
  companyName?: unknown;
  adminUser?: unknown;
}

export function comparisonKeysOf({ companyName, adminUser }: Comparable): ComparisonKeys {
  const email = (adminUser as { email?: unknown } | undefined)?.email;
  return {
    match: matchKeyOf({ companyName, adminUser }),
    name: typeof companyName === "string" ? nameKeyOf(companyName) : "",
    email: typeof email === "string" ? email.trim().toLowerCase() : "",
  };
}
