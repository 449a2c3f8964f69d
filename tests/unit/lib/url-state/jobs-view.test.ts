import { expect, test } from "vitest";
import { changeJobsView, defaultJobsView, jobsQuery, jobsViewParams, parseJobsView } from "#lib/url-state/jobs-view.ts";

test("several states are one parameter, in the order of the states, and what is no state is ignored", () => {
  const view = parseJobsView(new URLSearchParams("state=failed,running,lost&limit=50&offset=50"));
  expect(view).toEqual({ states: ["running", "failed"], limit: 50, offset: 50 });
  expect(jobsViewParams(view).toString()).toBe("state=running%2Cfailed&limit=50&offset=50");
  expect(jobsQuery(view).get("state")).toBe("running,failed");
  expect(changeJobsView(view, { states: ["failed"] })).toMatchObject({ offset: 0 });
});

test("without a filter the query is that of the API's list", () => {
  expect(jobsQuery(defaultJobsView).toString()).toBe("limit=25&offset=0");
});
