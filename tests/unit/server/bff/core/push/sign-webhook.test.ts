import { createHmac } from "node:crypto";
import { setImmediate } from "node:timers";
import { expect, test } from "vitest";
import { webhookHeaders } from "#server/bff/core/push/sign-webhook.ts";
import { storedTexts } from "#server/bff/scheduled-exports/stored-texts.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";

const secret = "a secret with 32 characters or more";

test("a stored file gets the same signature as its text, and other work runs between its parts", async () => {
  const parts = Array.from({ length: 40 }, (_, part) => `${part} Ahorn & Söhne\r\n`.repeat(100));
  const bytes = Buffer.byteLength(parts.join(""));
  // Like SQLite: reading a part does not end the current task of the event loop.
  const part = async (_: string, number: number) => parts[number] ?? null;
  const store = { exportRuns: { part } } as unknown as ConsoleStore;
  const body = { bytes, read: () => storedTexts({ store }, { runID: "1", bytes }) };
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
  expect(turns).toBeGreaterThanOrEqual(parts.length - 1);
  const whole = await webhookHeaders(secret, { ...message, body: parts.join("") });
  expect(whole["webhook-signature"]).toBe(headers["webhook-signature"]);
});
