import { afterAll, beforeAll, expect, test } from "vitest";
import { draftAnswerSchema, draftKeptMs, maxDraftBytes, maxDrafts } from "#lib/contract/draft.ts";
import { createTestBff, createTestClock, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";

const clock = createTestClock();
let console: TestBff;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  console = await createTestBff({
    clock,
    staff: [
      { email: "ada@test.example", role: "editor" },
      { email: "ben@test.example", role: "administrator" },
    ],
  });
  for (const name of ["ada", "ben"]) cookies[name] = await console.signIn(`${name}@test.example`);
});

afterAll(() => console.close());

const path = (key: string) => `/api/me/drafts/${key}`;
const put = (who: string, key: string, body: unknown) => console.send("PUT", path(key), { cookie: cookies[who], body });
async function read(cookie: string | undefined, key: string) {
  const answer = await console.send("GET", path(key), { cookie });
  expect(answer.status).toBe(200);
  return draftAnswerSchema.parse(await answer.json()).draft;
}

test("a draft outlives its session, returns in another browser, and is hidden from other people", async () => {
  const content = { companyName: "Größte Ahorn ☎", values: { plan: "p" } };
  expect((await put("ada", "creation.sandbox.new", { content })).status).toBe(200);
  const leaving = await console.signIn("ada@test.example");
  await console.send("DELETE", "/api/session", { cookie: leaving });
  const elsewhere = await console.signIn("ada@test.example");
  expect(await read(elsewhere, "creation.sandbox.new")).toMatchObject({ key: "creation.sandbox.new", content });
  expect(await read(cookies.ben, "creation.sandbox.new")).toBeNull();
  await console.send("DELETE", path("creation.sandbox.new"), { cookie: cookies.ben });
  expect(await read(elsewhere, "creation.sandbox.new")).not.toBeNull();
  expect((await console.send("DELETE", path("creation.sandbox.new"), { cookie: elsewhere })).status).toBe(204);
  expect(await read(elsewhere, "creation.sandbox.new")).toBeNull();
});

test("a draft that is too large, is no object or has no key is refused", async () => {
  expect((await put("ada", "a", { content: { text: "x".repeat(maxDraftBytes) } })).status).toBe(413);
  expect((await put("ada", "a", { content: "text" })).status).toBe(400);
  expect((await put("ada", "a", { content: {}, more: 1 })).status).toBe(400);
  expect((await put("ada", "x".repeat(201), { content: {} })).status).toBe(400);
  expect(await read(cookies.ada, "a")).toBeNull();
});

test("above the limit the oldest draft is removed, and a draft is removed seven days after its last change", async () => {
  for (let index = 0; index <= maxDrafts; index += 1) {
    clock.advance(1_000);
    expect((await put("ben", `draft-${index}`, { content: { index } })).status).toBe(200);
  }
  expect(await read(cookies.ben, "draft-0")).toBeNull();
  expect(await read(cookies.ben, "draft-1")).toMatchObject({ content: { index: 1 } });
  clock.advance(draftKeptMs - 10_000);
  const later = await console.signIn("ben@test.example");
  expect(await read(later, "draft-1")).toBeNull();
  expect(await read(later, `draft-${maxDrafts}`)).not.toBeNull();
});
