import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { overviewPartSchemas } from "#lib/contract/console/overview.ts";
import { operationAnswerSchema, operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { startWritingConsole } from "#tests/fixtures/console/start-writing-console.ts";

const body = (companyName: string) => ({
  companyName,
  plan: "essential",
  term: "monthly",
  adminUser: { email: "ada@acme.example" },
});

test("an item shows its company's name, and a refusal that was sent again is no longer listed", async () => {
  const clock = createTestClock();
  const { api, console, viewer, editor, create, close } = await startWritingConsole({ clock });
  onTestFinished(close);
  api.script(({ method, body: sent }) => {
    if (method !== "POST") return undefined;
    if (sent.companyName === "Refused GmbH") {
      return { effect: "no", answer: { status: 422, body: { message: "no" } } };
    }
    return sent.companyName === "Lost GmbH" ? { effect: "no", answer: "reset" } : undefined;
  });
  const lost = operationAnswerSchema.parse(await (await create(body("Lost GmbH"))).json()).operation;
  const refused = operationProblemSchema.parse(await (await create(body("Refused GmbH"))).json()).operation;
  const read = async () => {
    const answer = await console.send("GET", "/api/sandbox/overview?part=waiting,figures", { cookie: viewer });
    const { waiting, figures } = await answer.json();
    return {
      waiting: overviewPartSchemas.waiting.parse(waiting),
      figures: overviewPartSchemas.figures.parse(figures),
    };
  };
  const { waiting, figures } = await read();
  expect(waiting.items).toMatchObject([
    { kind: "unknown", id: lost.operationID, title: "Lost GmbH", person: { email: "edith@test.example" } },
    {
      kind: "failed-write",
      state: "refused",
      id: refused?.operationID,
      title: "Refused GmbH",
      what: "create-customer",
    },
  ]);
  expect(waiting.total).toBe(2);
  // Switchboard has stored operations only since today. So there is no earlier figure to compare with.
  expect(figures).toMatchObject({ createdHere: { now: 0 }, needingAttention: { now: 2 } });
  expect(figures.needingAttention).not.toHaveProperty("before");

  api.script(() => undefined);
  const again = await console.send("POST", "/api/sandbox/customers", {
    body: body("Refused AG"),
    cookie: editor,
    headers: { "idempotency-key": randomUUID(), "retry-of": refused?.operationID ?? "" },
  });
  expect(again.status).toBe(202);
  // The console caches an answer for some seconds, for everybody.
  clock.advance(6_000);
  expect((await read()).waiting.items.map(({ title, kind }) => [title, kind])).toEqual([["Lost GmbH", "unknown"]]);
});
