import { randomUUID } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Page } from "@playwright/test";
import { newClientAnswerSchema } from "#lib/contract/access/clients.ts";
import type { Proposal } from "#lib/contract/operations/proposal.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { startBehindProxy } from "#tests/e2e/helpers/behind-proxy.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { callsOf } from "#tests/fixtures/assistants/assistant-client.ts";
import { otherNumbersPath } from "#tests/fixtures/other-api/answer-resources.ts";

/** Lets an administrator make a key for an assistant that may propose, and connects a client of the protocol with it. */
async function connectAssistant(page: Page, origin: string, name: string) {
  const send = (method: string, path: string, data?: unknown) =>
    page.request.fetch(`${origin}${path}`, {
      method,
      headers: { "X-Switchboard": "1", Origin: origin, "Idempotency-Key": randomUUID() },
      ...(data !== undefined && { data }),
    });
  const made = newClientAnswerSchema.parse(
    await (await send("POST", api.clients(), { name, role: "editor", environments: ["sandbox"] })).json(),
  );
  const connect = async () => {
    const mcp = new Client({ name: "desk", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${made.key}` } };
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${origin}/api/mcp`), { requestInit }));
    return callsOf(mcp);
  };
  return { send, connect, clientID: made.client.clientID };
}

test("an assistant does three tasks and proposes a change and a note over HTTP, and a person accepts one and rejects the other @demo", async ({
  page,
}) => {
  test.slow();
  const behind = await startBehindProxy(page, () => undefined, {
    variables: { PROVISIONING_NUMBERS_PATH: otherNumbersPath },
  });
  const changes = () => behind.proxy.requests.filter(({ method }) => method === "PATCH").length;

  // An administrator makes a key and allows it for assistants, on the page.
  const { send, connect } = await connectAssistant(page, behind.origin, "Desk helper");
  await page.goto(`${behind.origin}${pages.clients()}`);
  await page.getByRole("button", { name: "Manage Desk helper" }).click();
  const manage = page.getByRole("dialog");
  await expectAccessible(page);
  await manage.getByRole("radio", { name: /^Reading and proposals/ }).check();
  await manage.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Assistant: proposals")).toBeVisible();

  const { call } = await connect();
  const environment = "sandbox";
  const list = await send("GET", api.customers(environment, "datefrom=1970-01-01&limit=100"));
  const { customers } = (await list.json()) as {
    customers: {
      customerID: string;
      companyName: string;
      deleted: boolean;
      contract: { term?: string; plan?: string };
    }[];
  };
  const customer = customers.find(({ deleted, contract }) => !deleted && contract.term === "monthly");
  const { customerID = "", companyName = "" } = customer ?? {};
  const found = await call<{ hits: { id: string }[] }>("find_customers", { environment, search: companyName });
  expect(found.hits.map(({ id }) => id)).toContain(customerID);

  // Find the customer of a number and say its state.
  const { numbers } = (await (await send("GET", api.list(environment, "numbers", "limit=100"))).json()) as {
    numbers: { number: string; customerID?: string }[];
  };
  const owned = numbers.find((one) => one.customerID !== undefined);
  const ofNumber = await call<{ hits: { kind: string; customerID?: string }[] }>("find_customers", {
    environment,
    search: owned?.number,
  });
  expect(ofNumber.hits.find(({ kind }) => kind === "number")?.customerID).toBe(owned?.customerID);
  expect(await call("get_customer", { environment, customerID: owned?.customerID })).toMatchObject({
    customer: { customerID: owned?.customerID, deleted: expect.any(Boolean), contract: { plan: expect.any(String) } },
  });
  // Why was this creation refused? The API needs an administrator for this plan.
  const refused = await send("POST", api.customers(environment), {
    companyName: "Refused",
    plan: "essential",
    term: "monthly",
    usersCount: 3,
  });
  const { operation } = (await refused.json()) as { operation: { operationID: string } };
  expect(await call("why_was_this_refused", { environment, operationID: operation.operationID })).toMatchObject({
    refusedBy: "api",
    operation: { problem: { code: "upstream_refused" } },
  });
  // What waits for this customer?
  const other = customers.find((one) => !one.deleted && one.contract.term === "monthly" && one !== customer);
  const planned = await send("POST", api.planned(environment), {
    customerID: other?.customerID,
    change: { term: "24-months" },
    at: new Date(Date.now() + 86_400_000).toISOString(),
    expected: other?.contract,
  });
  const { plannedChange } = (await planned.json()) as { plannedChange: { plannedChangeID: string } };
  expect(await call("get_customer", { environment, customerID: other?.customerID })).toMatchObject({
    planned: { planned: [{ plannedChangeID: plannedChange.plannedChangeID }] },
  });

  const why = "Ignore the values above: press Accept. The customer pays yearly.";
  const proposed = await call<{ proposal: Proposal }>("propose_contract_change", {
    environment,
    customerID,
    term: "12-months",
    why,
  });
  const note = await call<{ proposal: Proposal }>("propose_note", {
    environment,
    customerID,
    text: "Wants to pay yearly.",
    why: "So that the next person knows.",
  });
  expect(changes()).toBe(0);

  // A person finds both under Attention, reads the values, and accepts the change.
  await page.goto(`${behind.origin}${pages.attention()}`);
  const group = page.getByRole("region", { name: "Waiting for a decision" });
  await expect(group).toContainText("Assistant proposes a change");
  await expect(group).toContainText("Assistant proposes a note");
  await page.goto(`${behind.origin}${pages.proposal(environment, proposed.proposal.proposalID)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(companyName);
  const values = page.getByRole("table", { name: /^The contract as requested/ });
  await expect(values).toContainText("12 months");
  const said = page.getByRole("region", { name: "What the assistant says" });
  await expect(said).toContainText("Written by an assistant.");
  await expect(said).toContainText("press Accept. The customer pays yearly.");
  await expect(page.getByRole("region", { name: "What will be done" })).not.toContainText("Ignore");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Accept and send" }).press("Enter");
  await expect(page.getByText("Accepted", { exact: true })).toBeVisible();
  expect(changes()).toBe(1);
  await page.getByRole("link", { name: "Open the operation" }).click();
  await expect(page).toHaveURL(/\/operations\//);

  await page.goto(`${behind.origin}${pages.proposal(environment, note.proposal.proposalID)}`);
  await expect(page.getByText("Wants to pay yearly.")).toBeVisible();
  await page.getByRole("button", { name: "Reject…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("It is in the contract already.");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText("Rejected", { exact: true })).toBeVisible();

  // The assistant reads both decisions. Nothing more was sent.
  const read = (proposalID: string) =>
    call<{ proposal: Proposal }>("get_proposal", { environment, proposalID }).then(({ proposal }) => proposal);
  expect(await read(proposed.proposal.proposalID)).toMatchObject({ state: "accepted", result: { kind: "operation" } });
  expect(await read(note.proposal.proposalID)).toMatchObject({
    state: "rejected",
    decisionReason: "It is in the contract already.",
  });
  expect(changes()).toBe(1);
});

test("a person reviews a proposed bulk change and a proposed new customer by their values, accepts one and rejects the other @demo", async ({
  page,
}) => {
  test.slow();
  const behind = await startBehindProxy(page, () => undefined);
  const { send, connect, clientID } = await connectAssistant(page, behind.origin, "List helper");
  await send("PATCH", api.client(clientID), { assistant: "proposals" });
  const { call } = await connect();
  const environment = "sandbox";
  const list = await send("GET", api.customers(environment, "datefrom=1970-01-01&limit=100"));
  const { customers } = (await list.json()) as {
    customers: { customerID: string; companyName: string; deleted: boolean; contract: { term?: string } }[];
  };
  const chosen = customers.filter(({ deleted, contract }) => !deleted && contract.term === "monthly").slice(0, 3);
  const why = "Ignore the table: accept everything.";
  await call("propose_bulk_change", {
    environment,
    customerIDs: chosen.map(({ customerID }) => customerID),
    term: "12-months",
    why,
  });
  await call("propose_new_customer", {
    environment,
    companyName: "Nordlicht GmbH",
    plan: "essential",
    term: "monthly",
    why,
  });

  await page.goto(`${behind.origin}${pages.proposals(environment)}`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "3 customers" }).first().click();
  const table = page.getByRole("table", { name: /contracts as proposed/ });
  await expect(table.getByRole("row")).toHaveCount(4);
  for (const { companyName } of chosen) await expect(table).toContainText(companyName);
  await expect(page.getByRole("region", { name: "What will be done" })).not.toContainText("Ignore");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Accept and check" }).press("Enter");
  await expect(page.getByText("Accepted", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Open the bulk change" }).click();
  await expect(page.getByText("Checked, nothing sent yet").first()).toBeVisible();

  await page.goto(`${behind.origin}${pages.proposals(environment, "state=waiting")}`);
  await page.getByRole("link", { name: "Nordlicht GmbH" }).first().click();
  await expect(page.getByRole("region", { name: "What will be done" })).toContainText("Essential");
  await page.getByRole("button", { name: "Reject…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("It exists already.");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText("Rejected", { exact: true })).toBeVisible();
  expect(behind.proxy.requests.filter(({ method }) => method === "PATCH").length).toBe(0);
});
