import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { viewAnswerSchema, viewListSchema } from "#lib/contract/console/view.ts";
import { maxViewNameLength } from "#lib/contract/values/limits.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";

let console: TestBff;
const cookies: Record<string, string> = {};
/** Called after the console has read a view and before it takes the next step. */
let afterRead: () => Promise<void> = async () => {};

beforeAll(async () => {
  const people = ["viewer", "editor", "administrator"] as const;
  console = await createTestBff({
    openStore: async (url) => {
      const store = await openStore(url);
      const find: typeof store.views.find = async (...asked) => {
        const found = await store.views.find(...asked);
        await afterRead();
        return found;
      };
      return { ...store, views: { ...store.views, find } };
    },
    staff: [
      ...people.map((role) => ({ email: `${role}@test.example`, role })),
      { email: "other@test.example", role: "editor" },
    ],
  });
  for (const name of [...people, "other"]) cookies[name] = await console.signIn(`${name}@test.example`);
});

afterAll(() => console.close());

const send = (who: string, method: string, path: string, body?: unknown) =>
  console.send(method, path, { cookie: cookies[who], ...(body === undefined ? {} : { body }) });

async function create(who: string, body: Record<string, unknown>) {
  const answer = await send(who, "POST", "/api/views", { query: "", ...body });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return viewAnswerSchema.parse(await answer.json()).view;
}

async function namesFor(who: string): Promise<string[]> {
  const answer = await send(who, "GET", "/api/views");
  return viewListSchema.parse(await answer.json()).views.map(({ name }) => name);
}

describe("a person's own view", () => {
  test("a view keeps the query without its page, environment and unknown parameters, and with a relative window", async () => {
    const query = "window=90d&searchTerm=%20acme%20&offset=50&limit=100&widenedFrom=7d&view=x&surplus=1&sort=salary";
    const layout = { columns: ["plan", "salary", "plan", "created"], density: "compact" };
    const view = await create("viewer", { name: "  Acme, 90 days ", query, layout });
    expect(view).toMatchObject({
      name: "Acme, 90 days",
      query: "window=90d&searchTerm=acme&limit=100",
      layout: { columns: ["plan", "created"], density: "compact" },
      shared: false,
      mine: true,
      owner: { name: "viewer@test.example" },
    });
    expect(await namesFor("viewer")).toContain("Acme, 90 days");
  });

  test("a view is hidden from other people, even from an administrator", async () => {
    const { viewID } = await create("viewer", { name: "Secret" });
    for (const who of ["editor", "administrator"]) {
      expect(await namesFor(who)).not.toContain("Secret");
      expect((await send(who, "PATCH", `/api/views/${viewID}`, { name: "Mine" })).status).toBe(404);
      expect((await send(who, "DELETE", `/api/views/${viewID}`)).status).toBe(404);
    }
    expect((await send("viewer", "PATCH", `/api/views/${viewID}`, { query: "window=all" })).status).toBe(200);
    expect((await send("viewer", "DELETE", `/api/views/${viewID}`)).status).toBe(204);
    expect((await send("viewer", "DELETE", `/api/views/${viewID}`)).status).toBe(404);
  });

  test("a view has a name that its owner can use only once", async () => {
    await create("viewer", { name: "Once" });
    const { viewID } = await create("viewer", { name: "Twice" });
    for (const answer of [
      await send("viewer", "POST", "/api/views", { name: "ONCE", query: "" }),
      await send("viewer", "PATCH", `/api/views/${viewID}`, { name: "once" }),
    ]) {
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        code: "invalid_request",
        errors: [{ field: "name", message: expect.stringContaining("already") }],
      });
    }
    await create("editor", { name: "Once" });
  });
});

describe("a shared view", () => {
  test("a shared view is visible to everybody, with its owner", async () => {
    const { viewID } = await create("editor", { name: "Team", query: "window=30d", shared: true });
    const answer = await send("viewer", "GET", "/api/views");
    const { views } = viewListSchema.parse(await answer.json());
    expect(views.find((view) => view.viewID === viewID)).toMatchObject({
      shared: true,
      mine: false,
      owner: { name: "editor@test.example" },
    });
  });

  test("only an editor can share, change or delete a shared view", async () => {
    expect((await send("viewer", "POST", "/api/views", { name: "All", query: "", shared: true })).status).toBe(403);
    const own = await create("viewer", { name: "Own" });
    expect((await send("viewer", "PATCH", `/api/views/${own.viewID}`, { shared: true })).status).toBe(403);
    const { viewID } = await create("editor", { name: "Of the editors", shared: true });
    expect((await send("viewer", "PATCH", `/api/views/${viewID}`, { name: "Mine" })).status).toBe(403);
    expect((await send("viewer", "DELETE", `/api/views/${viewID}`)).status).toBe(403);
    const renamed = await send("other", "PATCH", `/api/views/${viewID}`, { name: "Of all editors" });
    expect(viewAnswerSchema.parse(await renamed.json()).view).toMatchObject({ name: "Of all editors", mine: false });
    expect((await send("administrator", "DELETE", `/api/views/${viewID}`)).status).toBe(204);
  });

  test("only its owner can unshare a view", async () => {
    const { viewID } = await create("editor", { name: "For a while", shared: true });
    expect((await send("other", "PATCH", `/api/views/${viewID}`, { shared: false })).status).toBe(403);
    expect((await send("editor", "PATCH", `/api/views/${viewID}`, { shared: false })).status).toBe(200);
    expect((await send("other", "PATCH", `/api/views/${viewID}`, { name: "Mine" })).status).toBe(404);
  });
});

test.each([
  ["PATCH", { name: "Mine" }],
  ["DELETE", undefined],
])("a view that its owner unshares while another person's %s is in progress stays unchanged", async (method, body) => {
  const { viewID } = await create("editor", { name: `Shared until ${method}`, shared: true });
  afterRead = async () => {
    afterRead = async () => {};
    expect((await send("editor", "PATCH", `/api/views/${viewID}`, { shared: false })).status).toBe(200);
  };
  expect((await send("other", method, `/api/views/${viewID}`, body)).status).toBe(404);
  expect(await namesFor("editor")).toContain(`Shared until ${method}`);
});

test.each([
  ["no name", { name: " ", query: "" }, "name"],
  ["a name that is too long", { name: "x".repeat(maxViewNameLength + 1), query: "" }, "name"],
  ["a name of two lines", { name: "one\ntwo", query: "" }, "name"],
  ["a query that is too long", { name: "Long", query: `searchTerm=${"x".repeat(2_000)}` }, "query"],
  ["an owner", { name: "Somebody's", query: "", owner: { staffID: "x" } }, "owner"],
  ["an unknown density", { name: "Dense", query: "", layout: { columns: [], density: "none" } }, "layout.density"],
  [
    "a thousand columns",
    { name: "Wide", query: "", layout: { columns: Array(1_000).fill("plan"), density: "compact" } },
    "layout.columns",
  ],
])("a view with %s is refused", async (_what, body, field) => {
  const answer = await send("viewer", "POST", "/api/views", body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ field })]) });
});

test("a change without any member is refused", async () => {
  const { viewID } = await create("viewer", { name: "Unchanged" });
  expect((await send("viewer", "PATCH", `/api/views/${viewID}`, {})).status).toBe(400);
});
