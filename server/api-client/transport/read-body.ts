import { bodyTooLong, type UpstreamResponse } from "./upstream-answer.ts";

type Read = Uint8Array | typeof bodyTooLong;

/** Reads a body of at most `maxBytes` bytes. If the body is longer, its connection is closed. */
export function readBody(response: UpstreamResponse, maxBytes: number): Read | Promise<Read> {
  const { body } = response;
  if (body === null) return new Uint8Array();
  if (body === bodyTooLong) return bodyTooLong;
  if (body instanceof Uint8Array) return body.byteLength > maxBytes ? bodyTooLong : body;
  return readPieces(response, body, maxBytes);
}

async function readPieces(
  response: UpstreamResponse,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Read> {
  const announced = Number(response.headers.get("content-length") ?? 0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (announced > maxBytes || length > maxBytes) return bodyTooLong;
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length);
}

/** True if two bodies are equal, byte for byte. */
export function areSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || (one.byteLength === other.byteLength && Buffer.compare(one, other) === 0);
}
