import { describe, expect, test } from "vitest";
import { panelNames } from "#components/ui/status/route-texts.ts";
import { type OutcomeDetail, outcomeDetailOf, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import { canStartAgain, createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import { contractChangeOf, describeKind, operationKinds } from "#lib/operation-kinds/operation-kinds.ts";
import { outcomeSentence, outcomeWords } from "#lib/operation-kinds/outcome-texts.ts";
import { routeAddress } from "#lib/paths.ts";
import { parseCreationView } from "#lib/url-state/creation-view.ts";
import { routes } from "#server/bff/rooms.ts";

const operation = (changes: Partial<Operation> = {}): Operation => ({
  operationID: "o 1",
  kind: "create-customer",
  environment: "sandbox",
  state: "accepted",
  outcome: "done",
  actor: { staffID: "s1", email: "edith@test.example" },
  request: { companyName: "Ahorn" },
  createdAt: "2026-11-20T12:00:00.000Z",
  ...changes,
});

const details = Object.keys(outcomeOfDetail) as OutcomeDetail[];
const plain = { customerID: "c1", isRepeated: false, isUndone: false };

describe.each(operationKinds.map((kind) => [kind.kind, kind] as const))("the operation kind %s", (name, kind) => {
  test("the kind is started by a route of the console, which pages call by its name", () => {
    expect(routes.map(({ key }) => key as string)).toContain(kind.route);
    expect(panelNames[kind.route]).toBe(kind.noun);
    expect(describeKind(name)).toBe(kind);
  });

  test("the kind has a sentence for every outcome", () => {
    for (const detail of details) {
      expect(outcomeSentence(detail, name), detail).toMatch(/^[A-Z].*\.$/);
    }
  });

  test("the next steps of the kind lead only to pages", () => {
    for (const detail of details) {
      for (const step of kind.nextSteps({ operation: operation({ kind: name }), detail, ...plain })) {
        expect(step.href, step.label).toMatch(/^\/sandbox\/customers\//);
      }
    }
  });
});

test("a kind of a newer version is shown by its name and by its outcome", () => {
  expect(describeKind("move-customer")).toBeUndefined();
  expect(outcomeSentence("refused", "move-customer")).toBe(outcomeWords.refused);
  expect(contractChangeOf({ kind: "move-customer", request: { plan: "enterprise" } })).toBeUndefined();
});

test("the URL of a route contains its parts, encoded", () => {
  const address = routeAddress(changeContractKind.route, { environment: "sandbox", customerID: "a/b c" });
  expect(address).toBe("/api/sandbox/customers/a%2Fb%20c/contract");
  expect(routeAddress(createCustomerKind.route, { environment: "production" })).toBe("/api/production/customers");
});

describe("a creation", () => {
  test("a creation lists its values, and says if it has no address", () => {
    const request = { companyName: "Ahorn", plan: "enterprise", usersCount: 7 };
    expect(createCustomerKind.values({ request }).map(({ name, value }) => [name, value])).toEqual([
      ["Company name", "Ahorn"],
      ["Plan", "enterprise"],
      ["Term", undefined],
      ["Administrator e-mail", "none"],
      ["Users", "7"],
    ]);
  });

  test("a creation may be started again only without effect, or with an unknown outcome", () => {
    for (const detail of details) {
      const isPossible = canStartAgain(operation(), detail);
      const steps = createCustomerKind.nextSteps({ operation: operation(), detail, ...plain });
      expect(
        steps.some(({ icon }) => icon === "again"),
        detail,
      ).toBe(isPossible);
    }
    expect(details.filter((detail) => canStartAgain(operation(), detail))).toEqual([
      "failed",
      "cancelled",
      "vanished",
      "not-sent",
      "refused",
      "prevented",
      "unknown",
      "effect-not-seen",
    ]);
    expect(canStartAgain(operation({ kind: "change-contract" }), "failed")).toBe(false);
  });

  test("a creation leads to a form with its values, which first explains an unknown outcome", () => {
    const again = (detail: OutcomeDetail, isRepeated: boolean) => {
      const steps = createCustomerKind.nextSteps({ operation: operation(), detail, ...plain, isRepeated });
      return steps.find(({ icon }) => icon === "again");
    };
    const { search } = new URL(again("failed", false)?.href ?? "", "http://console.example");
    expect(parseCreationView(new URLSearchParams(search))).toEqual({ again: "o 1", like: undefined, step: "form" });
    expect(again("failed", false)).toMatchObject({ variant: "primary", note: expect.stringMatching(/^This starts/) });
    expect(again("failed", true)).toMatchObject({
      variant: "secondary",
      note: expect.stringMatching(/^It was already/),
    });
    expect(again("unknown", false)).toMatchObject({ variant: "quiet", note: expect.stringMatching(/second customer/) });
  });
});

describe("a contract change", () => {
  const changed = operation({
    kind: "change-contract",
    request: { plan: "enterprise", expected: { plan: "essential" } },
    customerID: "c1",
    before: { plan: "essential", term: "monthly" },
    after: { plan: "enterprise", term: "monthly" },
    confirmedAt: "2026-11-20T12:01:00.000Z",
    verifiesEffect: true,
  });
  const labels = (one: Operation, more: Partial<typeof plain> = {}) =>
    changeContractKind
      .nextSteps({ operation: one, detail: outcomeDetailOf(one), ...plain, ...more })
      .map(({ label }) => label);

  test("a contract change names the member that it changes, with both values", () => {
    expect(contractChangeOf(changed)).toEqual({ member: "plan", before: "essential", value: "enterprise" });
    expect(changeContractKind.values(changed)).toMatchObject([
      { name: "Plan", member: "plan", before: "essential", value: "enterprise" },
    ]);
    const unread = operation({ kind: "change-contract", request: { term: "12-months" } });
    expect(changeContractKind.values(unread)).toMatchObject([{ name: "Term", before: null, value: "12-months" }]);
  });

  test("a contract change can be undone once it is verified and has not been undone", () => {
    expect(labels(changed)).toEqual(["Undo…"]);
    expect(labels(changed, { isUndone: true })).toEqual([]);
    expect(labels({ ...changed, confirmedAt: undefined })).toEqual([]);
  });

  test("a contract change can be tried again on the customer's page once it has failed, but not while it is checked", () => {
    const failed = { ...changed, state: "rejected", confirmedAt: undefined } as const;
    expect(labels(failed)).toEqual(["Start again with this plan"]);
    // The link opens the form with the failed change's value.
    const [again] = changeContractKind.nextSteps({ operation: failed, detail: outcomeDetailOf(failed), ...plain });
    expect(new URL(again?.href ?? "", "http://x").search).toBe("?change=plan&value=enterprise");
    expect(labels({ ...failed, request: {} })).toEqual(["Change the contract on the customer's page"]);
    expect(labels({ ...failed, state: "unknown" })).toEqual([]);
  });
});
