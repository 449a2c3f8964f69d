import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReferenceList, referenceOperationSchema } from "#lib/contract/console/api-reference.ts";
import { routes } from "#server/bff/rooms.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";

let console: TestBff;
let cookie: string;

beforeAll(async () => {
  console = await createTestBff({ staff: [{ email: "vera@test.example", role: "viewer" }] });
  cookie = await console.signIn("vera@test.example");
});

afterAll(() => console.close());

const list = async (): Promise<ReferenceList> => (await console.send("GET", "/api/reference", { cookie })).json();

test("the reference lists every route once, and describes each of them", async () => {
  const { subjects } = await list();
  const rows = subjects.flatMap(({ operations }) => operations);
  const keys = rows.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`);
  expect(keys.sort()).toEqual(routes.map(({ key }) => key as string).sort());
  for (const { operationID } of rows) {
    const answer = await console.send("GET", `/api/reference/${operationID}`, { cookie });
    const described = referenceOperationSchema.parse(await answer.json());
    // Every route can fail, and the reference says what to do.
    expect([operationID, described.errors.filter(({ advice }) => advice === "")]).toEqual([operationID, []]);
    expect([operationID, described.errors.length > 0]).toEqual([operationID, true]);
    const hasBody = described.body !== undefined && described.body.mediaType === "application/json";
    const content = described.body?.content;
    if (hasBody) expect([operationID, content?.members ?? content?.alternatives]).not.toEqual([operationID, undefined]);
  }
});

test("an unknown route gets 404, and the description says who may use a route", async () => {
  expect((await console.send("GET", "/api/reference/none", { cookie })).status).toBe(404);
  const answer = await console.send("GET", "/api/reference/patchEnvironmentCustomersCustomerIDContract", { cookie });
  expect(await answer.json()).toMatchObject({
    roles: ["editor", "administrator"],
    permission: "contracts.change",
    answer: { statuses: [{ status: "200" }, { status: "202" }], content: { type: "OperationAnswer" } },
    errors: expect.arrayContaining([expect.objectContaining({ status: "409", code: "contract_changed" })]),
  });
});
