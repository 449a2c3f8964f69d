import { createMiddleware } from "hono/factory";

/** The maximum length of a URL, including the host, in characters. */
export const maxUrlBytes = 8_192;

export const boundedUrl = createMiddleware(async (c, next) => {
  if (c.req.url.length > maxUrlBytes) {
    return c.json({ message: `The URL is longer than ${maxUrlBytes} characters.` }, 414);
  }
  return next();
});
