import { expect, test } from "vitest";
import { whileAllowed } from "#lib/query/page-reading.ts";
import { RequestFailed } from "#lib/requests/shown-problem.ts";

const failed = (code: ConstructorParameters<typeof RequestFailed>[0]["code"]) => ({
  state: { error: new RequestFailed({ code, detail: "", errors: [] }) },
});

test("a page stops polling after a refusal, and continues after any other error", () => {
  const every = whileAllowed(1_000);
  expect(every({ state: { error: null } })).toBe(1_000);
  for (const code of ["not_signed_in", "forbidden", "factor_required", "not_found"] as const) {
    expect(every(failed(code))).toBe(false);
  }
  for (const code of ["offline", "store_unavailable", "internal"] as const) expect(every(failed(code))).toBe(1_000);
});

test("the interval may depend on the data", () => {
  const every = whileAllowed(({ state }: { state: { error: Error | null; data?: number } }) => state.data ?? false);
  expect(every({ state: { error: null, data: 5 } })).toBe(5);
  expect(every({ state: { ...failed("forbidden").state, data: 5 } })).toBe(false);
});
