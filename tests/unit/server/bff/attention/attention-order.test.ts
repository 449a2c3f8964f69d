import { expect, test } from "vitest";
import type { AttentionItem } from "#lib/contract/console/attention.ts";
import { attentionKinds, handlingOf } from "#lib/contract/values/console/attention-kinds.ts";
import { compareItems } from "#server/bff/attention/attention-registry.ts";

const item = (kind: AttentionItem["kind"], state?: string, since = "2026-11-20T12:00:00Z"): AttentionItem => ({
  kind,
  id: `${kind} ${state ?? ""} ${since}`,
  environment: "sandbox",
  title: kind,
  href: "/",
  since,
  ...(state !== undefined && { state }),
});

test("unknown outcomes come first, then stopped work, decisions, failures and changes outside, the newest first", () => {
  const shuffled = [
    item("elsewhere"),
    item("failed-write", "refused", "2026-11-19T12:00:00Z"),
    item("import-waiting", "finished"),
    item("failed-write", "refused"),
    item("bulk-waiting", "checked"),
    item("approval", "waiting"),
    item("stuck-job"),
    item("planned-suspended", "suspended"),
    item("unknown", "unknown"),
  ];
  expect(shuffled.toSorted(compareItems).map(({ id }) => id.replace(" 2026-11-20T12:00:00Z", ""))).toEqual([
    "unknown unknown",
    "planned-suspended suspended",
    "stuck-job ",
    "approval waiting",
    "bulk-waiting checked",
    "import-waiting finished",
    "failed-write refused",
    "failed-write refused 2026-11-19T12:00:00Z",
    "elsewhere ",
  ]);
});

test("a failed item can be marked as handled with a reason, and an item that waits for a result or a decision cannot", () => {
  expect(Object.fromEntries(attentionKinds.map((kind) => [kind, handlingOf({ kind })]))).toEqual({
    unknown: undefined,
    restored: undefined,
    "planned-suspended": undefined,
    "planned-missed": undefined,
    freeze: "without-reason",
    "stuck-job": "without-reason",
    approval: undefined,
    proposal: undefined,
    "proposal-limit": undefined,
    "approval-rule": undefined,
    "bulk-waiting": undefined,
    "import-waiting": undefined,
    "handed-over": undefined,
    "failed-job": "with-reason",
    "failed-write": "with-reason",
    "export-stopped": undefined,
    "export-failed": "with-reason",
    elsewhere: "without-reason",
  });
  expect(handlingOf({ kind: "bulk-waiting", state: "finished" })).toBe("with-reason");
});
