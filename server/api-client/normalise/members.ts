/** An object from `JSON.parse`. */
export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Members by their folded name ({@link foldMemberName}). If two names are equal after folding, the first non-null value
 * is used.
 */
export type Members = ReadonlyMap<string, unknown>;

const foldedNames = new Map<string, string>();

/**
 * Normalises the name of a member, so that `customerID`, `customerId` and `customer_id` are equal. The results are
 * cached, because every record has the same names.
 */
export function foldMemberName(name: string): string {
  const known = foldedNames.get(name);
  if (known !== undefined) return known;
  const fresh = name.toLowerCase().replace(/[_-]/g, "");
  if (foldedNames.size >= 1_000) foldedNames.clear();
  if (name.length <= 64) foldedNames.set(name, fresh);
  return fresh;
}

export function membersOf(record: Json): Members {
  const members = new Map<string, unknown>();
  for (const name of Object.keys(record)) {
    const value = record[name];
    const key = foldMemberName(name);
    if (value !== null && value !== undefined && !members.has(key)) members.set(key, value);
  }
  return members;
}

/** Returns the converted value of the first member in `names` (folded) that `convert` accepts. */
export function pickMember<Value>(
  members: Members,
  names: readonly string[],
  convert: (value: unknown) => Value | undefined,
): Value | undefined {
  for (const name of names) {
    const value = members.get(name);
    const converted = value === undefined ? undefined : convert(value);
    if (converted !== undefined) return converted;
  }
  return undefined;
}

/** Removes the members whose value is undefined. */
export function withoutUndefined<Shape extends Record<string, unknown>>(shape: Shape): Present<Shape> {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Present<Shape>;
}

type Present<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> };

/** Fast for nearly all texts: a text that begins with a visible ASCII character is not blank. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 32 && first < 127) && text.trim() === "";
}

export function toText(value: unknown): string | undefined {
  if (typeof value === "string") return isBlank(value) ? undefined : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

/** An ID from a text or a number, without surrounding spaces. */
export const toID = (value: unknown): string | undefined => toText(value)?.trim();

export function toCount(value: unknown): number | undefined {
  const count = typeof value === "string" && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

export function toFlag(value: unknown): boolean | undefined {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (word === true || word === 1 || word === "true" || word === "1" || word === "yes") return true;
  if (word === false || word === 0 || word === "false" || word === "0" || word === "no") return false;
  return undefined;
}

export const toRecord = (value: unknown) => (isRecord(value) ? value : undefined);
export const toArray = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);

/** Normalises a word of a closed vocabulary, so that `In Progress`, `in_progress` and `INPROGRESS` are equal. */
export const toWord = (value: unknown) =>
  typeof value === "string" ? value.toLowerCase().replace(/[\s_-]+/g, "") : undefined;

/** Folded names of the creation time. Several resources use them. */
export const createdNames = ["created", "createdat", "createdon", "creationdate", "creationtime"];

/** The ID of the customer that an object belongs to. It is a member of the object or of a nested customer. */
export function customerIDOf(members: Members): string | undefined {
  return pickMember(members, ["customerid", "customeruuid", "customer"], (value) =>
    isRecord(value) ? pickMember(membersOf(value), ["customerid", "id", "uuid"], toID) : toID(value),
  );
}
