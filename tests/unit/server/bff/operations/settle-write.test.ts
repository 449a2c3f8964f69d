import { describe, expect, test } from "vitest";
import { errorOfStatus, upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { problemOfWrite } from "#server/bff/operations/settle-write.ts";

const answered = (status: number) =>
  errorOfStatus({ environment: "sandbox", status, messages: [], retryAtMs: undefined });

describe("the message of a failed write", () => {
  test.each([
    ["a lost connection", upstreamErrors.unreachable("sandbox", "ECONNRESET")],
    ["no answer in time", upstreamErrors.timeout("sandbox", 10_000)],
    ["a failure of the API", answered(503)],
    ["an answer that is not JSON", upstreamErrors.malformed("sandbox", "an HTML page", 200)],
  ])("the message never suggests to repeat a write that may have been done: %s", (_, error) => {
    const { detail } = problemOfWrite({ outcome: "unknown", error }, "r");
    expect(detail).toContain("It may or may not have been done.");
    expect(detail).not.toMatch(/try again/i);
  });

  test("the message does not say that a write was not sent if the API refused it without reading it", () => {
    const { detail } = problemOfWrite({ outcome: "not-sent", error: answered(429) }, "r");
    expect(detail).toBe("Too many requests to the sandbox API. Try again later. Nothing was changed.");
  });

  test("the message says that a write was never sent", () => {
    const { detail } = problemOfWrite({ outcome: "not-sent", error: upstreamErrors.busy("sandbox") }, "r");
    expect(detail).toMatch(/Nothing was sent and nothing was changed\.$/);
  });
});
