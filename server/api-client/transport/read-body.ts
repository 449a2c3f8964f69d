import type { UpstreamResponse } from "./upstream-fetch.ts";

/** What came was longer than allowed; the rest was not read and its connection is closed. */
export const timedOut = Symbol("too long");

/** Reads a body of at most `maxBytes` bytes; leaving it early closes its connection. */
export async function readBody(response: UpstreamResponse, maxBytes: number): Promise<Uint8Array | typeof timedOut> {
  if (response.body === null) return new Uint8Array();
  const announced = Number(response.headers.get("content-length") ?? 0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (announced > maxBytes || length > maxBytes) return timedOut;
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length);
}
