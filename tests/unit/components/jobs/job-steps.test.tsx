import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { JobStepStatus } from "#components/ui/status/job-state.tsx";
import type { Job, JobStep } from "#lib/contract/job.ts";

const shown = (job: Job["state"], step: JobStep["state"]) =>
  renderToStaticMarkup(
    <JobStepStatus job={{ state: job }} step={{ name: "allocate", state: step, stateText: step }} />,
  );

test("a step that waits in a job that has failed or was cancelled was not run", () => {
  expect(shown("failed", "queued")).toContain("Not run");
  expect(shown("cancelled", "queued")).toContain("Not run");
});

test.each([
  ["running", "queued", "Queued"],
  ["succeeded", "queued", "Queued"],
  ["failed", "succeeded", "Succeeded"],
  ["failed", "failed", "Failed"],
  ["failed", "running", "Running"],
] as const)("in a job that is %s, a step that is %s is called %s", (job, step, word) => {
  expect(shown(job, step)).toContain(word);
});
