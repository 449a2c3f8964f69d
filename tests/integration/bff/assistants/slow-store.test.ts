import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { runInPageContext } from "#server/bff/core/page-context.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { maxStoreMs } from "#server/bff/store/store-time.ts";
import { createAssistant, toolCall } from "#tests/fixtures/assistants/assistant-client.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe.runIf(testDialects.includes("postgres"))("a PostgreSQL that does not answer", () => {
  test("a reading tool gives up after the time of a read, and its call is in the audit log", async () => {
    const api = await startOtherApi({ customers: 1 });
    onTestFinished(() => api.close());
    let isSilent = false;
    const silenced = Promise.withResolvers<void>();
    const console = await createTestBff({
      dialect: "postgres",
      baseUrl: api.origin,
      variables: variablesFor(api),
      staff: [{ email: "ada@test.example", role: "administrator" }],
      async openStore(url, given = {}) {
        const store = await openStore(url, given);
        const { list } = store.operations;
        const within: NonNullable<typeof given.within> = given.within ?? ((call) => call());
        store.operations.list = (...parameters) => {
          if (!isSilent) return list(...parameters);
          // The time limit of the request is a timer of this process.
          vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
          silenced.resolve();
          return within(() => new Promise(() => {}));
        };
        return store;
      },
    });
    onTestFinished(console.close);
    const ada = await console.signIn("ada@test.example");
    const { client, post } = await createAssistant(console, ada, "reading");
    const list = toolCall("list_operations", { environment: "sandbox" });
    expect((await post(list)).status).toBe(200);
    isSilent = true;
    // The listener of the console starts the context of a request.
    const answering = runInPageContext({ notes: { requestID: "slow" } }, () => post(list));
    await silenced.promise;
    await vi.advanceTimersByTimeAsync(maxStoreMs);
    vi.useRealTimers();
    const answer = await Promise.race([answering, setTimeout(3_000, undefined)]);
    expect(await answer?.text()).toContain(`"isError":true`);
    const events = (await readAudit(console.databaseUrl)).filter(({ actor }) => actor.id === client.clientID);
    expect(events.map(({ outcome }) => outcome)).toEqual(["done", "failed"]);
  });
});
