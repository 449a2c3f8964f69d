import { createMiddleware } from "hono/factory";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";

/** The largest body that the service reads, in bytes. */
export const maxBodyBytes = 65_536;

/**
 * Reads the body up to the limit and no further, even if the length of the body was not announced. Hono's own limit
 * copies the request, and the light request objects of `@hono/node-server` cannot be copied.
 */
export const boundedBody = createMiddleware(async (c, next) => {
  const tooLarge = () => new AppError("payload_too_large", `The body is larger than ${maxBodyBytes} bytes.`);
  if (Number(c.req.header("Content-Length") ?? 0) > maxBodyBytes) throw tooLarge();
  const { body } = c.req.raw;
  if (body !== null) {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of body) {
        size += chunk.byteLength;
        if (size > maxBodyBytes) throw tooLarge();
        chunks.push(chunk);
      }
    } catch (cause) {
      if (isAppError(cause)) throw cause;
      // The client disconnected or was too slow. Nobody reads the answer, and the service has made no error.
      const message = "The body did not arrive as a whole";
      throw new AppError("invalid_request", message, { errors: [{ message }], cause });
    }
    const { method, url, raw } = c.req;
    c.req.raw = new Request(url, { method, headers: raw.headers, body: size === 0 ? null : Buffer.concat(chunks) });
  }
  await next();
});
