import { hash, randomBytes } from "node:crypto";
import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import type { Clock } from "#server/api-client/clock.ts";
import { maxSessionMs } from "#server/bff/store/sessions.ts";

/** The largest cookie that is read, in bytes: a larger one is not the console's. */
const maxCookieBytes = 1_024;

/** How long an unsealed ID is remembered, and how many: unsealing each time would cost two thirds of the throughput. */
const rememberedMs = 60_000;
const maxRemembered = 2_000;

/**
 * A seal as iron-session writes it. It reads more spellings: the version at the end is not sealed, and
 * the last character of the signature has two bits that decoding ignores. Only its own form is accepted, so that
 * no cookie but the one that was given out opens anything.
 */
const sealSpelling = /^[\w.*-]+[AEIMQUYcgkosw048]~2$/;

const sealedSchema = z.object({ sessionID: z.string().regex(/^[\w-]{43}$/), time: z.number() });

/** A session's ID, and the hash by which the store knows it. */
export interface OpenedCookie {
  sessionID: string;
  sessionHash: string;
}

export interface SessionCookie {
  name: string;
  /** A new, random session ID. */
  newSessionID(): string;
  /** The hash by which the store knows a session, so that a copy of the store gives no access. */
  hash(sessionID: string): string;
  /** The Set-Cookie header of a new session. */
  seal(sessionID: string): Promise<string>;
  /** The session's ID in a request's Cookie header; null for none and for any that the console did not seal. */
  read(cookieHeader: string | null): Promise<OpenedCookie | null>;
  /** Whether a Cookie header has the cookie, sealed by us or not. */
  isSent(cookieHeader: string | null): boolean;
  /** The Set-Cookie header that removes the cookie. */
  clear(): string;
}

export interface SessionCookieOptions {
  /** The first seals, all unseal. Read at each use: they can be rotated while the console runs. */
  readonly secrets: readonly string[];
  /** On https the cookie is `__Host-` and Secure; see docs/decisions/0002-cookie-on-loopback.md. */
  secure: boolean;
  clock: Clock;
}

/** Sealing by iron-session; its own expiry is off, because it knows only the machine's clock. */
const noExpiry = { ttl: 0 };

export function createSessionCookie(options: SessionCookieOptions): SessionCookie {
  const { secure, clock } = options;
  if (options.secrets.length === 0) throw new Error("A session cookie needs a secret");
  const name = secure ? "__Host-switchboard" : "switchboard";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  const remembered = new Map<string, { opened: OpenedCookie; sealedAt: number; until: number }>();
  let rememberedUnder = options.secrets;

  const hashOf = (sessionID: string) => hash("sha256", sessionID, "hex");

  const remember = (value: string, opened: OpenedCookie, sealedAt: number) => {
    if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value as string);
    remembered.set(value, { opened, sealedAt, until: clock.now() + rememberedMs });
  };

  const unseal = async (value: string): Promise<OpenedCookie | null> => {
    const { secrets } = options;
    // What a secret has opened that is no longer in the list opens nothing any more.
    if (secrets !== rememberedUnder) remembered.clear();
    rememberedUnder = secrets;
    const known = remembered.get(value);
    if (known && known.until > clock.now()) return known.sealedAt > clock.now() - maxSessionMs ? known.opened : null;
    remembered.delete(value);
    for (const secret of secrets) {
      // One at a time: a seal names its secret by number, and numbers move when the list is rotated.
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
    newSessionID: () => randomBytes(32).toString("base64url"),
    hash: hashOf,
    async seal(sessionID) {
      const value = await sealData(
        { sessionID, time: clock.now() },
        { password: options.secrets[0] as string, ...noExpiry },
      );
      return `${name}=${value}; ${attributes}`;
    },
    async read(cookieHeader) {
      const values = cookieValues(cookieHeader, name);
      const [value] = values;
      // Two of one name: one was set from another path or port, and it is not known which.
      if (value === undefined || values.length > 1 || value.length > maxCookieBytes) return null;
      if (!sealSpelling.test(value)) return null;
      return unseal(value);
    },
    isSent: (cookieHeader) => cookieValues(cookieHeader, name).length > 0,
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
