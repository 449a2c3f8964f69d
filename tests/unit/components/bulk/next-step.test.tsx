import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { canChooseFirst, NextStep } from "#components/bulk/next-step.tsx";
import { SessionProvider } from "#components/ui/session.tsx";
import type { Session } from "#lib/contract/console/session.ts";
import type { RunApproval } from "#lib/contract/operations/approval.ts";
import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { bulkRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const counts = Object.fromEntries(bulkRowStates.map((state) => [state, 0])) as Bulk["counts"];
const bulk = (given: Partial<Bulk>) =>
  ({
    bulkID: "b",
    environment: "sandbox",
    change: { plan: "pro" },
    source: { kind: "view", viewID: "v", name: "Old plans", query: "" },
    total: 0,
    counts,
    createdAt: "2026-11-27T10:00:00Z",
    ...given,
  }) as Bulk;

function shown(given: Partial<Bulk>): string {
  const session = { staff: { role: "editor" } } as Session;
  return shownText(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider session={session}>
        <NextStep bulk={bulk(given)} approval={undefined} signInHref="" first={undefined} onFirst={() => {}} />
      </SessionProvider>
    </QueryClientProvider>,
  );
}

test("a check that would find the same error again is not continued by the main button, and no number is shown", () => {
  const paused = { state: "paused", pausedFrom: "checking" } as const;
  const tooMany = shown({ ...paused, reason: { code: "too_many_planned", message: "There are more than 50." } });
  expect(tooMany).toBe("Nothing is being sent. Switchboard has not read all customers.Check againCancel");
  const unread = shown({ ...paused, reason: { code: "upstream_failed", message: "The API failed." } });
  expect(unread).toBe("Nothing is being sent. Switchboard has not read all customers.ResumeCancel");
});

test("while a bulk change waits for an approval, nobody chooses its first customer", () => {
  const checked = bulk({ state: "checked", counts: { ...counts, ready: 2 } });
  const waiting = { why: ["requested"], latest: { state: "waiting" } } as unknown as RunApproval;
  const approved = { why: ["bulk-rows"], latest: { state: "approved", isCurrent: true } } as unknown as RunApproval;
  expect([undefined, approved, waiting].map((approval) => canChooseFirst(checked, approval))).toEqual([
    true,
    true,
    false,
  ]);
});
