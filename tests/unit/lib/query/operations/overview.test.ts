import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { overviewParts } from "#lib/contract/values/console/overview-parts.ts";
import { overviewReadings } from "#lib/query/operations/overview.ts";

test("every part is read once, and a part that fails does not affect the others", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const began: string[] = [];
  const readings = overviewReadings("sandbox", "30d", async (query) => {
    const part = query.get("part") ?? "";
    began.push(part);
    if (part === "jobs") throw new Error("no jobs");
    return { [part]: {} };
  });
  await Promise.all(readings.map((options) => client.prefetchQuery(options as never)));
  expect(began.toSorted()).toEqual([...overviewParts].toSorted());
  const failed = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === "error");
  expect(failed.map(({ queryKey }) => queryKey)).toEqual([["sandbox", "overview", "jobs"]]);
  client.clear();
});
