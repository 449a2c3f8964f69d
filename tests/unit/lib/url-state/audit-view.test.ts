import fc from "fast-check";
import { expect, test } from "vitest";
import { auditActions } from "#lib/contract/values/access/audit-actions.ts";
import { environments } from "#lib/contract/values/environments.ts";
import {
  type AuditView,
  auditViewParams,
  changeAuditView,
  defaultAuditView,
  parseAuditView,
} from "#lib/url-state/audit-view.ts";

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const id = fc.uuid();
const number = fc.integer({ min: 1, max: 999_999_999 });

const views: fc.Arbitrary<AuditView> = fc.record({
  actors: fc.uniqueArray(id, { maxLength: 3 }),
  actions: fc.subarray([...auditActions], { maxLength: 5 }),
  customer: maybe(id),
  environment: maybe(fc.constantFrom(...environments)),
  text: maybe(fc.constantFrom("ada@test.example", "CASE-7 & more", "2001:db8::1", "ü=%25")),
  datefrom: maybe(fc.constantFrom("2026-01-01", "2026-02-28")),
  dateto: maybe(fc.constantFrom("2026-03-01", "2026-12-31")),
  before: maybe(number),
  event: maybe(number),
});

test("every view of the audit page survives the conversion to a URL and back", () => {
  fc.assert(
    fc.property(views, (view) => {
      const address = auditViewParams(view).toString();
      expect(parseAuditView(new URLSearchParams(address))).toEqual(view);
    }),
  );
});

test.each([
  ["action=dance", "an action that is none"],
  ["environment=staging", "an environment that is none"],
  ["before=-3&event=x", "numbers that are none"],
  ["actor=a%2Fb", "an ID that is none"],
])("the parameter %s is ignored", (query) => {
  expect(parseAuditView(new URLSearchParams(query))).toEqual(defaultAuditView);
});

test("a window whose end is before its beginning has no end", () => {
  const query = "datefrom=2026-02-02&dateto=2026-02-01";
  expect(parseAuditView(new URLSearchParams(query))).toEqual({ ...defaultAuditView, datefrom: "2026-02-02" });
});

test("another filter leads back to the newest event, and opening an event changes nothing else", () => {
  const view = { ...defaultAuditView, actors: ["s-1"], before: 90, event: 80 };
  expect(changeAuditView(view, { actions: ["sign-in"] })).toEqual({
    ...defaultAuditView,
    actors: ["s-1"],
    actions: ["sign-in"],
  });
  expect(changeAuditView(view, { event: undefined })).toEqual({ ...view, event: undefined });
  expect(changeAuditView(view, { before: 40 })).toEqual({ ...view, before: 40 });
});
