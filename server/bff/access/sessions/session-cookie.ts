import { hash, randomBytes } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import type { Clock } from "#server/api-client/clock.ts";
import { maxSessionMs } from "#server/bff/store/sessions.ts";

/** The maximum size of a cookie that is read, in bytes. The console never creates a larger cookie. */
const maxCookieBytes = 1_024;

/**
 * `rememberedMs`: how long a decrypted session ID is cached, in milliseconds. `maxRemembered`: the maximum number of
 * cached session IDs. Without the cache, the throughput would be two thirds lower.
 */
const rememberedMs = 60_000;
const maxRemembered = 2_000;

/**
 * The exact form in which iron-session writes an encrypted value. iron-session itself also accepts other forms: it
 * ignores two bits of the signature's last character, and the version at the end is not protected. The console accepts
 * only the exact form, so a variant of an issued cookie is invalid.
 */
const sealSpelling = /^[\w.*-]+[AEIMQUYcgkosw048]~2$/;

const sealedSchema = z.object({ sessionID: z.string().regex(/^[\w-]{43}$/), time: z.number() });

/** A session ID, and the hash with which the store identifies the session. */
export interface OpenedCookie {
  sessionID: string;
  sessionHash: string;
}

export interface SessionCookieOptions {
  /**
   * The first secret encrypts cookies. All secrets can decrypt cookies. The list is read again at each use, so secrets
   * can be rotated while the console is running.
   */
  readonly secrets: readonly string[];
  /** True on https. The cookie is then `__Host-` and Secure (docs/decisions/0002-cookie-on-loopback.md). */
  secure: boolean;
  clock: Clock;
}

/**
 * Turns off the expiry of iron-session, because iron-session always uses the clock of the machine. The code below
 * checks the age with the console's clock.
 */
const noExpiry = { ttl: 0 };

export type SessionCookie = ReturnType<typeof createSessionCookie>;

export function createSessionCookie(options: SessionCookieOptions) {
  const { secure, clock } = options;
  if (options.secrets.length === 0) throw new Error("A session cookie needs a secret");
  const name = secure ? "__Host-switchboard" : "switchboard";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  const cache = new Map<string, { opened: OpenedCookie; sealedAt: number; until: number }>();
  let rememberedUnder = options.secrets;

  const hashOf = (sessionID: string) => hash("sha256", sessionID, "hex");

  const remember = (value: string, opened: OpenedCookie, sealedAt: number) => {
    if (cache.size >= maxRemembered) cache.delete(cache.keys().next().value as string);
    cache.set(value, { opened, sealedAt, until: clock.now() + rememberedMs });
  };

  const unseal = async (value: string): Promise<OpenedCookie | null> => {
    const { secrets } = options;
    // Clears the cache when the list of secrets changes, because a secret may have been removed from it.
    if (secrets !== rememberedUnder) cache.clear();
    rememberedUnder = secrets;
    const cached = cache.get(value);
    if (cached && cached.until > clock.now())
      return cached.sealedAt > clock.now() - maxSessionMs ? cached.opened : null;
    cache.delete(value);
    for (const secret of secrets) {
      // Each secret is tried alone. iron-session would find a secret by its number, but the numbers change when the
      // list is rotated.
      const data = await unsealData(value, { password: secret, ...noExpiry }).catch(() => null);
      const sealed = sealedSchema.safeParse(data);
      if (!sealed.success) continue;
      if (sealed.data.time <= clock.now() - maxSessionMs) return null;
      const { sessionID, time } = sealed.data;
      const opened = { sessionID, sessionHash: hashOf(sessionID) };
      remember(value, opened, time);
      return opened;
    }
    return null;
  };

  return {
    name,
    /** Creates a random session ID. */
    newSessionID: () => randomBytes(32).toString("base64url"),
    /**
     * The hash with which the store identifies a session. Only the hash is stored, so a copy of the store gives nobody
     * access.
     */
    hash: hashOf,
    /** The Set-Cookie header for a new session. */
    async seal(sessionID: string): Promise<string> {
      const value = await sealData(
        { sessionID, time: clock.now() },
        { password: options.secrets[0] as string, ...noExpiry },
      );
      return `${name}=${value}; ${attributes}`;
    },
    /**
     * The session ID in a Cookie header. Null if the header does not have exactly one session cookie. Null also if the
     * cookie is too old, or if this console has not created it.
     */
    async read(cookieHeader: string | null): Promise<OpenedCookie | null> {
      const values = cookieValues(cookieHeader, name);
      const [value] = values;
      // If there are two cookies with this name, one of them was set from a different path or port. The console cannot
      // know which cookie is its own.
      if (value === undefined || values.length > 1 || value.length > maxCookieBytes) return null;
      if (!sealSpelling.test(value)) return null;
      return unseal(value);
    },
    /** True if a Cookie header contains the cookie, whether it is valid or not. */
    isSent: (cookieHeader: string | null) => cookieValues(cookieHeader, name).length > 0,
    /** The Set-Cookie header that removes the cookie. */
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  };
}

/** The values of all cookies with this name in a Cookie header. */
export function cookieValues(cookieHeader: string | null, name: string): string[] {
  if (!cookieHeader) return [];
  return cookieHeader
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
