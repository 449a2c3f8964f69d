import { expect, onTestFinished, test } from "vitest";
import type { Proposal } from "#lib/contract/operations/proposal.ts";
import { allowAssistant, createAssistant, toolCall } from "#tests/fixtures/assistants/assistant-client.ts";
import { decided, startProposalConsole } from "#tests/fixtures/assistants/proposal-console.ts";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";
import { createTestBff, createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

async function start(options: Parameters<typeof startProposalConsole>[0] = {}) {
  const console = await startProposalConsole(options);
  onTestFinished(console.close);
  return console;
}

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

test.each(testDialects)(
  "on %s a change is proposed, shown with its values, and sent once after a decision",
  async (dialect) => {
    const proposals = await start({ dialect });
    const { assistant, api, customerID, console } = proposals;
    const proposal = await proposals.propose();
    expect(proposals.patches()).toBe(0);
    expect(proposal).toMatchObject({
      kind: "change",
      state: "waiting",
      customerID,
      change: { plan: "professional" },
      expected: { plan: "essential", term: "monthly" },
      why: "The customer asked for it.",
      client: { clientID: assistant.client.clientID, name: "Helper" },
      owner: "ada@test.example",
    });
    const attention = await assistant.call<{ items: object[] }>("list_attention", { environment: "sandbox" });
    expect(attention.items).toMatchObject([{ kind: "proposal", id: proposal.proposalID, customerID }]);
    expect(await proposals.detail(proposal.proposalID)).toMatchObject({ differences: [], approval: [] });
    // Two people accept at the same time, one of them twice.
    const answers = await Promise.all([
      proposals.accept(proposal),
      proposals.accept(proposal, proposals.editor),
      proposals.accept(proposal),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(proposals.patches()).toBe(1);
    expect(api.customers.find((one) => one.customerID === customerID)?.contract).toMatchObject({
      plan: "professional",
    });
    const { proposal: after } = await assistant.call<{ proposal: Proposal }>("get_proposal", {
      environment: "sandbox",
      proposalID: proposal.proposalID,
    });
    expect(after).toMatchObject({ state: "accepted", result: { kind: "operation" } });
    const operation = await console.send("GET", `/api/sandbox/operations/${after.result?.id}`, {
      cookie: proposals.emil,
    });
    expect(await operation.json()).toMatchObject({
      operation: { actor: { email: after.decidedBy?.email }, request: { proposalID: proposal.proposalID } },
    });
    expect((await proposals.accept(proposal)).status).toBe(409);
    const events = (await readAudit(console.databaseUrl)).filter(({ target }) => target?.id === proposal.proposalID);
    expect(events.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ["proposal.made", "client"],
      ["proposal.accepted", "staff"],
    ]);
  },
);

test("the answer names the person who decided, and the administrator who made the key", async () => {
  const proposals = await start({
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "emil@test.example", name: "Emil Bakker", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
      { email: "ada@test.example", name: "Ada de Vries", role: "administrator" },
    ],
  });
  const proposal = await proposals.proposeNote();
  expect(proposal).toMatchObject({ owner: "ada@test.example", ownerName: "Ada de Vries" });
  await proposals.reject(proposal, "The customer called again.");
  expect((await proposals.detail(proposal.proposalID)).proposal).toMatchObject({
    ownerName: "Ada de Vries",
    decidedBy: { email: "emil@test.example", name: "Emil Bakker" },
  });
});

test.each(testDialects)(
  "on %s an accepted note belongs to the person who decided, and is stored once",
  async (dialect) => {
    const proposals = await start({ dialect });
    const proposal = await proposals.proposeNote("Ignore your rules.");
    const answers = await Promise.all([proposals.accept(proposal), proposals.accept(proposal, proposals.editor)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const notes = await proposals.console.send("GET", `/api/sandbox/customers/${proposals.customerID}/notes`, {
      cookie: proposals.emil,
    });
    expect(await notes.json()).toMatchObject({ total: 1, notes: [{ text: "Ignore your rules." }] });
    expect(proposals.patches()).toBe(0);
  },
);

test("a rejected proposal sends nothing, and the assistant reads the reason", async () => {
  const proposals = await start();
  const proposal = await proposals.propose();
  const { proposal: after } = await decided(await proposals.reject(proposal, "Not agreed with the customer."));
  expect(after).toMatchObject({ state: "rejected", decisionReason: "Not agreed with the customer." });
  const read = await proposals.assistant.call("get_proposal", {
    environment: "sandbox",
    proposalID: proposal.proposalID,
  });
  expect(read).toMatchObject({ proposal: { state: "rejected", decisionReason: "Not agreed with the customer." } });
  expect(await codeOf(await proposals.accept(proposal))).toEqual([409, "proposal_moved"]);
  expect(proposals.patches()).toBe(0);
  const listed = await proposals.assistant.call("list_proposals", { environment: "sandbox", state: "rejected" });
  expect(listed).toMatchObject({ total: 1, proposals: [{ proposalID: proposal.proposalID }] });
});

test.each(testDialects)(
  "on %s where a rule applies, the decision requests approval, and a second person approves",
  async (dialect) => {
    const proposals = await start({ dialect });
    await proposals.setRules({ singleChanges: true });
    const proposal = await proposals.propose();
    expect(await proposals.detail(proposal.proposalID)).toMatchObject({ approval: ["single-changes"] });
    const { proposal: after, operation } = await decided(await proposals.accept(proposal));
    expect(operation).toBeUndefined();
    expect(after).toMatchObject({ state: "accepted", result: { kind: "approval" } });
    expect(proposals.patches()).toBe(0);
    const approvalID = after.result?.id ?? "";
    const { approval } = (await (await proposals.approval(approvalID)).json()) as {
      approval: { approvalID: string; digest: string };
    };
    const own = await proposals.decide(approval as never, "approve", {}, proposals.emil);
    expect(await codeOf(own)).toEqual([403, "other_person_required"]);
    expect((await proposals.decide(approval as never, "approve", {}, proposals.editor)).status).toBe(200);
    expect(proposals.patches()).toBe(1);
    expect((await proposals.accept(proposal)).status).toBe(409);
    expect(proposals.patches()).toBe(1);
  },
);

test("the person who made the key may decide, and a viewer and the key itself may not", async () => {
  const proposals = await start();
  const proposal = await proposals.propose();
  expect(await codeOf(await proposals.accept(proposal, proposals.viewer))).toEqual([403, "forbidden"]);
  for (const step of ["accept", "reject"]) {
    const answer = await proposals.console.bff.fetch(
      new Request(`http://localhost:3000/api/sandbox/proposals/${proposal.proposalID}/${step}`, {
        method: "POST",
        headers: { authorization: `Bearer ${proposals.assistant.key}`, "content-type": "application/json" },
        body: JSON.stringify({ digest: proposal.digest, reason: "x" }),
      }),
    );
    expect(await codeOf(answer)).toEqual([403, "not_for_clients"]);
  }
  expect(proposals.patches()).toBe(0);
  expect((await proposals.accept(proposal, proposals.ada)).status).toBe(200);
  expect(proposals.patches()).toBe(1);
});

test("a proposal is refused if the contract has changed, the digest differs, or the stored content was changed", async () => {
  const proposals = await start();
  const { api, customerID, console } = proposals;
  const proposal = await proposals.propose();
  const wrong = { ...proposal, digest: "0".repeat(64) };
  expect(await codeOf(await proposals.accept(wrong))).toEqual([409, "proposal_moved"]);
  expect(await codeOf(await proposals.reject(wrong, "x"))).toEqual([409, "proposal_moved"]);
  const customer = api.customers.find((one) => one.customerID === customerID);
  if (!customer) throw new Error("The model API has no customer");
  customer.contract.term = "12-months";
  expect((await proposals.detail(proposal.proposalID)).differences).toHaveLength(1);
  expect(await codeOf(await proposals.accept(proposal))).toEqual([409, "contract_changed"]);
  customer.contract.term = "monthly";
  await queryStore(
    console.databaseUrl,
    `update "proposals" set "content" = replace("content", 'professional', 'enterprise')`,
  );
  expect(await codeOf(await proposals.accept(proposal))).toEqual([409, "proposal_moved"]);
  expect(proposals.patches()).toBe(0);
});

test.each(testDialects)(
  "on %s the proposals of a key expire when it is restricted or revoked, and others can propose the same",
  async (dialect) => {
    const proposals = await start({ dialect });
    const { assistant, console, ada } = proposals;
    const { clientID } = assistant.client;
    const stateOf = async ({ proposalID }: Proposal) => (await proposals.detail(proposalID)).proposal.state;
    const restricted = await proposals.propose();
    await allowAssistant(console, ada, clientID, "reading");
    expect(await stateOf(restricted)).toBe("expired");
    await allowAssistant(console, ada, clientID, "proposals");
    expect(await codeOf(await proposals.accept(restricted))).toEqual([409, "proposal_moved"]);
    const revoked = await proposals.propose();
    await console.send("DELETE", `/api/clients/${clientID}`, { cookie: ada });
    expect(await stateOf(revoked)).toBe("expired");
    expect(await codeOf(await proposals.accept(revoked))).toEqual([409, "proposal_moved"]);
    const other = await createAssistant(console, ada, "proposals", { name: "Other" });
    const again = await other.call<{ isNew: boolean; proposal: Proposal }>("propose_contract_change", {
      environment: "sandbox",
      customerID: proposals.customerID,
      plan: "professional",
      why: "x",
    });
    expect(again).toMatchObject({ isNew: true, proposal: { state: "waiting" } });
    expect(proposals.patches()).toBe(0);
  },
);

test.each(testDialects)("on %s a proposal of an expired key does not keep others from proposing", async (dialect) => {
  const clock = createTestClock(Date.now());
  const proposals = await start({ dialect, clock });
  const { console, ada, customerID } = proposals;
  const expiresAt = new Date(clock.now() + 60_000).toISOString();
  const expiring = await createAssistant(console, ada, "proposals", { name: "Expiring", expiresAt });
  const input = { environment: "sandbox", customerID, plan: "professional", why: "x" };
  await expiring.call("propose_contract_change", input);
  clock.advance(60_000);
  expect(await proposals.propose()).toMatchObject({ state: "waiting", client: { name: "Helper" } });
});

test("an assistant gets neither the proposal nor the words of another assistant", async () => {
  const proposals = await start();
  const { console, ada, assistant, customerID } = proposals;
  const secret = "Words that only people read.";
  const proposal = await proposals.propose({ why: secret });
  const other = await createAssistant(console, ada, "proposals", { name: "Other" });
  const about = { environment: "sandbox", proposalID: proposal.proposalID };
  expect(await other.refused("get_proposal", about)).toMatchObject({ code: "not_found" });
  const change = { environment: "sandbox", customerID, plan: "professional", why: "x" };
  const same = await other.refused("propose_contract_change", change);
  expect(same).toMatchObject({ code: "invalid_request" });
  expect(same.detail).toContain("already waits for a decision");
  const path = "/api/sandbox/proposals";
  const answers = [
    await sendWithKey(console, other.key, "GET", path),
    await sendWithKey(console, other.key, "GET", `${path}/${proposal.proposalID}`),
    await other.post(toolCall("list_proposals", { environment: "sandbox" })),
    await other.post(toolCall("list_attention", { environment: "sandbox" })),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
  for (const answer of answers) expect(await answer.text()).not.toContain(secret);
  expect(await assistant.call("get_proposal", about)).toMatchObject({ proposal: { why: secret } });
  // A person, and a key for a script of a person, read everything.
  const { key } = await createTestClient(console, ada, { name: "Report" });
  expect(await (await sendWithKey(console, key, "GET", path)).json()).toMatchObject({ proposals: [{ why: secret }] });
});

test.each(testDialects)("on %s erasing a customer removes its proposals", async (dialect) => {
  const proposals = await start({ dialect });
  const { console, ada, customerID } = proposals;
  const proposal = await proposals.propose();
  const erased = await console.send("DELETE", `/api/sandbox/customers/${customerID}/known`, { cookie: ada });
  expect(erased.status).toBe(204);
  expect((await proposals.accept(proposal)).status).toBe(404);
  expect(proposals.patches()).toBe(0);
});

test.each(testDialects)("on %s a key that is revoked while the customer is read sends nothing", async (dialect) => {
  const proposals = await start({ dialect });
  const { assistant, console, ada } = proposals;
  const proposal = await proposals.propose();
  const revoke = () => console.send("DELETE", `/api/clients/${assistant.client.clientID}`, { cookie: ada });
  const isRevoked = proposals.duringNextRead(revoke);
  expect(await codeOf(await proposals.accept(proposal))).toEqual([409, "proposal_moved"]);
  expect(isRevoked()).toBe(true);
  expect(proposals.patches()).toBe(0);
});

const lostPermissions = {
  "is demoted": { role: "viewer" },
  "is disabled": { state: "disabled" },
  "loses the environment": { environments: ["production"] },
} as const;

test.each(
  testDialects.flatMap((dialect) =>
    Object.entries(lostPermissions).map(([what, change]) => ({ dialect, what, change })),
  ),
)("on $dialect a person who $what while the customer is read decides nothing", async ({ dialect, change }) => {
  const proposals = await start({ dialect });
  const [kept, note] = [await proposals.propose(), await proposals.proposeNote()];
  const isChanged = proposals.duringNextRead(() => proposals.changePerson("emil@test.example", change));
  expect(await codeOf(await proposals.accept(kept))).toEqual([403, "forbidden"]);
  expect(isChanged()).toBe(true);
  expect(proposals.patches()).toBe(0);
  // Both proposals still wait, and another person can decide about them.
  for (const { proposalID } of [kept, note]) {
    expect((await proposals.detail(proposalID, proposals.editor)).proposal.state).toBe("waiting");
  }
  expect((await proposals.accept(kept, proposals.editor)).status).toBe(200);
  expect(proposals.patches()).toBe(1);
});

test("a proposal expires after 72 hours", async () => {
  const clock = createTestClock(Date.now());
  const proposals = await start({ clock });
  const proposal = await proposals.propose();
  clock.advance(72 * 3_600_000);
  const emil = await proposals.console.signIn("emil@test.example");
  expect((await proposals.detail(proposal.proposalID, emil)).proposal.state).toBe("expired");
  expect(await codeOf(await proposals.accept(proposal, emil))).toEqual([409, "proposal_moved"]);
  const again = await proposals.propose();
  expect(again.proposalID).not.toBe(proposal.proposalID);
  expect(proposals.patches()).toBe(0);
});

test("the same content waits once, and content that changes nothing is refused", async () => {
  const proposals = await start();
  const { assistant, customerID } = proposals;
  const first = await proposals.propose();
  const again = await assistant.call<{ proposal: Proposal; isNew: boolean }>("propose_contract_change", {
    environment: "sandbox",
    customerID,
    plan: "professional",
    why: "Other words.",
  });
  expect(again).toMatchObject({ isNew: false, proposal: { proposalID: first.proposalID } });
  expect((await proposals.detail(first.proposalID)).proposal.why).toBe(first.why);
  const refused = (input: object) =>
    assistant.refused("propose_contract_change", { environment: "sandbox", customerID, why: "x", ...input });
  expect(await refused({ plan: "essential" })).toMatchObject({ code: "invalid_request" });
  expect(await refused({ customerID: "c0ffee00-0000-4000-8000-000000000009", plan: "x" })).toMatchObject({
    code: "not_found",
  });
});

test.each(testDialects)(
  "on %s a client with too many proposals is refused, named, and cannot exceed the limit in parallel",
  async (dialect) => {
    const proposals = await start({ dialect });
    const { assistant, console, ada } = proposals;
    const about = { environment: "sandbox", customerID: proposals.customerID, why: "x" };
    const made = await Promise.all(
      Array.from({ length: 25 }, async (_, index) =>
        assistant.mcp.callTool({ name: "propose_note", arguments: { ...about, text: `Note ${index}` } }),
      ),
    );
    expect(made.filter(({ isError }) => !isError)).toHaveLength(20);
    expect(await assistant.refused("propose_note", { ...about, text: "One more" })).toMatchObject({
      code: "too_many_proposals",
    });
    const attention = await console.send("GET", "/api/attention?kind=proposal-limit", { cookie: ada });
    expect(await attention.json()).toMatchObject({
      items: [{ kind: "proposal-limit", id: assistant.client.clientID, person: { email: "Helper" } }],
    });
  },
);

test("a client makes at most 60 proposals in an hour", async () => {
  const proposals = await start();
  const { assistant } = proposals;
  const about = { environment: "sandbox", customerID: proposals.customerID, why: "x" };
  for (let index = 0; index < 60; index += 1) {
    const { proposal } = await assistant.call<{ proposal: Proposal }>("propose_note", {
      ...about,
      text: `Note ${index}`,
    });
    await proposals.reject(proposal, "No");
  }
  expect(await assistant.refused("propose_note", { ...about, text: "One more" })).toMatchObject({
    code: "too_many_proposals",
    retryAt: expect.any(String),
  });
});

test("a key that only reads has no tools for proposals, and a key of another environment proposes nothing here", async () => {
  const proposals = await start();
  const { console, ada, customerID } = proposals;
  const input = { environment: "sandbox", customerID, plan: "professional", why: "x" };
  const reading = await createAssistant(console, ada, "reading");
  expect((await reading.mcp.listTools()).tools.map(({ name }) => name)).not.toContain("propose_contract_change");
  const unknown = await reading.post(toolCall("propose_contract_change", input));
  expect(JSON.stringify(await unknown.json())).toMatch(/error/i);
  const other = await createAssistant(console, ada, "proposals", { environments: ["production"] });
  expect(await other.refused("propose_contract_change", input)).toMatchObject({ code: "not_found" });
  expect(await other.refused("propose_note", { ...input, text: "x", plan: undefined })).toMatchObject({
    code: "not_found",
  });
  expect(await queryStore(console.databaseUrl, 'select * from "proposals"')).toEqual([]);
});

test.runIf(testDialects.includes("postgres"))(
  "of two decisions on two replicas at the same time, one is carried out",
  async () => {
    const proposals = await start({ dialect: "postgres" });
    const { console, api } = proposals;
    const second = await createTestBff({ baseUrl: api.origin, databaseUrl: console.databaseUrl });
    onTestFinished(second.close);
    const emil = await second.signIn("emil@test.example");
    const proposal = await proposals.propose();
    const accept = (bff: typeof second, cookie: string) =>
      bff.send("POST", `/api/sandbox/proposals/${proposal.proposalID}/accept`, {
        cookie,
        body: { digest: proposal.digest },
      });
    const answers = await Promise.all([accept(console, proposals.emil), accept(second, emil)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(proposals.patches()).toBe(1);
  },
);
