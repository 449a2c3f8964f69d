import { createHmac } from "node:crypto";
import { setImmediate } from "node:timers";
import { expect, test } from "vitest";
import { webhookHeaders } from "#server/bff/core/push/sign-webhook.ts";

const secret = "a secret with 32 characters or more";

test("a large body gets the same signature as its text, and other work runs between its parts", async () => {
  const parts = Array.from({ length: 40 }, (_, part) => `${part} Ahorn & Söhne\r\n`.repeat(100));
  const bytes = Buffer.byteLength(parts.join(""));
  let reads = 0;
  const body = {
    bytes,
    // Like the parts in a SQLite file: reading them does not end the current task of the event loop.
    async *read() {
      reads += 1;
      yield* parts;
    },
  };
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const message = { id: "export-1", sentAtMs: 1_795_780_800_000, headers: { "content-type": "text/csv" } };
  const headers = await webhookHeaders(secret, { ...message, body });
  isOver = true;
  const signed = `export-1.1795780800.${parts.join("")}`;
  expect(headers).toEqual({
    "content-type": "text/csv",
    "content-length": String(bytes),
    "webhook-id": "export-1",
    "webhook-timestamp": "1795780800",
    "webhook-signature": `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`,
  });
  expect(reads).toBe(1);
  expect(turns).toBeGreaterThanOrEqual(parts.length);
  const whole = await webhookHeaders(secret, { ...message, body: parts.join("") });
  expect(whole["webhook-signature"]).toBe(headers["webhook-signature"]);
});
