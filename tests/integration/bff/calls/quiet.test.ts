import { expect, test } from "vitest";
import { createTestBff, createTestClock } from "#tests/fixtures/console/create-test-bff.ts";

const minute = 60_000;

test("a page's own requests do not extend a session, and a person's requests do", async () => {
  const clock = createTestClock();
  const console = await createTestBff({ clock, staff: [{ email: "edith@test.example", role: "editor" }] });
  const quiet = { "x-switchboard-quiet": "1" };
  const ask = async (cookie: string, headers: Record<string, string> = {}) =>
    (await console.send("GET", "/api/sandbox/operations?mine=true", { cookie, headers })).status;

  const watched = await console.signIn("edith@test.example");
  clock.advance(20 * minute);
  expect(await ask(watched, quiet)).toBe(200);
  clock.advance(11 * minute);
  expect(await ask(watched, quiet)).toBe(401);

  const used = await console.signIn("edith@test.example");
  clock.advance(20 * minute);
  expect(await ask(used)).toBe(200);
  clock.advance(11 * minute);
  expect(await ask(used, quiet)).toBe(200);

  // A write always counts as a person's action, even if its header says otherwise.
  await console.send("POST", "/api/session/extend", { cookie: used, headers: quiet });
  clock.advance(29 * minute);
  expect(await ask(used, quiet)).toBe(200);
  await console.close();
});
