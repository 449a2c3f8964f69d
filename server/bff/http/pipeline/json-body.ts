import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ApiRequest } from "#server/bff/http/api-request.ts";

/** The parts of a request that are needed to read its body. */
export type SentBody = Pick<ApiRequest, "headers" | "body">;

/** The maximum size of a body in bytes, if the route does not allow more. */
export const usualMaximumBytes = 64 * 1024;
const maxDepth = 32;

/**
 * Reads the JSON body of a request. Undefined if the request has no body. The maximum size is 64 KB, or more if the
 * route allows it. Throws AppError if the body is too large, nested too deeply, or not JSON.
 */
export async function readJsonBody(request: SentBody, maxBytes = usualMaximumBytes): Promise<unknown> {
  const text = await readText(request, maxBytes);
  if (text === "") return undefined;
  const mediaType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new AppError("unsupported_media_type", "Send the request's body as application/json.");
  }
  if (depthOf(text) > maxDepth) {
    throw new AppError("invalid_request", `The body is nested more than ${maxDepth} levels deep.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid_request", "The body is not valid JSON.");
  }
}

/** Reads the body as text. Throws AppError if the body is too large or is not text. */
export async function readText(request: SentBody, maxBytes: number): Promise<string> {
  const bytes = await readBytes(request, maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid_request", "The body is not valid UTF-8.");
  }
}

const sizeText = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);

/** Reads the body in chunks. Throws AppError as soon as the body is too large. */
export async function readBytes(request: SentBody, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError("payload_too_large", `The body is larger than ${sizeText(maxBytes)}.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * How deeply brackets are nested, not counting brackets in strings. This is checked before any recursive code handles
 * the value.
 */
export function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") deepest = Math.max(deepest, ++depth);
    else if (character === "}" || character === "]") depth -= 1;
  }
  return deepest;
}
