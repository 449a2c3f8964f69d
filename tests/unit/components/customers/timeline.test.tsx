import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { Timeline, type TimelineActivities } from "#components/customers/detail/timeline/timeline.tsx";
import { StickyNote } from "#components/ui/icon/icons.tsx";
import type { TimelineSource } from "#components/ui/timeline/timeline-source.ts";
import { RequestFailed } from "#lib/requests/shown-problem.ts";
import { parseTimelineView } from "#lib/url-state/timeline-view.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const idle = { error: null, isPending: false, isFetching: false, refetch: () => undefined };

const notes = (count: number, hasOlder = false): TimelineSource => ({
  kind: "notes",
  entries: Array.from({ length: count }, (_, index) => ({
    key: `note ${index}`,
    at: new Date(Date.UTC(2026, 10, 20) - index * 3_600_000).toISOString(),
    kinds: ["notes"] as const,
    icon: StickyNote,
    content: <p>[note {index}]</p>,
  })),
  hasOlder,
  ...idle,
});

const operationState: TimelineSource = {
  kind: "states",
  entries: [
    {
      key: "state",
      at: "2026-11-21T10:00:00.000Z",
      kinds: ["states"],
      isDetail: true,
      icon: StickyNote,
      content: "[state of an operation]",
    },
  ],
  hasOlder: false,
  ...idle,
};

const refused = new RequestFailed({
  code: "upstream_refused",
  detail: "The API refused the request.",
  errors: [{ message: `not for\nthis key${"!".repeat(1_000)}` }],
});

const activities = (changes: Partial<TimelineActivities> = {}): TimelineActivities => ({
  summary: undefined,
  ...idle,
  icon: StickyNote,
  line: ({ from, to }) => ({ time: `${from} ${to}`, content: "[activities]" }),
  list: "[list of activities]",
  coverage: undefined,
  window: "[window]",
  ...changes,
});

const shown = (query: string, sources: readonly TimelineSource[], of: TimelineActivities | undefined = activities()) =>
  shownText(
    <QueryClientProvider client={new QueryClient()}>
      <Timeline
        view={parseTimelineView(new URLSearchParams(query))}
        onView={() => undefined}
        sources={sources}
        activities={of}
        asOnButton={undefined}
        asOnAnswer={undefined}
        newNote={undefined}
        notice={undefined}
      />
    </QueryClientProvider>,
  );
const countOf = (text: string) => text.match(/\[note/g)?.length ?? 0;

test("a timeline shows twenty entries at first and offers older ones, and the URL contains how many parts are shown", () => {
  expect(countOf(shown("", [notes(50)]))).toBe(20);
  expect(shown("", [notes(50)])).toContain("Show older");
  expect(countOf(shown("parts=2", [notes(50)]))).toBe(40);
  expect(countOf(shown("parts=3", [notes(50)]))).toBe(50);
  expect(shown("parts=3", [notes(50)])).not.toContain("Show older");
  expect(shown("", [notes(5, true)])).toContain("Show older");
});

test("a timeline offers filters only for existing kinds of entries, and for the kind that the URL names", () => {
  const kinds = (text: string) => /^Timeline(.*?)(\[|\d)/.exec(text)?.[1];
  expect(kinds(shown("", [notes(1)]))).toBe("AllNotes");
  expect(kinds(shown("show=jobs,notes", [notes(1)]))).toBe("AllJobsNotes");
});

test("a state that follows from an operation is shown with the filter States, but not beside the operation", () => {
  expect(shown("", [operationState])).not.toContain("[state of an operation]");
  expect(shown("", [operationState])).toContain("Nothing to show.");
  expect(shown("show=states", [operationState])).toContain("[state of an operation]");
});

test("failed lists are named in one line, with the API's own message on one line of limited length", () => {
  const text = shown("", [{ ...notes(0), error: refused }], activities({ error: refused }));
  expect(text).toContain("Not loaded: Notes, Activities. The API refused the request. not for this key!");
  expect(text.length).toBeLessThan(600);
  expect(shown("", [{ ...notes(2), error: refused }])).toContain("Not up to date: Notes.");
});

test("the filter for activities shows them as a separate list, which a missing customer does not have", () => {
  expect(shown("show=activities", [notes(2)])).toContain("[list of activities]");
  expect(shown("", [notes(2)])).toContain("[window]");
  expect(shown("show=notes", [notes(2)])).not.toContain("[window]");
});
