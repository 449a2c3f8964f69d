import { afterEach, expect, test, vi } from "vitest";
import { type CustomerScan, newScan, runScan, scanQuestion, withScanLine } from "#lib/query/customers/customer-scan.ts";
import { defaultCustomersView } from "#lib/url-state/customers-view.ts";

const customer = (customerID: string) => ({ customerID, companyName: "", deleted: false, contract: {}, adminUser: {} });

const page = (ids: string[], checked: number, total = 300) =>
  JSON.stringify({ customers: ids.map(customer), checked, total, after: `c${checked}`, asOf: "2026-11-22T10:30:00Z" });

const question = scanQuestion({ ...defaultCustomersView, plan: "essential" });

const problem = { code: "upstream_refused", detail: "Not any more", requestID: "r1", errors: [] };

afterEach(() => vi.unstubAllGlobals());

/** Runs a scan whose answer is `lines`, and calls `before` before each line. Returns every step of the scan. */
async function stepsOf(
  lines: readonly string[],
  before: CustomerScan = newScan,
  signal = new AbortController().signal,
) {
  const steps: CustomerScan[] = [];
  const requested: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    requested.push(path);
    return new Response(lines.map((line) => `${line}\n`).join(""));
  });
  await runScan("sandbox", question, before, signal, (scan) => void steps.push(scan));
  return { steps, requested, last: steps.at(-1) as CustomerScan };
}

test("a scan reports each page and ends with its last line", async () => {
  const { steps, last } = await stepsOf([page(["a"], 100), page(["b", "a"], 199), '{"end":"complete","drifted":true}']);
  expect(steps.map(({ phase, checked }) => [phase, checked])).toEqual([
    ["running", 0],
    ["running", 100],
    ["running", 199],
    ["complete", 199],
  ]);
  expect(last.customers.map(({ customerID }) => customerID)).toEqual(["a", "b"]);
  expect(last).toMatchObject({ total: 300, after: "c199", drifted: true });
});

test("an answer without its last line is interrupted, and keeps the matches", async () => {
  const { last } = await stepsOf([page(["a"], 100)]);
  expect(last).toMatchObject({ phase: "interrupted", checked: 100, customers: [{ customerID: "a" }] });
});

test("an answer that is not the console's is interrupted", async () => {
  expect((await stepsOf([page(["a"], 100), "<html>"])).last.phase).toBe("interrupted");
  expect((await stepsOf([page(["a"], 100), "{}"])).last.phase).toBe("interrupted");
});

test("a failure in the middle says why", async () => {
  const { last } = await stepsOf([page(["a"], 100), JSON.stringify({ end: "failed", drifted: false, problem })]);
  expect(last).toMatchObject({ phase: "failed", checked: 100, problem: { code: "upstream_refused" } });
});

test("a refusal before the first page is a failure with its reason", async () => {
  const steps: CustomerScan[] = [];
  vi.stubGlobal("fetch", async () => Response.json({ ...problem, status: 403 }, { status: 403 }));
  await runScan("sandbox", question, newScan, new AbortController().signal, (scan) => void steps.push(scan));
  expect(steps.at(-1)).toMatchObject({ phase: "failed", problem: { code: "upstream_refused" } });
});

test("a scan that is stopped keeps the matches, and continues after the last customer", async () => {
  const stopping = new AbortController();
  const stopped: CustomerScan[] = [];
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(`${page(["a"], 100)}\n`));
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
  await runScan("sandbox", question, newScan, stopping.signal, (scan) => {
    stopped.push(scan);
    if (scan.checked > 0) stopping.abort();
  });
  const kept = stopped.at(-1) as CustomerScan;
  expect(kept).toMatchObject({ phase: "stopped", checked: 100 });
  const { last, requested } = await stepsOf([page(["b"], 300), '{"end":"complete","drifted":false}'], kept);
  expect(requested[0]).toContain("from=100&after=c100");
  expect(last).toMatchObject({ phase: "complete", checked: 300 });
  expect(last.customers.map(({ customerID }) => customerID)).toEqual(["a", "b"]);
});

test("a list that becomes shorter never shows more checked customers than it has", () => {
  expect(withScanLine(newScan, page([], 100, 90)).checked).toBe(90);
});
