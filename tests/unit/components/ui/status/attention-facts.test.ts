import { expect, test } from "vitest";
import { attentionFacts } from "#components/ui/status/attention-texts.ts";
import type { AttentionItem } from "#lib/contract/console/attention.ts";

const person = { staffID: "1", email: "edith@test.example", name: "Edith Jansen" };
const item: AttentionItem = {
  kind: "change-limit",
  id: "r",
  environment: "sandbox",
  title: "Edith Jansen",
  person,
  href: "/attention",
};

test("the facts of an item do not repeat its title", () => {
  expect(attentionFacts(item)).toBe("");
  expect(attentionFacts({ ...item, person: { ...person, staffID: "2", name: "Ada de Vries" } })).toBe("Ada de Vries");
  expect(
    attentionFacts({ ...item, kind: "bulk-waiting", title: "Acme", change: { member: "plan", value: "pro" } }),
  ).toBe("Change plan to pro · Edith Jansen");
});
