import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LiveConnectionState } from "#components/jobs/live-state.tsx";
import { jobsQueryOptions } from "#lib/query/operations/jobs.ts";
import { RequestFailed } from "#lib/requests/shown-problem.ts";
import { defaultJobsView } from "#lib/url-state/jobs-view.ts";

test("a list of finished jobs still gets new jobs and says so, and a finished job does not change any more", () => {
  const shown = (isList: boolean) =>
    renderToStaticMarkup(<LiveConnectionState connection="live" watching={false} isList={isList} />);
  expect(shown(true)).toContain("Checks for new jobs");
  expect(shown(false)).toContain("No updates expected");
});

test("the list of jobs is read again automatically until the person may no longer read it", () => {
  const { refetchInterval } = jobsQueryOptions("sandbox", defaultJobsView);
  const after = (error: Error | null) =>
    typeof refetchInterval === "function" && refetchInterval({ state: { error } } as never);
  expect(after(null)).toBe(15_000);
  expect(after(new RequestFailed({ code: "forbidden", detail: "", errors: [] }))).toBe(false);
});
