import { expect, test } from "vitest";
import { mentionedIDs, mentionNames, readableMentions, storedMentions } from "#lib/contract/values/console/mentions.ts";

const people = [
  { staffID: "kim-1", name: "Kim" },
  { staffID: "kim-lee", name: "Kim Lee" },
  { staffID: "aaaaaa-1", name: "Alex (Night)" },
  { staffID: "bbbbbb-1", name: "Sam" },
  { staffID: "cccccc-1", name: "Sam" },
];
const names = mentionNames(people);

test.each([
  ["@Kim Lee, please", "<@kim-lee>, please"],
  ["(@Kim) and @Kim Lee", "(<@kim-1>) and <@kim-lee>"],
  ["@Kimberly is somebody else", "@Kimberly is somebody else"],
  ["@Alex (Night) knows", "<@aaaaaa-1> knows"],
  ["@Sam (bbbbbb) or @Sam", "<@bbbbbb-1> or @Sam"],
  ["mail kim@example.com", "mail kim@example.com"],
])("%s is stored as %s", (typed, stored) => {
  expect(storedMentions(typed, names)).toBe(stored);
});

test("a stored text is shown with the present names, and names nobody twice", () => {
  const text = "<@kim-lee> and <@gone>, <@kim-lee>!";
  expect(mentionedIDs(text)).toEqual(["kim-lee", "gone"]);
  expect(readableMentions(text, (staffID) => (staffID === "kim-lee" ? "Kim Park" : undefined))).toBe(
    "@Kim Park and @a removed person, @Kim Park!",
  );
});

test("hostile text is neither a mention nor slow", () => {
  expect(mentionedIDs(`${"<@".repeat(50_000)}<@${"x".repeat(65)}>`)).toEqual([]);
  expect(storedMentions("@".repeat(50_000), names)).toHaveLength(50_000);
  expect(mentionedIDs("<script>alert(1)</script><@a b>")).toEqual([]);
});
