import { matchKeyOf } from "#server/bff/creations/creation-match.ts";

/** Words that say what sort of company it is and tell no two companies apart. */
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

/** A company's name by which similar ones are found: without case, accents, signs and legal forms. */
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

/** What rows and customers are compared by. */
export interface ComparisonKeys {
  /** The name and the address, as a lost creation is recognised by. */
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
