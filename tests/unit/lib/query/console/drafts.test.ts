import { beforeEach, expect, test, vi } from "vitest";
import { createDraftSaver, type DraftPlace } from "#lib/query/console/drafts.ts";

let kept: string[];
let tab: string | undefined;
let places: DraftPlace[];
let isReachable: boolean;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  [kept, tab, places, isReachable] = [[], undefined, [], true];
  return () => vi.useRealTimers();
});

const saver = () =>
  createDraftSaver<string>({
    key: "k",
    keepInTab: (content) => {
      tab = content;
      return true;
    },
    dropFromTab: () => {
      tab = undefined;
    },
    onKept: (place) => places.push(place),
    requests: {
      put: async (_key, content) => {
        if (!isReachable) throw new Error("offline");
        kept.push(`put ${content}`);
      },
      remove: async () => {
        kept.push("remove");
      },
    },
  });

test("the draft of a person who types without a pause is saved every two seconds, and again at the end", async () => {
  const draft = saver();
  for (let letter = 1; letter <= 9; letter += 1) {
    draft.change("a".repeat(letter));
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(kept).toEqual(["put aaaaa"]);
  await vi.advanceTimersByTimeAsync(600);
  expect(kept).toEqual(["put aaaaa", "put aaaaaaaaa"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(kept).toHaveLength(2);
});

test("the tab stores the draft while the console cannot be reached, and deletes it afterwards", async () => {
  const draft = saver();
  isReachable = false;
  draft.change("one");
  await draft.save();
  expect([tab, places]).toEqual(["one", ["tab"]]);
  isReachable = true;
  draft.change("two");
  await draft.save();
  expect([tab, places, kept]).toEqual([undefined, ["tab", "console"], ["put two"]]);
});

test("a page that closes saves its unsaved changes in the tab and in the console", async () => {
  const draft = saver();
  draft.change("one");
  draft.leave();
  expect(tab).toBe("one");
  await draft.save();
  expect(kept).toEqual(["put one"]);
});

test("a finished draft is not stored again by a change that was waiting", async () => {
  const draft = saver();
  draft.change("one");
  draft.settle();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([kept, tab]).toEqual([["remove"], undefined]);
});
