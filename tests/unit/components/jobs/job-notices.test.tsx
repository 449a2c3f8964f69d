import { expect, test } from "vitest";
import { JobNotices } from "#components/jobs/job-notices.tsx";
import type { Job } from "#lib/contract/job.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const asOf = "2026-11-20T09:30:00.000Z";
const nowMs = Date.parse(asOf) + 3 * 60_000;

function shown(given: Partial<Job>, missing?: "notFound" | "gone"): string {
  const job: Job = { jobID: "a", state: "running", stateText: "running", steps: [], raw: {}, ...given };
  return shownText(<JobNotices seen={{ job, asOf }} missing={missing} nowMs={nowMs} />);
}

test("a job's page says that the job has vanished only if the server has decided this", () => {
  expect(shown({}, "notFound")).toMatch(/^The API does not find this job at the moment/);
  expect(shown({}, "gone")).toMatch(/^The API no longer finds this job/);
  expect(shown({})).toBe("");
});

test("an unchanged job seems stuck only if the server says so", () => {
  expect(shown({ unchangedSince: asOf })).toMatch(/^No change for/);
  expect(shown({ unchangedSince: asOf })).not.toContain("seems stuck");
  expect(shown({ unchangedSince: asOf, stuckSince: asOf })).toContain("The job seems stuck");
});

test("a job's page shows each time at which the server saw the job go back", () => {
  const setbacks: Job["setbacks"] = [
    {
      at: asOf,
      from: { state: "running", stateText: "", progress: 0.6 },
      to: { state: "queued", stateText: "", progress: 0 },
    },
  ];
  expect(shown({ setbacks })).toContain("The job went back from running (60%) to queued (0%)");
});
