import { expect, test } from "vitest";
import { readBody } from "#server/api-client/transport/read-body.ts";
import { bodyTooLong } from "#server/api-client/transport/upstream-answer.ts";

function bodyOf(chunks: string[], headers: Record<string, string> = {}) {
  const given = { count: 0, left: false };
  const body = (async function* () {
    try {
      for (const chunk of chunks) {
        given.count += 1;
        yield new TextEncoder().encode(chunk);
      }
    } finally {
      given.left = true;
    }
  })();
  return { response: { status: 200, headers: new Headers(headers), body }, given };
}

test("a body of exactly the allowed length is read completely", async () => {
  const { response } = bodyOf(["12", "345"]);
  expect(await readBody(response, 5)).toEqual(Buffer.from("12345"));
});

test("reading a longer body stops at the limit", async () => {
  const { response, given } = bodyOf(["12", "3456", "never read"]);
  expect(await readBody(response, 5)).toBe(bodyTooLong);
  expect(given).toEqual({ count: 2, left: true });
});

test("a body with an announced length above the limit is cancelled at its first bytes", async () => {
  const { response, given } = bodyOf(["1", "never read"], { "content-length": "6" });
  expect(await readBody(response, 5)).toBe(bodyTooLong);
  expect(given).toEqual({ count: 1, left: true });
});

test("an answer without a body is empty", async () => {
  expect(await readBody({ status: 204, headers: new Headers(), body: null }, 5)).toHaveLength(0);
});
