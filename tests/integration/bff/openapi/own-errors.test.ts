import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/rooms.ts";
import type { AccessCase } from "#tests/fixtures/console/access-cases/access-case.ts";
import { accessCases } from "#tests/fixtures/console/access-cases/access-cases.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";

const table: readonly AnyRoute[] = routes;
/** The routes that list this error code. A test sends one request to each of them, and expects the error. */
const listing = (code: string) => table.filter(({ errors }) => errors?.some((error) => error === code));

/** The number of changes of one person is limited, so several administrators share the routes. */
const administrators = ["ada@test.example", "bea@test.example"];

/** Bodies that replace those of `accessCases`, where the body of this route contains a time in the past. */
const bodies: Readonly<Record<string, { body: unknown }>> = {
  "POST /api/attention/:id/snooze": {
    body: { until: new Date(Date.now() + 3_600_000).toISOString(), reason: "Later" },
  },
};

let console: TestBff;
let cookies: string[];
beforeAll(async () => {
  console = await createTestBff({
    staff: administrators.map((email) => ({ email, role: "administrator" as const })),
  });
  cookies = await Promise.all(administrators.map((email) => console.signIn(email)));
});
afterAll(() => console.close());

async function ask({ key, method }: AnyRoute, index: number, path: string, body: unknown) {
  const { headers = {} } = accessCases[key] as AccessCase;
  const cookie = cookies[index % cookies.length];
  const answer = await console.send(method, path, { cookie, body, headers });
  return [key, answer.status, ((await answer.json().catch(() => ({}))) as { code?: string }).code];
}

test("every route that lists not_found for an ID answers with it if nothing has this ID", async () => {
  const found = listing("not_found");
  expect(found.length).toBeGreaterThan(30);
  const answers: unknown[] = [];
  for (const [index, route] of found.entries()) {
    const { path, body } = { ...(accessCases[route.key] as AccessCase), ...bodies[route.key] };
    const query = path.includes("?") ? path.slice(path.indexOf("?")) : "";
    // Any short text can be a ticket.
    const id = route.path.includes(":ticket") ? "x".repeat(150) : "none";
    const ofNothing = route.path.replace(":environment", "sandbox").replaceAll(/:\w+/g, id);
    answers.push(await ask(route, index, `${ofNothing}${query}`, body));
  }
  expect(answers).toEqual(found.map(({ key }) => [key, 404, "not_found"]));
});

test("every route that saves a policy refuses a version that another person has replaced", async () => {
  const found = listing("policy_changed");
  expect(found.length).toBeGreaterThan(4);
  for (const [index, route] of found.entries()) {
    const { path, body } = accessCases[route.key] as AccessCase;
    const stale = { ...(body as object), version: 1_000 };
    expect(await ask(route, index, path, stale)).toEqual([route.key, 409, "policy_changed"]);
  }
});

test("every route that continues a bulk change or an import refuses one that was cancelled", async () => {
  const [cookie] = cookies;
  const start = async (path: string, body: unknown, headers: HeadersInit = {}) => {
    const started = await console.send("POST", `/api/sandbox/${path}`, { cookie, body, headers });
    const answer = (await started.json()) as { bulk?: { bulkID: string }; import?: { importID: string } };
    const id = answer.bulk?.bulkID ?? answer.import?.importID ?? "";

    expect((await console.send("POST", `/api/sandbox/${path}/${id}/cancel`, { cookie })).status).toBe(200);
    return id;
  };
  const bulkID = await start("bulk", { change: { plan: "enterprise" }, source: { kind: "ids", customerIDs: ["c-1"] } });
  const csv = "Company,Plan,Term,Email\nAcme,essential,monthly,a@acme.example\n";
  const importID = await start("imports", csv, { "content-type": "text/csv" });
  // A cancelled import still has its file, and a comparison with a view needs a bulk change of a view.
  const others = /\/(columns|map|receipts|view)$/;
  const found = listing("run_moved").filter(({ path }) => /:(bulk|import)ID/.test(path) && !others.test(path));
  expect(found.length).toBeGreaterThan(7);
  const answers: unknown[] = [];
  for (const [index, route] of found.entries()) {
    const { body } = accessCases[route.key] as AccessCase;
    const path = route.path
      .replace(":environment", "sandbox")
      .replace(":bulkID", bulkID)
      .replace(":importID", importID);
    answers.push(await ask(route, index, path, body));
  }
  expect(answers).toEqual(found.map(({ key }) => [key, 409, "run_moved"]));
});
