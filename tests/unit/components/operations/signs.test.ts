import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { trayButtonTexts } from "#components/operations/tray/tray-button-texts.ts";
import { markedIcon } from "#components/operations/tray/use-favicon-progress.ts";
import { refetchPauseMs } from "#components/operations/use-operation.ts";
import { operationAction, operationTitle } from "#components/ui/status/operation-texts.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { environments } from "#lib/contract/values/environments.ts";

test.each(environments)("the favicon of %s keeps its colours under the mark", (environment) => {
  const icon = readFileSync(resolve(import.meta.dirname, `../../../../public/icon-${environment}.svg`), "utf8").trim();
  const half = markedIcon(icon, { progress: 0.5, needsAttention: false });
  expect(half.startsWith(icon.replace("</svg>", ""))).toBe(true);
  expect(half).toContain('stroke-dasharray="50 100"');
  expect(half.endsWith("</svg>")).toBe(true);
  expect(markedIcon(icon, { needsAttention: true })).not.toContain("dasharray");
});

test("the tray's name contains the number of running entries and of entries that need attention", () => {
  expect(trayButtonTexts.label(0, 0)).toBe("My operations");
  expect(trayButtonTexts.label(2, 1)).toBe("My operations: 2 running, 1 needs attention");
});

test("every write has a title, for any request", () => {
  const title = (kind: Operation["kind"], request: Record<string, unknown>) => operationTitle({ kind, request });
  expect(title("create-customer", { companyName: " Ahorn " })).toBe("Create Ahorn");
  expect(title("create-customer", { companyName: 7 })).toBe("Create a customer");
  expect(title("change-contract", { plan: "enterprise", expected: {} })).toBe("Change plan to Enterprise");
  expect(title("change-contract", { term: "monthly" })).toBe("Change term to Monthly");
  expect(title("change-contract", {})).toBe("Change contract");
  const named = (request: Record<string, unknown>) =>
    operationTitle({ kind: "change-contract", request, companyName: "Ahorn" });
  expect(named({ plan: "enterprise" })).toBe("Change plan of Ahorn to Enterprise");
  expect(named({ term: "monthly" })).toBe("Change term of Ahorn to Monthly");
  expect(named({})).toBe("Change contract of Ahorn");
  const action = (kind: Operation["kind"], request: Record<string, unknown>) => operationAction({ kind, request });
  expect(action("create-customer", { companyName: "Ahorn" })).toBe("Create customer");
  expect(action("change-contract", { term: "monthly" })).toBe("Change term to Monthly");
  expect(title("move-customer", { plan: "enterprise" })).toBe("move-customer");
});

test("a page refreshes only while the result can change, and for an unknown result after each check", () => {
  const nowMs = Date.parse("2026-11-20T12:00:00Z");
  const ask = (changes: Partial<Operation>) => {
    const operation = { operationID: "o", kind: "create-customer", state: "accepted", ...changes } as Operation;
    return refetchPauseMs({ operation, asOf: "" }, undefined, nowMs);
  };
  expect(ask({ state: "sent" })).toBe(2_000);
  expect(ask({ jobID: "j" })).toBe(10_000);
  expect(ask({})).toBe(false);
  expect(ask({ state: "rejected" })).toBe(false);
  const finding = { at: "2026-11-20T11:59:00Z", message: "No customer matches yet.", customerIDs: [] };
  expect(ask({ state: "unknown", nextLookAt: "2026-11-20T12:02:00Z" })).toBe(3_000);
  expect(ask({ state: "unknown", finding, nextLookAt: "2026-11-20T12:00:09Z" })).toBe(10_000);
  expect(ask({ state: "unknown", finding, nextLookAt: "2026-11-20T18:00:00Z" })).toBe(60_000);
  expect(ask({ state: "unknown", finding })).toBe(false);
});
