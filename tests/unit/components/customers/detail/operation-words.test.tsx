import { expect, test } from "vitest";
import { OperationRequest } from "#components/customers/detail/operation-words.tsx";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const operation = { kind: "change-contract", request: { plan: "professional" } } as unknown as Operation;
const shown = (before?: Operation["before"]) => shownText(<OperationRequest operation={{ ...operation, before }} />);

test("a change that was refused before the contract was read does not say that the contract had no value", () => {
  expect(shown({ plan: "essential" })).toMatch(/^Plan: Essential\s+Professional$/);
  expect(shown({})).toMatch(/^Plan: nothing\s+Professional$/);
  expect(shown()).toMatch(/^Plan\s+Professional$/);
});
