import { expect, test } from "vitest";
import { errorRefetchPauseMs } from "#components/operations/use-operation.ts";
import { RequestFailed, type ShownProblem } from "#lib/requests/shown-problem.ts";

const failed = (code: ShownProblem["code"]) => new RequestFailed({ code, detail: "", errors: [] });

test("a page starts reading again after its console has restarted, and a page without permission does not", () => {
  for (const code of ["offline", "draining", "store_unavailable", "internal"] as const) {
    expect(errorRefetchPauseMs(failed(code))).toBe(10_000);
  }
  for (const code of ["not_signed_in", "not_found", "forbidden"] as const) {
    expect(errorRefetchPauseMs(failed(code))).toBe(false);
  }
});
