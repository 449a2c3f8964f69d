import { beforeEach, expect, test } from "vitest";
import { runInPageContext, runInRoute } from "#server/bff/core/page-context.ts";
import { fake, reset, route, run, signedIn } from "./fake-pipeline.ts";

beforeEach(reset);

const notes = { requestID: "request" };

/** Reads two routes at the same time and a third route afterwards, as a page does. */
async function readThree(): Promise<void> {
  const read = () => runInRoute("GET /api/things", notes, () => run(route(), signedIn));
  await Promise.all([read(), read()]);
  await read();
}

const count = (step: string) => [...fake.steps, ...fake.reads].filter((one) => one === step).length;

test("a page reads and extends its session once, however many routes it calls", async () => {
  await runInPageContext({ notes, page: "/sandbox/customers" }, readThree);
  expect([count("session"), count("policy"), count("touched"), count("handled")]).toEqual([1, 1, 1, 3]);
});

test("each separate request reads the session again", async () => {
  await runInPageContext({ notes }, readThree);
  expect([count("session"), count("policy"), count("touched"), count("handled")]).toEqual([3, 3, 3, 3]);
});

test("the next page does not use the session of the previous page", async () => {
  const page = { notes, page: "/sandbox/customers" };
  await runInPageContext({ ...page }, readThree);
  fake.person = { ...fake.person, sessionHash: "another one" };
  await expect(runInPageContext({ ...page }, readThree)).rejects.toThrow("not signed in");
});
