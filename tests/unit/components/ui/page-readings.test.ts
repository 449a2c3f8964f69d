import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { isSharedReason, rereadOutdated, summarisePageReadings } from "#components/ui/panel/use-page-readings.ts";
import { ownRecordReading, pageReading } from "#lib/query/page-reading.ts";
import { RequestFailed, type ShownProblem } from "#lib/requests/shown-problem.ts";

const at = (minute: number) => `2026-11-22T10:${minute}:00.000Z`;

interface Panel {
  data?: unknown;
  problem?: ShownProblem["code"];
  isPageReading?: false;
  isOwnRecord?: true;
  isShown?: false;
}

/** Returns the summary in the header of a page with these panels. */
async function summaryOf(panels: readonly Panel[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const [index, { data, problem, isPageReading, isOwnRecord, isShown }] of panels.entries()) {
    const queryKey = ["panel", index];
    const queryFn = () => {
      if (problem) throw new RequestFailed({ code: problem, detail: "", errors: [] });
      return data;
    };
    const observer = new QueryObserver(client, {
      queryKey,
      queryFn,
      staleTime: Number.POSITIVE_INFINITY,
      ...(isPageReading !== false && { meta: isOwnRecord ? ownRecordReading : pageReading }),
    });
    if (data !== undefined) client.setQueryData(queryKey, data);
    if (isShown !== false) observer.subscribe(() => {});
    if (problem) await observer.refetch();
  }
  return summarisePageReadings(client);
}

test("a page is as old as its oldest panel, and a panel that is read in parts is as old as its first part", async () => {
  expect((await summaryOf([{ data: { asOf: at(12) } }, { data: { asOf: at(11) } }])).asOf).toBe(at(11));
  expect((await summaryOf([{ data: { pages: [{ asOf: at(13) }, { asOf: at(14) }] } }])).asOf).toBe(at(13));
  expect((await summaryOf([{ data: { asOf: at(12) } }, { data: { noAge: true } }])).asOf).toBe(at(12));
  expect(await summaryOf([])).toEqual({ isWithoutAPI: false });
});

test("parts that are not on the page do not count", async () => {
  const panels = [{ data: { asOf: at(12) } }, { data: { asOf: at(10) }, isShown: false as const }];
  expect((await summaryOf([...panels, { data: { asOf: at(10) }, isPageReading: false }])).asOf).toBe(at(12));
});

test("a page that shows older data is as old as the older data, however many of its panels are current", async () => {
  const stale = { asOf: at(10), stale: true, retryAt: at(31) };
  const shown = { asOf: at(10), currentAsOf: at(12), stale };
  expect(await summaryOf([{ data: { asOf: at(12) } }, { data: stale }])).toMatchObject(shown);
  const failed = { data: { asOf: at(10) }, problem: "upstream_failed" as const };
  expect((await summaryOf([{ data: { asOf: at(12) } }, failed])).asOf).toBe(at(10));
  expect(await summaryOf([failed])).toMatchObject({ asOf: at(10), currentAsOf: undefined });
});

test("Switchboard's own records do not make a page with old data of the API current", async () => {
  const own = { data: { asOf: at(27) }, isOwnRecord: true as const };
  const stale = { asOf: at(24), stale: true };
  expect((await summaryOf([own, { data: stale }])).asOf).toBe(at(24));
  expect((await summaryOf([own, { data: { asOf: at(24) }, problem: "upstream_unreachable" }])).asOf).toBe(at(24));
  expect((await summaryOf([{ ...own, problem: "store_unavailable" }, { data: { asOf: at(28) } }])).asOf).toBe(at(27));
});

test("an outage means that several panels cannot be read for the same reason", async () => {
  const down = { problem: "upstream_unreachable" as const };
  expect((await summaryOf([down, down])).outage?.code).toBe("upstream_unreachable");
  expect((await summaryOf([down, { data: { asOf: at(12) } }])).outage).toBeUndefined();
  expect((await summaryOf([{ problem: "not_found" }, { problem: "not_found" }])).outage).toBeUndefined();
});

test("the banner above earlier data gives the reason of every part that the API keeps from being read", async () => {
  const stale = { data: { asOf: at(10), stale: true } };
  const problem = (code: ShownProblem["code"]): ShownProblem => ({ code, detail: "", errors: [] });
  const withBanner = await summaryOf([stale, { problem: "upstream_paused" }]);
  expect(isSharedReason(withBanner, problem("upstream_paused"))).toBe(true);
  expect(isSharedReason(withBanner, problem("upstream_unreachable"))).toBe(true);
  expect(isSharedReason(withBanner, problem("upstream_refused"))).toBe(false);
  expect(isSharedReason(withBanner, problem("store_unavailable"))).toBe(false);
  const withoutBanner = await summaryOf([{ data: { asOf: at(10) } }, { problem: "upstream_paused" }]);
  expect(isSharedReason(withoutBanner, problem("upstream_paused"))).toBe(false);
});

test("a page that read nothing from the API is not as old as Switchboard's own records on it", async () => {
  const own = { data: { asOf: at(12) }, isOwnRecord: true as const };
  const down = { problem: "upstream_unreachable" as const };
  expect(await summaryOf([own, down])).toMatchObject({ asOf: undefined, isWithoutAPI: true });
  // The header shows an age if the page shows earlier data, or if no read has failed.
  expect((await summaryOf([own, down, { data: { asOf: at(11) } }])).asOf).toBe(at(11));
  expect((await summaryOf([own, { data: { asOf: at(10) }, ...down }])).asOf).toBe(at(10));
  expect((await summaryOf([own])).asOf).toBe(at(12));
});

test("when the API answers again, only missing and outdated data are read again", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const reads: string[] = [];
  const answers = { current: { asOf: at(12) }, stale: { asOf: at(10), stale: true }, failed: undefined };
  for (const [name, answer] of Object.entries(answers)) {
    new QueryObserver(client, {
      queryKey: [name],
      queryFn: () => {
        reads.push(name);
        if (answer === undefined && reads.length < 4)
          throw new RequestFailed({ code: "upstream_paused", detail: "", errors: [] });
        return reads.length < 4 ? answer : { asOf: at(20) };
      },
      meta: pageReading,
    }).subscribe(() => {});
  }
  await expect.poll(() => reads).toEqual(["current", "stale", "failed"]);
  await rereadOutdated(client);
  expect(reads).toEqual(["current", "stale", "failed", "stale", "failed"]);
  expect(summarisePageReadings(client)).toMatchObject({ stale: undefined, outage: undefined, asOf: at(12) });
});
