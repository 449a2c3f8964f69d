import { columnKey } from "#lib/contract/values/operations/column-names.ts";
import type { ImportField } from "#lib/contract/values/operations/import-states.ts";

type NamedField = Exclude<ImportField, "other" | "ignore">;

/** Common column names for each field, normalised as by `columnKey`. */
const synonyms: Readonly<Record<NamedField, readonly string[]>> = {
  companyName: [
    "companyname",
    "company",
    "customer",
    "customername",
    "name",
    "organisation",
    "organization",
    "organisationname",
    "organizationname",
    "account",
    "accountname",
    "firma",
    "firmenname",
    "unternehmen",
    "kunde",
    "kundenname",
    "bedrijf",
    "bedrijfsnaam",
    "klant",
    "societe",
    "entreprise",
    "empresa",
  ],
  plan: ["plan", "contractplan", "planname", "product", "tariff", "tarif", "package", "subscription"],
  term: ["term", "contractterm", "duration", "contractlength", "period", "contractperiod", "laufzeit", "looptijd"],
  "adminUser.email": [
    "adminuseremail",
    "adminemail",
    "email",
    "emailaddress",
    "mail",
    "administratoremail",
    "administratorsemail",
    "administratorsemailaddress",
    "contactemail",
    "adminmail",
    "adminuser",
    "administrator",
    "epost",
    "emailadresse",
  ],
  usersCount: ["userscount", "users", "usercount", "numberofusers", "seats", "licences", "licenses", "benutzer"],
  reference: [
    "reference",
    "ref",
    "externalid",
    "externalreference",
    "customerreference",
    "ourreference",
    "crmid",
    "accountnumber",
    "customernumber",
    "kundennummer",
    "referenz",
    "klantnummer",
  ],
};

/** The field whose name equals the name of a column. Undefined if no field has this name. */
export function fieldOfName(name: string): NamedField | undefined {
  const key = columnKey(name);
  return (Object.keys(synonyms) as NamedField[]).find((field) => synonyms[field].includes(key));
}

/** The number of letters in which two short texts differ, at most 3. */
export function distance(a: string, b: string): number {
  const max = 3;
  if (Math.abs(a.length - b.length) >= max) return max;
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (before[column - 1] ?? max) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (before[column] ?? max) + 1, (current[column - 1] ?? max) + 1));
    }
    before = current;
  }
  return Math.min(max, before.at(-1) ?? max);
}

const shortest = 4;

/** True for two words with almost the same spelling. */
export const isSimilar = (a: string, b: string) =>
  Math.min(a.length, b.length) >= shortest && distance(a.slice(0, 60), b.slice(0, 60)) <= (a.length > 6 ? 2 : 1);

/** Proposes the field whose name is similar to the name of a column. Undefined if no field has a similar name. */
export function fieldLikeName(name: string): NamedField | undefined {
  const key = columnKey(name);
  return (Object.keys(synonyms) as NamedField[]).find((field) =>
    synonyms[field].some((known) => isSimilar(key, known) || (known.length > 6 && key.includes(known))),
  );
}
