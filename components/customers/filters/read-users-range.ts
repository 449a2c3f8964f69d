import { maxUsers, type UsersRange } from "#lib/contract/values/customers/users-range.ts";
import { editorTexts as texts } from "./editor-texts.ts";

export type UsersRangeErrors = { min?: string; max?: string };

/**
 * Parses a number as people write it, such as `1,000`. Undefined for an empty field. NaN if the text is not a number,
 * or if the number is too large.
 */
function numberOf(text: string): number | undefined {
  const digits = text.trim().slice(0, 20).replaceAll(/[,\s]/g, "");
  if (digits === "") return undefined;
  return /^\d{1,9}$/.test(digits) && Number(digits) <= maxUsers ? Number(digits) : Number.NaN;
}

/** Parses two fields as a range, or returns their errors. One of the fields may be empty. */
export function readUsersRange(from: string, to: string): { range: UsersRange } | { errors: UsersRangeErrors } {
  const [min, max] = [numberOf(from), numberOf(to)];
  const errors: UsersRangeErrors = {
    ...(Number.isNaN(min) && { min: texts.notNumber }),
    ...(Number.isNaN(max) && { max: texts.notNumber }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  if (min === undefined && max === undefined) return { errors: { min: texts.missing } };
  if (min !== undefined && max !== undefined && max < min) return { errors: { max: texts.order } };
  return { range: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) } };
}
