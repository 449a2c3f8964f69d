import { timedOut, type UpstreamResponse } from "./upstream-answer.ts";

/** Reads a body of at most `maxBytes` bytes; leaving it early closes its connection. */
export async function readBody(response: UpstreamResponse, maxBytes: number): Promise<Uint8Array | typeof timedOut> {
  const { body } = response;
  if (body === null) return new Uint8Array();
  if (body === timedOut) return timedOut;
  if (body instanceof Uint8Array) return body.byteLength > maxBytes ? timedOut : body;
  const announced = Number(response.headers.get("content-length") ?? 0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (announced > maxBytes || length > maxBytes) return timedOut;
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length);
}
