import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LiveConnectionState } from "#components/jobs/live-state.tsx";
import { listQueryOptions } from "#lib/query/list-query.ts";

test("a list whose jobs are finished still gets new jobs, and says so; a finished job changes no more", () => {
  const shown = (isList: boolean) =>
    renderToStaticMarkup(<LiveConnectionState connection="live" watching={false} isList={isList} />);
  expect(shown(true)).toContain("Checks for new jobs");
  expect(shown(false)).toContain("No updates expected");
  expect(listQueryOptions("jobs", "sandbox", { limit: 25, offset: 0 }).refetchInterval).toBe(15_000);
});
