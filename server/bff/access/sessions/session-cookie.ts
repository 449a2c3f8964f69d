import { hash, randomBytes } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import type { Clock } from "#server/api-client/clock.ts";
import { maxSessionMs } from "#server/bff/store/sessions.ts";

/** The largest cookie that is read, in bytes. The console never writes a larger one. */
const maxCookieBytes = 1_024;

/**
 * How long unsealed IDs are cached, and how many. Without the cache, unsealing would cost two thirds of the throughput.
 */
const rememberedMs = 60_000;
const maxRemembered = 2_000;

/**
 * The exact form in which iron-session writes a seal. iron-session also accepts other spellings: the version at the end
 * is not sealed, and decoding ignores two bits of the last character of the signature. Only this form is accepted, so
 * that no variant of an issued cookie works.
 */
const sealSpelling = /^[\w.*-]+[AEIMQUYcgkosw048]~2$/;

const sealedSchema = z.object({ sessionID: z.string().regex(/^[\w-]{43}$/), time: z.number() });

/** A session ID, and the hash under which the store keeps the session. */
export interface OpenedCookie {
  sessionID: string;
  sessionHash: string;
}

export interface SessionCookieOptions {
  /**
   * The first secret seals cookies. Each of the secrets can open them. They are read at each use, so they can be
   * rotated while the console runs.
   */
  readonly secrets: readonly string[];
  /** On https the cookie is `__Host-` and Secure; see docs/decisions/0002-cookie-on-loopback.md. */
  secure: boolean;
  clock: Clock;
}

/** The expiry of iron-session is off, because it always uses the machine's clock. */
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
    // Forgets the cached IDs, because a secret may have been removed from the list.
    if (secrets !== rememberedUnder) cache.clear();
    rememberedUnder = secrets;
    const cached = cache.get(value);
    if (cached && cached.until > clock.now())
      return cached.sealedAt > clock.now() - maxSessionMs ? cached.opened : null;
    cache.delete(value);
    for (const secret of secrets) {
      // Tries one secret at a time. A seal names its secret by number, and the numbers change when the list is rotated.
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
    /** Creates a new, random session ID. */
    newSessionID: () => randomBytes(32).toString("base64url"),
    /** The hash under which the store keeps a session, so that a copy of the store gives no access. */
    hash: hashOf,
    /** The Set-Cookie header of a new session. */
    async seal(sessionID: string): Promise<string> {
      const value = await sealData(
        { sessionID, time: clock.now() },
        { password: options.secrets[0] as string, ...noExpiry },
      );
      return `${name}=${value}; ${attributes}`;
    },
    /** The session ID in a Cookie header. Null unless the header has a cookie that this console sealed. */
    async read(cookieHeader: string | null): Promise<OpenedCookie | null> {
      const values = cookieValues(cookieHeader, name);
      const [value] = values;
      // If there are two cookies with this name, one of the two was set from another path or port. The console cannot
      // know which one.
      if (value === undefined || values.length > 1 || value.length > maxCookieBytes) return null;
      if (!sealSpelling.test(value)) return null;
      return unseal(value);
    },
    /** True if a Cookie header has the cookie, valid or not. */
    isSent: (cookieHeader: string | null) => cookieValues(cookieHeader, name).length > 0,
    /** The Set-Cookie header that removes the cookie. */
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  };
}

/** The values of all cookies of a name in a Cookie header. */
export function cookieValues(cookieHeader: string | null, name: string): string[] {
  if (!cookieHeader) return [];
  return cookieHeader
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
