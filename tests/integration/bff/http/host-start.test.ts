import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createLog } from "#server/bff/core/log/log.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { createHost } from "#server/bff/http/listener/host.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";

test("requests wait until the parts of the host are ready", async () => {
  const console = await createTestBff({ staff: [] });
  const bff = Promise.withResolvers<TestBff["bff"]>();
  const early = createHost({
    bff: bff.promise,
    pages: new Promise(() => {}),
    log: createLog("silent"),
    secure: false,
    development: false,
    origins: () => ["http://localhost"],
    clientAddress: createClientAddress([]),
  });
  // These are the limits for slow requests.
  expect(early).toMatchObject({ headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 75_000 });
  early.listen(0, "127.0.0.1");
  await once(early, "listening");
  const answer = fetch(`http://127.0.0.1:${(early.address() as AddressInfo).port}/api/health`);
  bff.resolve(console.bff);
  expect((await answer).status).toBe(200);
  early.closeAllConnections();
  early.close();
  await console.close();
});
