import { sealData, unsealData } from "iron-session";
import type { z } from "zod";
import type { Clock } from "#server/api-client/clock.ts";
import { cookieValues } from "./session-cookie.ts";

/** The maximum size of a cookie in common browsers, in bytes. */
const maxCookieBytes = 4_096;

export interface SealedCookieOptions {
  /**
   * The first secret encrypts cookies. All secrets can decrypt cookies. The list is read again at each use, so secrets
   * can be rotated while the console is running.
   */
  readonly secrets: readonly string[];
  secure: boolean;
  clock: Clock;
}

/** Stores encrypted content in a cookie of the browser. */
export function createSealedCookie<Content extends { startedAt: number }>(
  options: SealedCookieOptions,
  how: { name: string; schema: z.ZodType<Content>; maxAgeMs: number; sameSite: "Lax" | "Strict" },
) {
  const { secure, clock } = options;
  if (options.secrets.length === 0) throw new Error("A sealed cookie needs a secret");
  const name = secure ? `__Host-${how.name}` : how.name;
  const attributes = `Path=/; HttpOnly; SameSite=${how.sameSite}${secure ? "; Secure" : ""}`;
  return {
    /** The Set-Cookie header that stores the content. */
    async keep(content: Content): Promise<string> {
      const value = await sealData(content, { password: options.secrets[0] as string, ttl: 0 });
      return `${name}=${value}; ${attributes}; Max-Age=${how.maxAgeMs / 1_000}`;
    },
    /**
     * The content of the cookie in a Cookie header. Null if the header does not have exactly one such cookie. Null also
     * if the cookie is too old, or if none of the secrets can decrypt it.
     */
    async read(cookieHeader: string | null): Promise<Content | null> {
      const [value, ...others] = cookieValues(cookieHeader, name);
      if (value === undefined || others.length > 0 || value.length > maxCookieBytes) return null;
      for (const password of options.secrets) {
        const content = how.schema.safeParse(await unsealData(value, { password, ttl: 0 }).catch(() => null)).data;
        if (content) return clock.now() - content.startedAt < how.maxAgeMs ? content : null;
      }
      return null;
    },
    /** The Set-Cookie header that removes the cookie. */
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  };
}
