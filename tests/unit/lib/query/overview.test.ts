import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { overviewParts } from "#lib/contract/overview.ts";
import { keepHealthCurrent, overviewQueryOptions, overviewReadings } from "#lib/query/overview.ts";

const clients: QueryClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
});

function createClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  clients.push(client);
  return client;
}

const partOf = (query: URLSearchParams) => query.get("part") ?? "";

test("the page's first reading asks for the API's health when every other part has come or failed", async () => {
  const began: string[] = [];
  const ended: string[] = [];
  const gates = new Map(overviewParts.map((part) => [part as string, Promise.withResolvers<void>()]));
  gates.get("api")?.resolve();
  const readings = overviewReadings("sandbox", "30d", async (query) => {
    const part = partOf(query);
    began.push(part);
    await gates.get(part)?.promise;
    ended.push(part);
    return { [part]: {} };
  });
  const client = createClient();
  // In an order that must not matter.
  const reading = Promise.all(readings.toReversed().map((options) => client.prefetchQuery(options as never)));
  await vi.waitFor(() => expect(began).toHaveLength(overviewParts.length - 1));
  expect(began).not.toContain("api");
  gates.get("jobs")?.reject(new Error("no jobs"));
  for (const part of ["customersByDay", "plans", "terms"]) gates.get(part)?.resolve();
  await vi.waitFor(() => expect(ended).toHaveLength(3));
  expect(began).not.toContain("api");
  gates.get("operations")?.resolve();
  await reading;
  expect(began.at(-1)).toBe("api");
});

test("whenever another part has been read again the API's health is, and its own reading leads to no other", async () => {
  const client = createClient();
  const read: string[] = [];
  const watch = (environment: "sandbox" | "production", part: "api" | "jobs") =>
    new QueryObserver(
      client,
      overviewQueryOptions(environment, part, "30d", async (query) => {
        read.push(`${environment} ${partOf(query)}`);
        return { [part]: {} };
      }),
    ).subscribe(() => {});
  const ends = [watch("sandbox", "api"), watch("sandbox", "jobs"), watch("production", "jobs")];
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  ends.push(keepHealthCurrent(client, "sandbox"));
  read.length = 0;

  await client.refetchQueries({ queryKey: ["sandbox", "overview", "jobs"] });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(read).toEqual(["sandbox jobs", "sandbox api"]);

  await client.refetchQueries({ queryKey: ["sandbox", "overview", "api"] });
  await client.refetchQueries({ queryKey: ["production", "overview", "jobs"] });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(read).toEqual(["sandbox jobs", "sandbox api", "sandbox api", "production jobs"]);
  for (const end of ends) end();
});
