/** Turns Next's record of a query into `URLSearchParams`. Repeated names are kept. */
export function toSearchParams(record: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, given] of Object.entries(record)) {
    for (const value of [given ?? []].flat()) params.append(name, value);
  }
  return params;
}
