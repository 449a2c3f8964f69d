import type { FieldError } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { formatCount } from "#lib/format/format-number.ts";

/** The place of a problem in a file. The first line and the first column have number 1. */
export interface CsvPlace {
  line: number;
  column?: number | undefined;
  /** The name of the column, if the column has one. */
  name?: string | undefined;
}

const maxNameShown = 60;

/** A place as text, for example `Line 3, column 2 (plan)`. */
export function placeText({ line, column, name }: CsvPlace): string {
  const named = name === undefined || name === "" ? "" : ` (${name.slice(0, maxNameShown)})`;
  return `Line ${formatCount(line)}${column === undefined ? "" : `, column ${column}`}${named}`;
}

/** A message about a place in a file, in the form of a problem document. */
export const placedError = (place: CsvPlace, message: string): FieldError => ({ field: placeText(place), message });

/**
 * The error for a file that cannot be read at all. Its message may contain column names, but no other content of the
 * file.
 */
export function csvRefused(message: string, place?: CsvPlace): AppError {
  if (!place) return new AppError("invalid_request", message);
  return new AppError("invalid_request", `${placeText(place)}: ${message}`, { errors: [placedError(place, message)] });
}
