import { expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { RequestFailed, type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";

test("a known error keeps its facts and gets the request's ID", () => {
  const error = new AppError("upstream_rate_limited", "Wait.", {
    upstreamStatus: 429,
    retryAt: "2026-11-02T10:00:00Z",
  });
  expect(shownProblem(error, "request-1")).toEqual({
    code: "upstream_rate_limited",
    detail: "Wait.",
    errors: [],
    requestID: "request-1",
    upstreamStatus: 429,
    retryAt: "2026-11-02T10:00:00Z",
  });
});

test("an unknown error shows nothing of its own message", () => {
  const shown = shownProblem(new Error("SELECT secret FROM keys"), "request-2");
  expect(shown).toMatchObject({ code: "internal", requestID: "request-2" });
  expect(JSON.stringify(shown)).not.toContain("secret");
});

test("an error that the server sent as a plain object is recognised by its facts", () => {
  const problem: ShownProblem = { code: "offline", detail: "No answer", errors: [] };
  expect(shownProblem(new RequestFailed(problem))).toEqual(problem);
  expect(shownProblem(JSON.parse(JSON.stringify({ name: "RequestFailed", problem })))).toEqual(problem);
});
