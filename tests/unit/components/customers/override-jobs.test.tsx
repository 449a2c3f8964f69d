import { expect, test } from "vitest";
import { OverrideCheckbox } from "#components/customers/contract/override-jobs.tsx";
import type { OverridableJob } from "#lib/contract/customers/customer-jobs.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const stuck: OverridableJob = { jobID: "j1", unchangedSince: "2026-11-20T09:30:00.000Z" };
const unreadable: OverridableJob = {
  jobID: "j2",
  code: "upstream_failed",
  detail: "The sandbox API failed (500).",
  upstreamStatus: 500,
};

const shown = (...jobs: OverridableJob[]) =>
  shownText(
    <OverrideCheckbox
      environment="sandbox"
      jobs={jobs}
      checked={false}
      disabled={false}
      asked={0}
      onChange={() => {}}
    />,
  );

test("an override is offered with the reason of each job that blocks the change", () => {
  expect(shown(stuck)).toMatch(/^A job on this customer seems stuck but has not ended.*unchanged since/);
  expect(shown(stuck)).not.toContain("could not be read");
  expect(shown(unreadable)).toMatch(
    /^A job on this customer cannot be read, so it may still be running.*could not be read: The sandbox API failed \(500\)\./,
  );
  expect(shown(stuck, unreadable)).toMatch(/^Jobs on this customer seem stuck or cannot be read.*unchanged since/);
  for (const jobs of [[stuck], [unreadable]]) expect(shown(...jobs)).toContain("Send the change anyway");
});
