import { beforeEach, expect, test, vi } from "vitest";
import { maxCallRequests } from "#lib/contract/values/call-values.ts";

let requests: typeof import("#lib/requests/page-requests.ts");
let pathname = "/sandbox/customers";

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("window", {
    get location() {
      return { pathname };
    },
  });
  pathname = "/sandbox/customers";
  requests = await import("#lib/requests/page-requests.ts");
});

test("the requests of the page are stored, each once and the newest last, and another page begins with none", () => {
  requests.notePageRequest("one", "/api/sandbox/customers?limit=25");
  requests.notePageRequest("two", "/sandbox/customers");
  requests.notePageRequest("one", "/api/sandbox/customers?limit=25");
  expect(requests.pageRequests.get()).toEqual(["one", "two"]);
  pathname = "/sandbox/jobs";
  requests.notePageRequest("three", "/api/sandbox/jobs");
  expect(requests.pageRequests.get()).toEqual(["three"]);
});

test.each([
  "/api/sandbox/calls?limit=100",
  "/api/sandbox/calls/summary",
  "/api/sandbox/api-status",
  "/api/me",
  "/api/audit",
])("%s makes no call to the API and is not stored", (path) => {
  requests.notePageRequest("one", path);
  expect(requests.pageRequests.get()).toEqual([]);
});

test("the latest marks are stored, as many as one query may name", () => {
  for (let index = 0; index <= maxCallRequests; index += 1)
    requests.notePageRequest(`id-${index}`, "/api/sandbox/jobs");
  expect(requests.pageRequests.get()).toHaveLength(maxCallRequests);
  expect(requests.pageRequests.get().at(-1)).toBe(`id-${maxCallRequests}`);
});
