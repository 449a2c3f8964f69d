import { AppError } from "#lib/contract/operations/app-error.ts";
import { readText, type SentBody, usualMaximumBytes } from "./json-body.ts";

/**
 * Reads the fields of a form with at most `maxBytes` bytes. Undefined if the request has no body. Throws AppError if
 * the body is larger, is not such a form, or has a field more than once.
 */
export async function readFormBody(request: SentBody, maxBytes = usualMaximumBytes): Promise<unknown> {
  const text = await readText(request, maxBytes);
  if (text === "") return undefined;
  const mediaType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") {
    throw new AppError("unsupported_media_type", "Send the request's body as application/x-www-form-urlencoded.");
  }
  const fields = [...new URLSearchParams(text)];
  if (new Set(fields.map(([name]) => name)).size < fields.length) {
    throw new AppError("invalid_request", "The form has a field more than once.");
  }
  return Object.fromEntries(fields);
}
