import { expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { CallAbort } from "#server/api-client/call-signal.ts";
import { answerError } from "#server/bff/http/answer-route.ts";
import type { HttpServices } from "#server/bff/http/pipeline/http-services.ts";

const broken = () => {
  throw new Error("the log is broken");
};
const services = (log: object) => ({ log, clock: { now: () => 0 } }) as unknown as HttpServices;
const quiet = { error() {}, warn() {} };

test.each([
  ["the log cannot be written", new Error("private words"), services({ error: broken, warn: broken })],
  [
    "the thrown value cannot be printed",
    new AppError("invalid_request", "Wrong", { errors: [{ message: 1n as unknown as string }] }),
    services(quiet),
  ],
  [
    "the thrown value throws when it is read",
    new Proxy(new Error("private words"), { get: broken, has: broken, getPrototypeOf: broken }),
    services(quiet),
  ],
])("a request is answered with its ID even if %s", (_what, thrown, given) => {
  const requestID = "00000000-0000-4000-8000-000000000000";
  const notes = { requestID, address: undefined };
  const answer = answerError(given, notes, new CallAbort(), thrown);
  expect(answer.status).toBe(500);
  expect(JSON.parse(answer.body ?? "")).toMatchObject({ status: 500, code: "internal", requestID });
  expect(answer.body).not.toContain("private");
  expect(notes).toMatchObject({ code: "internal" });
});
