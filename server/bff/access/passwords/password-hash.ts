import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const argon2Async = promisify(argon2);

/**
 * The minimum argon2id setting that OWASP recommends: 19 MiB, two passes and one thread. Each stored hash contains its
 * own setting, so these values may change later.
 */
const memoryKiB = 19_456;
const passes = 2;
const parallelism = 1;
const saltBytes = 16;
const hashBytes = 32;

/**
 * Limits far above the settings of the console's own hashes. Without these limits, a damaged row could keep the server
 * busy for minutes.
 */
const maxMemoryKiB = 262_144;
const maxPasses = 16;

const base64 = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString("base64")
    .replace(/={1,2}$/, "");

async function derive(password: string, salt: Buffer, cost: { m: number; t: number; p: number }, length: number) {
  return argon2Async("argon2id", {
    // The same letter can be typed as different code points. NIST recommends normalising with NFKC or NFC.
    message: password.normalize("NFKC"),
    nonce: salt,
    memory: cost.m,
    passes: cost.t,
    parallelism: cost.p,
    tagLength: length,
  });
}

/** Hashes a password with argon2id and a new salt. Returns the hash in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, { m: memoryKiB, t: passes, p: parallelism }, hashBytes);
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

/**
 * True if the hash was made from this password. False if the text is not an argon2id hash in PHC form, or if its
 * settings exceed the limits above.
 */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc);
  if (!match) return false;
  const [m, t, p] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (m > maxMemoryKiB || t > maxPasses) return false;
  const expected = Buffer.from(match[5] ?? "", "base64");
  const actual = await derive(password, Buffer.from(match[4] ?? "", "base64"), { m, t, p }, expected.length);
  return timingSafeEqual(actual, expected);
}

/**
 * A hash that no password matches. It is checked for unknown accounts, so that the check always takes the same time.
 */
export const dummyHash = `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${base64(Buffer.alloc(saltBytes))}$${base64(Buffer.alloc(hashBytes))}`;
