import { expect, onTestFinished, test, vi } from "vitest";
import { createAssistant, postMessage, toolCall } from "#tests/fixtures/assistants/assistant-client.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

// The module of the protocol is a package that this console does not control.
vi.mock("@modelcontextprotocol/server", async (load) => ({
  ...(await load<typeof import("@modelcontextprotocol/server")>()),
  isLegacyRequest() {
    throw new Error("The module of the protocol failed");
  },
}));

test("a call is in the audit log even if the module of the protocol fails", async () => {
  const console = await createTestBff({ staff: [{ email: "ada@test.example", role: "administrator" }] });
  onTestFinished(console.close);
  const ada = await console.signIn("ada@test.example");
  const { client, key } = await createAssistant(console, ada, "reading");
  const answer = await postMessage(console, key, toolCall("list_jobs", { environment: "sandbox" }));
  expect([answer.status, (await answer.json()).code]).toEqual([500, "internal"]);
  const events = (await readAudit(console.databaseUrl)).filter(({ actor }) => actor.id === client.clientID);
  expect(events).toMatchObject([
    {
      action: "assistant.called",
      outcome: "failed",
      environment: "sandbox",
      target: { kind: "tool", id: "list_jobs" },
      after: { code: "internal" },
    },
  ]);
});
