import { createHmac, timingSafeEqual } from "node:crypto";

interface AuditKey {
  /** The ID of the key. It is derived from the secret and does not reveal the secret. */
  id: string;
  secret: string;
}

/**
 * The keys of `AUDIT_CHAIN_KEY`. A person who has access only to the database cannot create a row with a valid
 * signature (docs/decisions/0045-audit-chain-key.md).
 */
export interface AuditKeys {
  /** The first key. New rows are signed with it. */
  writing: AuditKey;
  byID: ReadonlyMap<string, AuditKey>;
  /**
   * True as soon as this process knows that rows of the log are signed. After that, the process never writes an
   * unsigned row.
   */
  isInUse: boolean;
}

/** What is signed: a row of the log, or the sequence number and the hash of the log's end. */
export type Signed = "row" | "end";

export function createAuditKeys(secrets: readonly string[] | null): AuditKeys | null {
  const all = (secrets ?? []).map((secret) => ({ id: auditKeyID(secret), secret }));
  const [writing] = all;
  return writing ? { writing, byID: new Map(all.map((key) => [key.id, key])), isInUse: false } : null;
}

export const auditKeyID = (secret: string): string =>
  createHmac("sha256", secret).update("switchboard audit chain key").digest("hex").slice(0, 12);

/** A row's hash covers its number, its content and the previous row. A signature of the hash covers all of this too. */
export const signAudit = ({ secret }: AuditKey, what: Signed, sequence: number, hash: string): string =>
  createHmac("sha256", secret).update(`${what} ${sequence} ${hash}`).digest("hex");

interface SignedPlace {
  sequence: number;
  hash: string;
  keyID: string | null;
  mac: string | null;
}

/** The result of checking the signature. `unknown` if the key of the signature is not configured. */
export function checkSignature(
  keys: AuditKeys | null,
  what: Signed,
  { sequence, hash, keyID, mac }: SignedPlace,
): "right" | "wrong" | "unknown" {
  if (keyID === null || mac === null) return "wrong";
  const key = keys?.byID.get(keyID);
  if (!key) return "unknown";
  const [actual, expected] = [Buffer.from(mac), Buffer.from(signAudit(key, what, sequence, hash))];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? "right" : "wrong";
}

const keysOfDatabases = new WeakMap<object, AuditKeys>();

/** A database or one of its transactions. The database and its transactions share one adapter object. */
interface Executing {
  getExecutor(): { adapter: object };
}

/**
 * Registers the keys that sign events in this database. Code that adds an event in a transaction finds the keys here,
 * so callers need not pass the keys.
 */
export function setAuditKeys(db: Executing, keys: AuditKeys): void {
  keysOfDatabases.set(db.getExecutor().adapter, keys);
}

export function auditKeysOf(db: Executing): AuditKeys | null {
  return keysOfDatabases.get(db.getExecutor().adapter) ?? null;
}
