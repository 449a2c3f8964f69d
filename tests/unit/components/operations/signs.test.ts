import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { operationTitle } from "#components/operations/operation-title.ts";
import { trayTexts } from "#components/operations/tray/tray-texts.ts";
import { markedIcon } from "#components/operations/tray/use-favicon-progress.ts";
import { askAgainMs } from "#components/operations/use-operation.ts";
import { environments } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";

test.each(environments)("the favicon of %s stays what it is under its mark", (environment) => {
  const icon = readFileSync(resolve(import.meta.dirname, `../../../../public/icon-${environment}.svg`), "utf8").trim();
  const half = markedIcon(icon, { progress: 0.5, needsAttention: false });
  expect(half.startsWith(icon.replace("</svg>", ""))).toBe(true);
  expect(half).toContain('stroke-dasharray="50 100"');
  expect(half.endsWith("</svg>")).toBe(true);
  expect(markedIcon(icon, { needsAttention: true })).not.toContain("dasharray");
});

test("the tray's name says what there is to see", () => {
  expect(trayTexts.label(0, 0)).toBe("My operations");
  expect(trayTexts.label(2, 1)).toBe("My operations: 2 running, 1 needs attention");
});

test("a write has a title, whatever was asked", () => {
  const title = (kind: Operation["kind"], request: Record<string, unknown>) => operationTitle({ kind, request });
  expect(title("create-customer", { companyName: " Ahorn " })).toBe("Create Ahorn");
  expect(title("create-customer", { companyName: 7 })).toBe("Create a customer");
  expect(title("change-contract", { plan: "enterprise", expected: {} })).toBe("Change plan to enterprise");
  expect(title("change-contract", { term: "monthly" })).toBe("Change term to monthly");
  expect(title("change-contract", {})).toBe("Change contract");
  expect(title("move-customer", { plan: "enterprise" })).toBe("move-customer");
});

test("a page asks again only while more can come, and an unknown one when the console has looked", () => {
  const nowMs = Date.parse("2026-11-20T12:00:00Z");
  const ask = (changes: Partial<Operation>) => {
    const operation = { operationID: "o", kind: "create-customer", state: "accepted", ...changes } as Operation;
    return askAgainMs({ operation, asOf: "" }, undefined, nowMs);
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
