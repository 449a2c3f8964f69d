/** A text that is sent, and how long it is in UTF-8. */
export interface PrintedText {
  text: string;
  bytes: number;
}

const measured = (text: string): PrintedText => ({ text, bytes: Buffer.byteLength(text) });

/** Lists that are printed again and again, with how they are printed once that is known. */
const kept = new WeakMap<readonly unknown[], PrintedText | undefined>();

/** Marks a list that is never changed and that more than one answer holds: it is printed once. */
export function printOnce<List extends readonly unknown[]>(list: List): List {
  if (!kept.has(list)) kept.set(list, undefined);
  return list;
}

function printList(list: readonly unknown[]): PrintedText {
  const known = kept.get(list);
  if (known !== undefined) return known;
  const printed = measured(JSON.stringify(list));
  kept.set(list, printed);
  return printed;
}

const isKept = (value: unknown): value is readonly unknown[] => Array.isArray(value) && kept.has(value);

/** The same as `JSON.stringify` of an answer; lists of its own that are marked by {@link printOnce} are printed once. */
export function printJSON(value: unknown): PrintedText | undefined {
  if (typeof value !== "object" || value === null || !Object.values(value).some(isKept)) {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : measured(text);
  }
  // Put together by `+` and measured without the lists, so that nothing copies them.
  let text = "";
  let bytes = 0;
  let own = "{}";
  for (const [name, member] of Object.entries(value)) {
    const list = isKept(member) ? printList(member) : undefined;
    const memberText = list?.text ?? JSON.stringify(member);
    if (memberText === undefined) continue;
    const lead = `${text === "" ? "" : ","}${JSON.stringify(name)}:`;
    text += lead + memberText;
    own += list === undefined ? lead + memberText : lead;
    bytes += list?.bytes ?? 0;
  }
  return { text: `{${text}}`, bytes: bytes + Buffer.byteLength(own) };
}
