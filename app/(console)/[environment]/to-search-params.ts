/** Turns Next's query object into `URLSearchParams`. A name with several values appears several times. */
export function toSearchParams(record: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, given] of Object.entries(record)) {
    for (const value of [given ?? []].flat()) params.append(name, value);
  }
  return params;
}
