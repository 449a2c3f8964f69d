/** Next's record of a query as `URLSearchParams`, repeated names included. */
export function toSearchParams(record: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, given] of Object.entries(record)) {
    for (const value of [given ?? []].flat()) params.append(name, value);
  }
  return params;
}
