import { expect, test } from "vitest";
import { type Announcement, withAnnouncement } from "#components/ui/announcements.ts";

const said = (text: string, at: number): Announcement => ({ text, at, number: at, region: "page" });
const texts = (all: readonly Announcement[]) => all.map(({ text }) => text);

test("two simultaneous announcements are both announced", () => {
  const first = withAnnouncement([], said("Job of Acme: Succeeded", 1_000));
  expect(texts(withAnnouncement(first, said("Create customer, Acme: done", 1_001)))).toEqual([
    "Job of Acme: Succeeded",
    "Create customer, Acme: done",
  ]);
});

test("the next announcement removes one that is no longer new", () => {
  const first = withAnnouncement([], said("Copied", 1_000));
  expect(texts(withAnnouncement(first, said("The page is up to date", 2_000)))).toEqual(["The page is up to date"]);
});

test("a repeated announcement is shown once, as new", () => {
  const first = withAnnouncement([], said("Copied", 1_000));
  const again = withAnnouncement(first, said("Copied", 1_500));
  expect(again).toEqual([said("Copied", 1_500)]);
});

test("only the newest of several announcements about the same subject is kept", () => {
  const first = withAnnouncement([], { ...said("You are offline.", 1_000), about: "connection" });
  const both = withAnnouncement(first, said("Copied", 1_100));
  const next = withAnnouncement(both, { ...said("You are online again.", 1_200), about: "connection" });
  expect(texts(next)).toEqual(["Copied", "You are online again."]);
});
