import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { startWritingConsole } from "#tests/fixtures/console/start-writing-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { startChangedBehind } from "#tests/fixtures/known/behind-the-console.ts";
import { knownActions } from "#tests/fixtures/known/known-actions.ts";
import { startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";

const secret = "x8Kf2mQz71LpWc93RvTn5YbJd0HsGa64";

interface Received {
  type: string;
  data: { kind: string; id: string; url: string; title?: string };
}

async function startReceiver() {
  const received: Received[] = [];
  const receiver = { received, failing: false, refused: 0, url: "" };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      if (receiver.failing) {
        receiver.refused++;
        response.writeHead(503).end();
        return;
      }
      received.push(JSON.parse(Buffer.concat(parts).toString()));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return receiver;
}

test.each(testDialects.map((dialect) => ({ dialect })))(
  "on $dialect, an item that has waited since before a restart is notified once, even after a second restart",
  async ({ dialect }) => {
    const { api, console, create, close } = await startWritingConsole({ dialect });
    onTestFinished(close);
    api.script(({ method }) => (method === "POST" ? { effect: "no", answer: "reset" } : undefined));
    const body = {
      companyName: "Lost GmbH",
      plan: "essential",
      term: "monthly",
      adminUser: { email: "a@lost.example" },
    };
    const { operation } = operationAnswerSchema.parse(await (await create(body)).json());
    const { received, url } = await startReceiver();
    const restart = async () => {
      // Ends only the first console's process. Its store remains until the test ends.
      await console.bff.close();
      return createTestBff({
        baseUrl: api.origin,
        variables: {
          DATABASE_URL: console.databaseUrl,
          NOTIFICATION_URL: url,
          NOTIFICATION_SECRET: secret,
        },
      });
    };
    const second = await restart();
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]).toMatchObject({
      type: "attention.opened",
      data: {
        kind: "unknown",
        id: operation.operationID,
        title: "Lost GmbH",
        url: expect.stringMatching(new RegExp(`^http.*/sandbox/operations/${operation.operationID}$`)),
      },
    });
    await second.bff.close();
    const third = await restart();
    await third.close();
    await second.close();
    expect(received).toHaveLength(1);
  },
);

test.each(testDialects.map((dialect) => ({ dialect })))(
  "on $dialect, each event of a planned change is notified once, in order, even if the receiver fails for some time",
  async ({ dialect }) => {
    const receiver = await startReceiver();
    const variables = { NOTIFICATION_URL: receiver.url, NOTIFICATION_SECRET: secret };
    const plannedConsole = await startPlannedConsole({ dialect, variables });
    onTestFinished(plannedConsole.close);
    const hourMs = 60 * minuteMs;
    const typesOf = ({ plannedChangeID }: { plannedChangeID: string }) =>
      receiver.received
        .filter(({ data }) => data.id === plannedChangeID)
        .map(({ type, data }) => `${type} ${data.kind}`);
    receiver.failing = true;
    const temporary = await plannedConsole.plan(plannedConsole.addCustomer(), {
      until: plannedConsole.ahead(72 * hourMs),
    });
    const elsewhere = plannedConsole.addCustomer();
    const suspended = await plannedConsole.plan(elsewhere);
    elsewhere.contract = { term: "12-months", plan: "essential" };
    const lost = plannedConsole.addCustomer();
    const unknown = await plannedConsole.plan(lost);
    let isSent = false;
    plannedConsole.api.script(({ method, path }) => {
      if (!path.includes(lost.customerID)) return undefined;
      if (method !== "PATCH") return isSent ? { effect: "no", answer: { status: 503 } } : undefined;
      isSent = true;
      return { effect: "later", answer: "reset" };
    });
    plannedConsole.pass(11 * minuteMs);
    await plannedConsole.until(suspended, ({ state }) => state === "suspended");
    await plannedConsole.until(unknown, ({ state }) => state === "unknown");
    await plannedConsole.until(temporary, ({ steps }) => steps[0]?.state === "done");
    await expect.poll(() => receiver.refused).toBeGreaterThan(1);
    expect(receiver.received).toEqual([]);
    receiver.failing = false;
    await expect.poll(() => typesOf(suspended)).toEqual(["attention.opened planned-suspended"]);
    await expect.poll(() => typesOf(unknown)).toEqual(["planned.unknown planned-change"]);
    // Three days before the change ends, the console sends no notification. One day before the end, it sends one.
    expect(typesOf(temporary)).toEqual([]);
    plannedConsole.pass(49 * hourMs);
    await expect.poll(() => typesOf(temporary)).toEqual(["planned.ends-soon planned-change"]);
    plannedConsole.pass(23 * hourMs);
    await plannedConsole.until(temporary, ({ state }) => state === "done");
    const all = ["planned.ends-soon planned-change", "planned.done planned-change"];
    await expect.poll(() => typesOf(temporary)).toEqual(all);
    expect(typesOf(suspended)).toHaveLength(1);
    expect(JSON.stringify(receiver.received)).not.toMatch(/@/);
  },
  30_000,
);

test("a change outside Switchboard is notified once, with the customer but without the changed values", async () => {
  const receiver = await startReceiver();
  const fixture = await startChangedBehind("other", "sqlite", {
    count: 3,
    isRunning: true,
    variables: { NOTIFICATION_URL: receiver.url, NOTIFICATION_SECRET: secret },
  });
  const { list, alert } = knownActions(fixture);
  const [{ customerID }] = fixture.customers as [(typeof fixture.customers)[0]];
  const events = () => receiver.received.filter(({ data }) => data.kind === "elsewhere");
  await alert("every");
  await list();
  fixture.later(minuteMs);
  fixture.behind.edit?.(customerID, { email: "new@customer.example" });
  fixture.later(9 * minuteMs);
  await list();
  await expect.poll(events).toMatchObject([{ type: "attention.opened", data: { id: customerID } }]);
  fixture.later(minuteMs);
  fixture.behind.edit?.(customerID, { users: 44 });
  fixture.later(9 * minuteMs);
  await list();
  // A further change outside Switchboard causes a new notification.
  await expect.poll(() => events().length).toBe(2);
  expect(JSON.stringify(receiver.received)).not.toMatch(/@/);
});
