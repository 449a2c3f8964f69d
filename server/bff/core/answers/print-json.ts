/** A text to send, and its length in bytes as UTF-8. */
export interface PrintedText {
  text: string;
  bytes: number;
}

const measured = (text: string): PrintedText => ({ text, bytes: Buffer.byteLength(text) });

/** Lists that are printed repeatedly, each with its printed text once it exists. */
const printedLists = new WeakMap<readonly unknown[], PrintedText | undefined>();

/** Marks a list that never changes and that several answers contain, so that it is printed only once. */
export function printOnce<List extends readonly unknown[]>(list: List): List {
  if (!printedLists.has(list)) printedLists.set(list, undefined);
  return list;
}

function printList(list: readonly unknown[]): PrintedText {
  const printedList = printedLists.get(list);
  if (printedList !== undefined) return printedList;
  const printed = measured(JSON.stringify(list));
  printedLists.set(list, printed);
  return printed;
}

const isKept = (value: unknown): value is readonly unknown[] => Array.isArray(value) && printedLists.has(value);

/**
 * Returns the same as `JSON.stringify` for an answer. Its lists that {@link printOnce} has marked are printed only
 * once.
 */
export function printJSON(value: unknown): PrintedText | undefined {
  if (typeof value !== "object" || value === null || !Object.values(value).some(isKept)) {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : measured(text);
  }
  // Concatenated by `+`, and measured without the lists, so that nothing copies them.
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
