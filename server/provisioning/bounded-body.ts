import { createMiddleware } from "hono/factory";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";

/** The maximum size of a request body, in bytes. */
export const maxBodyBytes = 65_536;

/**
 * Reads a body only up to the limit, even if its length was not announced. Hono's own limit would copy the request,
 * which is not possible with the light request objects of `@hono/node-server`.
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
      // The client disconnected or was too slow. This is reported as an error of the client, although no client will
      // read the response.
      const message = "The body did not arrive as a whole";
      throw new AppError("invalid_request", message, { errors: [{ message }], cause });
    }
    const { method, url, raw } = c.req;
    c.req.raw = new Request(url, { method, headers: raw.headers, body: size === 0 ? null : Buffer.concat(chunks) });
  }
  await next();
});
