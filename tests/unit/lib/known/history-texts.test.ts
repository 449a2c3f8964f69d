import { expect, test } from "vitest";
import { isAlerted } from "#lib/contract/values/customers/elsewhere-alerts.ts";
import { historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { changedWords, changeWords } from "#lib/known/history-texts.ts";

const plan = { member: "plan", before: "essential", after: "professional" } as const;
const users = { member: "usersCount", before: 3, after: 4 } as const;
const name = { member: "companyName", before: "Acme", after: "Acme Ltd" } as const;
const deleted = { member: "deleted", before: false, after: true } as const;

test("a change is named by its members, and a deletion is named as a deletion", () => {
  expect(changedWords([plan])).toBe("Plan changed");
  expect(changedWords([plan, users])).toBe("Plan and number of users changed");
  expect(changedWords([name, plan, users])).toBe("Name, plan and number of users changed");
  expect(changedWords([deleted])).toBe("Deleted");
  expect(changedWords([{ ...deleted, before: true, after: false }])).toBe("Restored");
  expect(changedWords([plan, deleted])).toBe("Deleted, plan changed");
  expect(changedWords([plan, deleted, users])).toBe("Deleted, plan and number of users changed");
});

test("values have the names that pages show", () => {
  expect(changeWords(plan)).toBe("Plan: Essential → Professional");
  expect(changeWords({ member: "term", before: "monthly", after: "12-months" })).toBe("Term: Monthly → 12 months");
  expect(changeWords(users)).toBe("Number of users: 3 → 4");
  expect(changeWords(deleted)).toBe("Deleted");
});

test("the policy names no member, the members of the contract, or every member", () => {
  const alerted = (alerts: Parameters<typeof isAlerted>[0]) =>
    historyMembers.filter((member) => isAlerted(alerts, member));
  expect(alerted("none")).toEqual([]);
  expect(alerted("contract")).toEqual(["plan", "term"]);
  expect(alerted("every")).toEqual(historyMembers);
});
