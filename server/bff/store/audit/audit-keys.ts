import { createHmac, timingSafeEqual } from "node:crypto";

interface AuditKey {
  /** The ID of the key, which is derived from the secret without revealing it. */
  id: string;
  secret: string;
}

/**
 * The keys of `AUDIT_CHAIN_KEY`. A person with access to the database alone cannot create a row that is signed with one
 * of them (docs/decisions/0045-audit-chain-key.md).
 */
export interface AuditKeys {
  /** The first key. New rows are signed with it. */
  writing: AuditKey;
  byID: ReadonlyMap<string, AuditKey>;
  /**
   * True as soon as this process knows that the log is written with a key. From then on it writes no row without one.
   */
  isInUse: boolean;
}

/** The signed object: a row of the log, or the sequence number and the hash of the log's end. */
export type Signed = "row" | "end";

export function createAuditKeys(secrets: readonly string[] | null): AuditKeys | null {
  const all = (secrets ?? []).map((secret) => ({ id: auditKeyID(secret), secret }));
  const [writing] = all;
  return writing ? { writing, byID: new Map(all.map((key) => [key.id, key])), isInUse: false } : null;
}

export const auditKeyID = (secret: string): string =>
  createHmac("sha256", secret).update("switchboard audit chain key").digest("hex").slice(0, 12);

/** The hash of a row covers its number, its content and the row before it, so the signature covers them too. */
export const signAudit = ({ secret }: AuditKey, what: Signed, sequence: number, hash: string): string =>
  createHmac("sha256", secret).update(`${what} ${sequence} ${hash}`).digest("hex");

interface SignedPlace {
  sequence: number;
  hash: string;
  keyID: string | null;
  mac: string | null;
}

/** Whether the signature was made with one of the keys. `unknown` if its key is not among them. */
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

/** The object that an open database shares with all of its transactions. */
interface Executing {
  getExecutor(): { adapter: object };
}

/**
 * Registers the keys that sign events in this database. Every part of the store adds events in its own transactions,
 * and none of them needs to know the keys.
 */
export function setAuditKeys(db: Executing, keys: AuditKeys): void {
  keysOfDatabases.set(db.getExecutor().adapter, keys);
}

export function auditKeysOf(db: Executing): AuditKeys | null {
  return keysOfDatabases.get(db.getExecutor().adapter) ?? null;
}
