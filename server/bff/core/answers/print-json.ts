/** Lists that are printed again and again, with how they are printed once that is known. */
const kept = new WeakMap<readonly unknown[], string | undefined>();

/** Marks a list that nobody changes and that more than one answer holds: it is printed once. */
export function printOnce<List extends readonly unknown[]>(list: List): List {
  if (!kept.has(list)) kept.set(list, undefined);
  return list;
}

function printList(list: readonly unknown[]): string {
  const known = kept.get(list);
  if (known !== undefined) return known;
  const text = JSON.stringify(list);
  kept.set(list, text);
  return text;
}

const isKept = (value: unknown): value is readonly unknown[] => Array.isArray(value) && kept.has(value);

/** The same as `JSON.stringify` of an answer; lists of its own that are marked by {@link printOnce} are printed once. */
export function printJSON(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !Object.values(value).some(isKept)) return JSON.stringify(value);
  let members = "";
  for (const [name, member] of Object.entries(value)) {
    const text = isKept(member) ? printList(member) : JSON.stringify(member);
    // Put together by `+`, which does not copy the list.
    if (text !== undefined) members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${text}`;
  }
  return `{${members}}`;
}
