import { AppError } from "#lib/contract/operations/app-error.ts";
import { readBytes, type SentBody, usualMaximumBytes } from "./json-body.ts";

/**
 * Reads the bytes of a file that is the whole body of a request. Throws AppError if the media type is different, or if
 * the body is empty or too large.
 */
export async function readFileBody(
  request: SentBody,
  mediaType: string,
  maxBytes = usualMaximumBytes,
): Promise<Uint8Array> {
  const contentType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (contentType !== mediaType) {
    throw new AppError("unsupported_media_type", `Send the file as the request's body, as ${mediaType}.`);
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) throw new AppError("invalid_request", "The file is empty.");
  return bytes;
}
