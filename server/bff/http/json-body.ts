import { AppError } from "#lib/contract/app-error.ts";

const usualMaximumBytes = 64 * 1024;
const maxDepth = 32;

/** The JSON body of a request, 64 KB at most unless its route takes more; undefined for none. Throws AppError for anything else. */
export async function readJsonBody(request: Request, maxBytes = usualMaximumBytes): Promise<unknown> {
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

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () => new AppError("payload_too_large", `The body is larger than ${maxBytes / 1024} KB.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new AppError("invalid_request", "The body is not valid UTF-8.");
  }
}

/** How deep brackets are nested outside strings; known before anything recursive sees the value. */
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
