import { expect, test } from "vitest";
import { maxSentence, oneLineOf, resultSentence } from "#lib/operations/result-sentence.ts";

const problem = {
  type: "urn:x",
  title: "Refused",
  status: 400,
  detail: "Switchboard did not send it.",
  code: "upstream_refused" as const,
  errors: [
    { field: "plan", message: "is not available" },
    { field: "term", message: "term must be shorter" },
  ],
  requestID: "r-1",
};
const sentAt = "2026-11-20T10:00:00.000Z";
const job = { stateText: "failed", seenAt: sentAt };

test.each([
  [
    "the messages of a refusal, each with its member named once",
    { state: "rejected" as const, sentAt, problem },
    { text: "plan: is not available term must be shorter", isFromAPI: true },
  ],
  [
    "the reason of a failed job",
    { state: "accepted" as const, sentAt, jobID: "j", job: { ...job, state: "failed" as const, reason: "No numbers" } },
    { text: "No numbers", isFromAPI: true },
  ],
  [
    "the console's own sentence, if nothing was sent",
    { state: "rejected" as const, problem: { ...problem, code: "contract_changed" as const } },
    { text: "Switchboard did not send it.", isFromAPI: false },
  ],
  [
    "undefined, if no reason was given",
    { state: "rejected" as const, sentAt, problem: { ...problem, errors: [] } },
    undefined,
  ],
  [
    "undefined, if the write succeeded",
    { state: "accepted" as const, sentAt, jobID: "j", job: { ...job, state: "succeeded" as const, reason: "Fine" } },
    undefined,
  ],
])("the reason of a write is %s", (_, write, sentence) => {
  expect(resultSentence(write)).toEqual(sentence);
});

test("a text of the API is one line of limited length, and no character of it is cut in half", () => {
  expect(oneLineOf("  a\n\u2028 b\u0000c ")).toBe("a b c");
  const cut = oneLineOf("😀".repeat(50_000));
  expect([...cut]).toHaveLength(maxSentence + 1);
  expect(cut.isWellFormed()).toBe(true);
  expect(cut.endsWith("…")).toBe(true);
});
