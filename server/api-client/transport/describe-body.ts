/**
 * Describes a body that is not the expected JSON. The description has only the kind of content, never the content
 * itself.
 */
export function describeBody(text: string, contentType: string | null): string {
  const start = text.trimStart().slice(0, 200).toLowerCase();
  if (start === "") return "an empty body";
  if (/^(<!doctype html|<html|<head|<body)/.test(start)) return "an HTML page";
  if (start.startsWith("<")) return contentType?.toLowerCase().includes("html") ? "an HTML page" : "XML";
  if (/^[{["]/.test(start)) return "JSON that is broken or cut off";
  if (text.includes("\0")) return "binary data";
  return "plain text";
}

/** Describes a parsed JSON value in words. The description has only the kind of value, never the value itself. */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

/** True for a value that is nested deeper than `levels`. Serialising a very deep value could overflow the stack. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(levels - 1, item));
  // `for … in` creates no list of names. This saves time, because every value of every answer is checked.
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === "object" && member !== null && isDeeperThan(levels - 1, member)) return true;
  }
  return false;
}
