import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { everything, startClient } from "./start-client.ts";

test("the other API runs as a separate process and ends with its parent's channel", async () => {
  const child = fork(fileURLToPath(new URL("../../fixtures/other-api/main.ts", import.meta.url)));
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const [ready] = await once(child, "message");
  expect(ready).toMatchObject({ type: "ready", origin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  const client = startClient("production", ready.origin, ready.keys.production);
  const page = await client.listCustomers({ ...everything, includeDeleted: true }, { requestID: "test" });
  expect(page).toMatchObject({ total: 140, limit: 25, offset: 0 });
  await client.close();
  child.disconnect();
  expect((await once(child, "exit"))[0]).toBe(0);
});
