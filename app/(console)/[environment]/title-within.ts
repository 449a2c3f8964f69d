import { showBidiControls } from "#lib/jsx/show-bidi-controls.ts";

/** How long a page waits for the name in its title, in milliseconds. The page waits equally long for its data. */
const timeoutMs = 400;

/** Returns a page's title. Returns `fallback` if the title takes too long, fails or is empty. */
export async function titleWithin(reading: Promise<string | undefined>, fallback: string): Promise<string> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  const title = await Promise.race([reading.catch(() => undefined), over]);
  clearTimeout(timer);
  return showBidiControls(title || fallback);
}
