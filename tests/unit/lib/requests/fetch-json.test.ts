import { afterEach, expect, test, vi } from "vitest";
import { fetchJson, sendJson } from "#lib/requests/fetch-json.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";

const shape = { total: "number" } as const;

function answer(body: BodyInit | null, init?: ResponseInit) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body, init));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

async function problemOf(promise: Promise<unknown>) {
  return shownProblem(
    await promise.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
}

afterEach(() => vi.unstubAllGlobals());

test("a good answer is returned unchanged", async () => {
  answer('{"total": 3, "more": true}');
  expect(await fetchJson<{ total: number }>("/api/x", shape)).toEqual({ total: 3, more: true });
});

test("a problem document becomes a problem with its facts", async () => {
  const problem = {
    type: "about:blank",
    title: "x",
    status: 503,
    detail: "Wait.",
    code: "upstream_rate_limited",
    requestID: "request-1",
    retryAt: "2026-11-02T10:00:00Z",
  };
  answer(JSON.stringify(problem), { status: 503 });
  expect(await problemOf(fetchJson<{ total: number }>("/api/x", shape))).toEqual({
    code: "upstream_rate_limited",
    detail: "Wait.",
    errors: [],
    requestID: "request-1",
    retryAt: "2026-11-02T10:00:00Z",
  });
});

test.each([
  ["an error that is not a problem document", "<html>Bad gateway</html>", 502],
  ["a successful answer that is not JSON", "<html>Welcome</html>", 200],
  ["a successful answer with another format", '{"total": "three"}', 200],
])("%s is not shown, but its request ID is", async (_, body, status) => {
  answer(body, { status, headers: { "X-Request-ID": "request-2" } });
  const problem = await problemOf(fetchJson<{ total: number }>("/api/x", shape));
  expect(problem).toMatchObject({ code: "internal", requestID: "request-2" });
  expect(problem.detail).not.toContain("<html>");
});

test("a missing answer is distinguished from an error", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  expect(await problemOf(fetchJson<{ total: number }>("/api/x", shape))).toMatchObject({ code: "offline" });
});

test("an abort is reported as an abort", async () => {
  const controller = new AbortController();
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    controller.abort();
    throw init.signal?.reason;
  });
  const error = await fetchJson<{ total: number }>("/api/x", shape, { signal: controller.signal }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toHaveProperty("name", "AbortError");
});

test("a request that changes something has the console's own header", async () => {
  const fetch = answer(null, { status: 204 });
  await sendJson("DELETE", "/api/session");
  await sendJson("POST", "/api/session", { email: "a@example.com" });
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: "DELETE", headers: { "X-Switchboard": "1" } });
  expect(fetch.mock.calls[1]?.[1]).toMatchObject({
    headers: { "X-Switchboard": "1", "Content-Type": "application/json" },
    body: '{"email":"a@example.com"}',
  });
});
