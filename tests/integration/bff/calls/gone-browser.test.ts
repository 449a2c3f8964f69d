import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createLog } from "#server/bff/core/log/log.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { createHost } from "#server/bff/http/listener/host.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";

test("the call to the API ends when the browser disconnects", async () => {
  const aborted = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  const api = createServer((request, response) => {
    if (request.url?.endsWith("/auth")) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ access_token: "t", token_type: "Bearer", expires_in: 600 }));
      return;
    }
    called.resolve();
    response.once("close", () => aborted.resolve());
  });
  api.listen(0, "127.0.0.1");
  await once(api, "listening");
  const other = await createTestBff({
    baseUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    staff: [{ email: "vera@test.example", role: "viewer" }],
  });
  const cookie = await other.signIn("vera@test.example");
  const host = createHost({
    bff: Promise.resolve(other.bff),
    pages: new Promise(() => {}),
    log: createLog("silent"),
    secure: false,
    development: false,
    origins: () => ["http://localhost"],
    clientAddress: createClientAddress([]),
  });
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  const browser = new AbortController();
  const answer = fetch(`http://127.0.0.1:${(host.address() as AddressInfo).port}/api/sandbox/customers`, {
    headers: { cookie },
    signal: browser.signal,
  });
  await called.promise;
  browser.abort();
  await expect(answer).rejects.toThrow();
  await aborted.promise;
  host.close();
  await other.close();
  api.closeAllConnections();
  api.close();
  expect(other.logLines.filter((line) => line.includes("unexpected"))).toEqual([]);
});
