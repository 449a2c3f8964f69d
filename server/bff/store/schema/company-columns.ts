/**
 * The maximum length of a stored name. Longer names are cut, because an API may send names of any length and the keys
 * are indexed.
 */
const maxNameLength = 300;
const maxKeyLength = 200;

/**
 * The normalised form in which lists compare names and parts of names. It ignores case and differences between Unicode
 * forms.
 */
export const companyKeyOf = (name: string) =>
  name.slice(0, maxNameLength).normalize("NFKC").toLowerCase().trim().slice(0, maxKeyLength);

/** PostgreSQL cannot store NUL or half of a surrogate pair. */
const storable = (name: string) => name.slice(0, maxNameLength).toWellFormed().replaceAll("\u0000", "\ufffd");

/** The columns for a company's name. If the name is unknown, returns no columns, so that a stored name stays. */
export function companyColumns(name: string | undefined): { companyName?: string; companyKey?: string } {
  const companyName = storable(name ?? "").trim();
  return companyName === "" ? {} : { companyName, companyKey: companyKeyOf(companyName) };
}
