import { createHmac } from "node:crypto";

/** The prefix of a base64 secret in the Standard Webhooks format. */
const base64Prefix = "whsec_";

/** A large body, which is read in parts. */
export interface LargeBody {
  /** The size of all parts, in bytes. */
  bytes: number;
  /**
   * Reads the parts from the beginning. It is called once for the signature, and once for the request. Between two parts
   * it must let other work run.
   */
  read(): AsyncIterable<string>;
}

export interface WebhookMessage {
  /** The ID of the message. It stays the same if the message is sent again. */
  id: string;
  sentAtMs: number;
  body: string | LargeBody;
  /** Headers that describe a body that is not JSON. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The headers of a request to an external endpoint, according to the Standard Webhooks specification. The signature is
 * an HMAC-SHA256 of ID, time and body. Receivers can verify it with any library for this specification.
 */
export async function webhookHeaders(
  secret: string,
  { id, sentAtMs, body, headers }: WebhookMessage,
): Promise<Record<string, string>> {
  const isBase64 = secret.startsWith(base64Prefix);
  const key = isBase64 ? Buffer.from(secret.slice(base64Prefix.length), "base64") : Buffer.from(secret, "utf8");
  const timestamp = String(Math.floor(sentAtMs / 1_000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.`);
  if (typeof body === "string") signature.update(body);
  else {
    for await (const part of body.read()) {
      signature.update(part);
    }
  }
  return {
    "content-type": "application/json",
    ...(typeof body === "string" ? {} : { "content-length": String(body.bytes) }),
    ...headers,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature.digest("base64")}`,
  };
}
