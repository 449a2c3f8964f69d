import { expect, test } from "vitest";
import { Differences, flatten } from "#components/audit/differences.tsx";
import { shownText } from "#tests/fixtures/shown-text.tsx";

test("members are named by their paths, and a list of plain values is one line", () => {
  expect(flatten({ contract: { plan: "essential" }, environments: ["production", "sandbox"], role: null })).toEqual([
    ["contract.plan", "essential"],
    ["environments", "production, sandbox"],
    ["role", "null"],
  ]);
  expect(flatten({ rows: [{ id: 1 }, { id: 2 }], none: [] })).toEqual([
    ["rows.0.id", "1"],
    ["rows.1.id", "2"],
    ["none", "[]"],
  ]);
});

test("an instant is shown as a date, and any other number is shown unchanged", () => {
  const text = shownText(<Differences after={{ linkExpiresAt: 1_795_426_200_000, count: 1_795_426_200_000 }} />);
  expect(text).toContain("linkExpiresAt23 Nov 2026");
  expect(text).toContain("count1795426200000");
});
