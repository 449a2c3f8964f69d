import { createHmac } from "node:crypto";

/** The prefix of a base64 secret in the Standard Webhooks format. */
const base64Prefix = "whsec_";

export interface WebhookMessage {
  /** The ID of the message. It stays the same if the message is sent again. */
  id: string;
  sentAtMs: number;
  body: string;
  /** Headers that describe a body that is not JSON. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The headers of a request to an external endpoint, according to the Standard Webhooks specification. The signature is
 * an HMAC-SHA256 of ID, time and body. Receivers can verify it with any library for this specification.
 */
export function webhookHeaders(
  secret: string,
  { id, sentAtMs, body, headers }: WebhookMessage,
): Record<string, string> {
  const isBase64 = secret.startsWith(base64Prefix);
  const key = isBase64 ? Buffer.from(secret.slice(base64Prefix.length), "base64") : Buffer.from(secret, "utf8");
  const timestamp = String(Math.floor(sentAtMs / 1_000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    ...headers,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
