import { expect, onTestFinished, test } from "vitest";
import { type Approval, approvalDetailSchema } from "#lib/contract/operations/approval.ts";
import { bulkDetailSchema } from "#lib/contract/operations/bulk.ts";
import type { OperationDetail } from "#lib/contract/operations/operation.ts";
import type { ProposalDetail, ProposalList } from "#lib/contract/operations/proposal.ts";
import { mentionOf } from "#lib/contract/values/console/mentions.ts";
import { approvalWaitMs } from "#lib/contract/values/operations/approval-states.ts";
import { allowAssistant, createAssistant } from "#tests/fixtures/assistants/assistant-client.ts";
import { decided, type ProposalConsole, startProposalConsole } from "#tests/fixtures/assistants/proposal-console.ts";
import { sendWithKey } from "#tests/fixtures/console/api-client.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

async function start(options: Parameters<typeof startProposalConsole>[0] = {}) {
  const console = await startProposalConsole(options);
  onTestFinished(console.close);
  return console;
}

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

const newCustomer = { companyName: "Nordlicht GmbH", plan: "essential", term: "monthly", usersCount: 5 };
const creation = { ...newCustomer, adminUser: { email: "it@nordlicht.example" } };
const inADay = () => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000).toISOString();

/** What an assistant reads about its proposal. */
const readBy = ({ assistant }: ProposalConsole, proposalID: string) =>
  assistant.call<ProposalDetail>("get_proposal", { environment: "sandbox", proposalID });

const posts = ({ api }: ProposalConsole) =>
  api.requests.filter(({ method, path }) => method === "POST" && path !== "/auth").length;

/** Two people accept at the same time, one of them twice. */
const acceptThrice = (proposals: ProposalConsole, proposal: { proposalID: string; digest: string }) =>
  Promise.all([
    proposals.accept(proposal),
    proposals.accept(proposal, proposals.editor),
    proposals.accept(proposal),
  ]).then((answers) => answers.map(({ status }) => status).sort());

test.each(testDialects)(
  "on %s a new customer is created once, as the operation of one of two people",
  async (dialect) => {
    const proposals = await start({ dialect });
    const proposal = await proposals.proposeWith("propose_new_customer", creation);
    expect(proposal).toMatchObject({ kind: "creation", state: "waiting", creation });
    expect(proposal.customerID).toBeUndefined();
    expect(posts(proposals)).toBe(0);
    expect(await acceptThrice(proposals, proposal)).toEqual([200, 409, 409]);
    expect(posts(proposals)).toBe(1);
    const sent = proposals.api.requests.find(({ method, path }) => method === "POST" && path !== "/auth");
    expect(sent?.body).toEqual(creation);
    const { proposal: after, outcome } = await readBy(proposals, proposal.proposalID);
    expect(after).toMatchObject({ state: "accepted", result: { kind: "operation", id: outcome?.operationID } });
    expect(outcome?.state).toMatch(/^(running|done)$/);
    expect(await codeOf(await proposals.accept(proposal))).toEqual([409, "proposal_moved"]);
    // Exactly the same customer is not proposed again.
    const again = await proposals.assistant.refused("propose_new_customer", {
      environment: "sandbox",
      why: "x",
      ...creation,
    });
    expect(again).toMatchObject({ code: "invalid_request", errors: [{ field: "companyName" }] });
    expect(posts(proposals)).toBe(1);
  },
);

test("an equal creation of another person that was started in the meantime stops the proposal", async () => {
  const proposals = await start();
  const proposal = await proposals.proposeWith("propose_new_customer", creation);
  const sent = await proposals.console.send("POST", "/api/sandbox/customers", {
    cookie: proposals.editor,
    body: creation,
    headers: { "idempotency-key": crypto.randomUUID() },
  });
  expect(sent.status).toBe(202);
  expect((await proposals.detail(proposal.proposalID)).differences).toHaveLength(1);
  expect(await codeOf(await proposals.accept(proposal))).toEqual([409, "contract_changed"]);
  expect(posts(proposals)).toBe(1);
});

test("a new customer that the API refuses is shown as a refused operation", async () => {
  const proposals = await start();
  proposals.api.script(({ method, path }) =>
    method === "POST" && path !== "/auth"
      ? { effect: "no", answer: { status: 400, body: { message: "The plan does not exist." } } }
      : undefined,
  );
  const proposal = await proposals.proposeWith("propose_new_customer", creation);
  const { operation } = await decided(await proposals.accept(proposal));
  expect(operation).toMatchObject({ outcome: "refused" });
  const { outcome } = await readBy(proposals, proposal.proposalID);
  expect(outcome).toMatchObject({ state: "refused", ended: true, operationID: operation?.operationID });
});

test.each(testDialects)("on %s a temporary planned change is stored once, with its steps", async (dialect) => {
  const proposals = await start({ dialect });
  const { console, emil, customerID } = proposals;
  const proposal = await proposals
    .proposeWith("propose_planned_change", {
      customerID,
      plan: "professional",
      at: { local: "2030-01-31T10:30", zone: "Europe/Amsterdam" },
      until: undefined,
    })
    .catch((error: Error) => error.message);
  // The time is checked like the time in a person's request.
  expect(proposal).toContain("days from now");
  const at = inADay();
  const until = new Date(Date.parse(at) + 7 * 86_400_000).toISOString();
  const temporary = await proposals.proposeWith("propose_planned_change", {
    customerID,
    plan: "professional",
    at,
    until,
  });
  expect(temporary).toMatchObject({
    kind: "planned",
    customerID,
    change: { plan: "professional" },
    expected: { plan: "essential", term: "monthly" },
    at: { at, zone: "UTC" },
    until: { at: until },
  });
  expect(await acceptThrice(proposals, temporary)).toEqual([200, 409, 409]);
  const { proposal: after, outcome } = await readBy(proposals, temporary.proposalID);
  expect(after).toMatchObject({ state: "accepted", result: { kind: "planned" } });
  expect(outcome).toMatchObject({ state: "scheduled", ended: false, customerID });
  const read = await console.send("GET", `/api/sandbox/planned/${after.result?.id}`, { cookie: emil });
  expect(await read.json()).toMatchObject({
    proposalID: temporary.proposalID,
    plannedChange: {
      state: "scheduled",
      responsible: { email: after.decidedBy?.email },
      steps: [
        { kind: "apply", change: { plan: "professional" } },
        { kind: "revert", change: { plan: "essential" } },
      ],
    },
  });
  expect(proposals.patches()).toBe(0);
  expect((await queryStore(console.databaseUrl, 'select * from "plannedChanges"')).length).toBe(1);
  const second = { environment: "sandbox", customerID, term: "12-months", at, why: "x" };
  expect(await proposals.assistant.refused("propose_planned_change", second)).toMatchObject({
    errors: [{ field: "customerID" }],
  });
});

test("an accepted planned change waits for the approval of a second person where a rule applies", async () => {
  const proposals = await start();
  const { console, emil, editor } = proposals;
  await proposals.setRules({ plannedChanges: true });
  const input = { customerID: proposals.customerID, plan: "professional", term: "12-months", at: inADay() };
  const proposal = await proposals.proposeWith("propose_planned_change", input);
  expect([proposal.change, proposal.then]).toEqual([{ plan: "professional" }, { term: "12-months" }]);
  expect(await proposals.detail(proposal.proposalID)).toMatchObject({ approval: ["planned-changes"] });
  const { proposal: after } = await decided(await proposals.accept(proposal));
  expect((await readBy(proposals, proposal.proposalID)).outcome).toMatchObject({ state: "awaiting-approval" });
  const [waiting] = await queryStore(console.databaseUrl, 'select "approvalID", "digest" from "approvals"');
  expect(await codeOf(await proposals.decide(waiting as never, "approve", {}, emil))).toEqual([
    403,
    "other_person_required",
  ]);
  expect((await proposals.decide(waiting as never, "approve", {}, editor)).status).toBe(200);
  expect((await readBy(proposals, proposal.proposalID)).outcome).toMatchObject({ state: "scheduled" });
  expect(after.result?.kind).toBe("planned");
  expect(proposals.patches()).toBe(0);
});

test.each(testDialects)(
  "on %s a bulk change ends at its check, and a customer that changed since is left out",
  async (dialect) => {
    const proposals = await start({ dialect });
    const { console, emil, api } = proposals;
    const customers = proposals.addCustomers(12);
    const customerIDs = customers.map(({ customerID }) => customerID);
    const proposal = await proposals.proposeWith("propose_bulk_change", {
      customerIDs: [...customerIDs, customerIDs[0]],
      plan: "professional",
    });
    expect(proposal.customers).toHaveLength(12);
    expect(proposal.customers?.[0]).toMatchObject({ expected: { plan: "essential", term: "monthly" } });
    // The last customer is not among those that are compared for the decision. The check finds it.
    const last = customers.at(-1);
    if (last) last.contract.term = "12-months";
    expect(await acceptThrice(proposals, proposal)).toEqual([200, 409, 409]);
    const { result } = (await readBy(proposals, proposal.proposalID)).proposal;
    const { bulk, rows, proposalID } = await proposals.until(result?.id ?? "", "checked");
    expect(proposalID).toBe(proposal.proposalID);
    expect(bulk).toMatchObject({ state: "checked", total: 12, counts: { ready: 11, conflict: 1 } });
    expect(rows.find(({ customerID }) => customerID === last?.customerID)?.reason).toContain("was changed since");
    expect(await readBy(proposals, proposal.proposalID)).toMatchObject({
      outcome: { state: "checked", ended: false, counts: { ready: 11 } },
    });
    expect(proposals.patches()).toBe(0);
    expect((await queryStore(console.databaseUrl, 'select * from "bulks"')).length).toBe(1);
    // A person starts it, like every bulk change.
    expect((await proposals.step(bulk.bulkID, "resume", undefined, emil)).status).toBe(200);
    await proposals.until(bulk.bulkID, "first-done");
    expect(proposals.patches()).toBe(1);
    expect(api.customers.filter(({ contract }) => contract.plan === "professional")).toHaveLength(1);
  },
);

test.each(testDialects)("on %s accepting a bulk change requests approval of its checked rows", async (dialect) => {
  const proposals = await start({ dialect });
  const { console, emil, editor } = proposals;
  await proposals.setRules({ bulkRows: 2 });
  const customerIDs = proposals.addCustomers(3).map(({ customerID }) => customerID);
  const proposal = await proposals.proposeWith("propose_bulk_change", { customerIDs, term: "12-months" });
  expect(await proposals.detail(proposal.proposalID)).toMatchObject({ approval: ["bulk-rows"] });
  const reference = { ticket: "CASE-7", reason: "The customers asked for it." };
  const { proposal: after } = await decided(await proposals.accept(proposal, emil, { console: reference }));
  const { bulk } = await proposals.until(after.result?.id ?? "", "checked");
  const detail = await console.send("GET", `/api/sandbox/bulk/${bulk.bulkID}`, { cookie: emil });
  const { latest } = bulkDetailSchema.parse(await detail.json()).approval ?? {};
  expect(latest).toMatchObject({ state: "waiting", isCurrent: true });
  const read = await proposals.approval(latest?.approvalID ?? "", emil);
  const { approval, isOwn } = approvalDetailSchema.parse(await read.json());
  expect(isOwn).toBe(true);
  expect(approval).toMatchObject({
    kind: "bulk",
    subjectID: bulk.bulkID,
    rows: 3,
    change: { term: "12-months" },
    why: ["bulk-rows"],
    requestedBy: { email: "emil@test.example" },
    ...reference,
  });
  expect(Date.parse(approval.expiresAt) - Date.parse(approval.requestedAt)).toBe(approvalWaitMs);
  // The console has requested the approval on behalf of Emil, so the event names him.
  const audit = await readAudit(console.databaseUrl);
  const [event, ...others] = audit.filter(({ action }) => action === "approval.requested");
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    actor: { kind: "console" },
    target: { kind: "approval", id: approval.approvalID },
    ticket: reference.ticket,
    after: { kind: "bulk", requestedBy: "emil@test.example", digest: approval.digest, subjectID: bulk.bulkID },
  });
  // Nobody starts it before a second person has approved exactly these rows.
  const resume = (cookie: string) => proposals.step(bulk.bulkID, "resume", undefined, cookie);
  for (const cookie of [emil, editor]) expect(await codeOf(await resume(cookie))).toEqual([403, "approval_required"]);
  expect(await codeOf(await proposals.decide(approval, "approve", {}, emil))).toEqual([403, "other_person_required"]);
  const other = { ...approval, digest: "0".repeat(64) };
  expect(await codeOf(await proposals.decide(other, "approve", {}, editor))).toEqual([409, "approval_moved"]);
  expect(proposals.patches()).toBe(0);
  expect((await proposals.decide(approval, "approve", {}, editor)).status).toBe(200);
  expect(await codeOf(await resume(editor))).toEqual([403, "other_person_required"]);
  expect((await resume(emil)).status).toBe(200);
});

test("a request that accepting a bulk change made expires, and a bulk change under no rule requests nothing", async () => {
  const proposals = await start();
  const { console, emil, editor } = proposals;
  const propose = async () => {
    const customerIDs = proposals.addCustomers(2).map(({ customerID }) => customerID);
    const proposal = await proposals.proposeWith("propose_bulk_change", { customerIDs, term: "12-months" });
    const { proposal: after } = await decided(await proposals.accept(proposal));
    return (await proposals.until(after.result?.id ?? "", "checked")).bulk;
  };
  await propose();
  expect(await queryStore(console.databaseUrl, 'select * from "approvals"')).toEqual([]);
  await proposals.setRules({ bulkRows: 2 });
  const { bulkID } = await propose();
  const [waiting] = (await queryStore(console.databaseUrl, 'select "approvalID", "digest" from "approvals"')) as [
    Approval,
  ];
  await queryStore(console.databaseUrl, 'update "approvals" set "expiresAt" = "createdAt"');
  expect(await codeOf(await proposals.decide(waiting, "approve", {}, editor))).toEqual([409, "approval_moved"]);
  expect(await codeOf(await proposals.step(bulkID, "resume", undefined, emil))).toEqual([403, "approval_required"]);
  // The person can then request it again, like for every bulk change.
  const again = { kind: "bulk", bulkID, customerID: undefined, change: undefined, expected: undefined };
  const approval = await proposals.requested(again, emil);
  expect(approval).toMatchObject({ state: "waiting", digest: waiting.digest });
  expect((await proposals.decide(approval, "approve", {}, editor)).status).toBe(200);
  expect((await proposals.step(bulkID, "resume", undefined, emil)).status).toBe(200);
});

test("a proposal of each kind is refused after its content was changed in the store, it was rejected, or its key was restricted", async () => {
  const proposals = await start();
  const { console, ada, assistant, customerID } = proposals;
  const made = [
    await proposals.proposeWith("propose_new_customer", creation),
    await proposals.proposeWith("propose_planned_change", { customerID, plan: "professional", at: inADay() }),
    await proposals.proposeWith("propose_bulk_change", { customerIDs: [customerID], plan: "professional" }),
  ];
  const contents = (await queryStore(console.databaseUrl, 'select "proposalID", "content" from "proposals"')) as {
    proposalID: string;
    content: string;
  }[];
  const update = (text: string) => queryStore(console.databaseUrl, text);
  await update(
    `update "proposals" set "content" = replace(replace("content", 'professional', 'enterprise'), 'Nordlicht', 'Other')`,
  );
  for (const proposal of made) expect(await codeOf(await proposals.accept(proposal))).toEqual([409, "proposal_moved"]);
  for (const { proposalID, content } of contents) {
    await update(`update "proposals" set "content" = '${content}' where "proposalID" = '${proposalID}'`);
  }
  const [first] = made;
  if (!first) throw new Error("Nothing was proposed");
  const { proposal: rejected } = await decided(await proposals.reject(first, "Not agreed."));
  expect(rejected).toMatchObject({ state: "rejected", decisionReason: "Not agreed." });
  expect((await readBy(proposals, first.proposalID)).outcome).toBeUndefined();
  await allowAssistant(console, ada, assistant.client.clientID, "reading");
  for (const proposal of made) expect(await codeOf(await proposals.accept(proposal))).toEqual([409, "proposal_moved"]);
  for (const table of ["operations", "plannedChanges", "bulks"]) {
    expect(await update(`select * from "${table}"`)).toEqual([]);
  }
  expect(posts(proposals)).toBe(0);
});

test.each(testDialects)("on %s a key that is revoked while the customers are read starts nothing", async (dialect) => {
  const proposals = await start({ dialect });
  const { api, assistant, console, ada, customerID } = proposals;
  const made = [
    await proposals.proposeWith("propose_planned_change", { customerID, plan: "professional", at: inADay() }),
    await proposals.proposeWith("propose_bulk_change", { customerIDs: [customerID], plan: "professional" }),
  ];
  let isRevoked = false;
  api.script(async ({ method }) => {
    if (method !== "GET" || isRevoked) return undefined;
    isRevoked = true;
    await console.send("DELETE", `/api/clients/${assistant.client.clientID}`, { cookie: ada });
    return undefined;
  });
  for (const proposal of made) expect(await codeOf(await proposals.accept(proposal))).toEqual([409, "proposal_moved"]);
  expect(isRevoked).toBe(true);
  expect(await queryStore(console.databaseUrl, 'select * from "bulks"')).toEqual([]);
  expect(await queryStore(console.databaseUrl, 'select * from "plannedChanges"')).toEqual([]);
});

test.runIf(testDialects.includes("postgres"))(
  "a proposal of each kind that two people accept on two replicas at the same time is carried out once",
  async () => {
    const proposals = await start({ dialect: "postgres" });
    const { console, api, customerID } = proposals;
    const second = await createTestBff({ baseUrl: api.origin, databaseUrl: console.databaseUrl });
    onTestFinished(second.close);
    const edith = await second.signIn("edith@test.example");
    const made = [
      await proposals.proposeWith("propose_new_customer", creation),
      await proposals.proposeWith("propose_planned_change", { customerID, plan: "professional", at: inADay() }),
      await proposals.proposeWith("propose_bulk_change", { customerIDs: [customerID], plan: "professional" }),
    ];
    for (const { proposalID, digest } of made) {
      const accept = (bff: typeof second, cookie: string) =>
        bff.send("POST", `/api/sandbox/proposals/${proposalID}/accept`, { cookie, body: { digest } });
      const answers = await Promise.all([accept(console, proposals.emil), accept(second, edith)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
    expect(posts(proposals)).toBe(1);
    for (const table of ["operations", "plannedChanges", "bulks"]) {
      expect(await queryStore(console.databaseUrl, `select * from "${table}"`)).toHaveLength(1);
    }
  },
);

test.each(testDialects)("on %s erasing a customer removes the proposals that name or created it", async (dialect) => {
  const proposals = await start({ dialect });
  const { console, ada, customerID } = proposals;
  const [other] = proposals.addCustomers(1);
  const customerIDs = [customerID, other?.customerID];
  const named = await proposals.proposeWith("propose_bulk_change", { customerIDs, plan: "professional" });
  const unnamed = await proposals.proposeWith("propose_bulk_change", {
    customerIDs: [other?.customerID],
    plan: "professional",
  });
  await console.send("DELETE", `/api/sandbox/customers/${customerID}/known`, { cookie: ada });
  expect((await proposals.accept(named)).status).toBe(404);
  expect((await proposals.accept(unnamed)).status).toBe(200);
  const created = await proposals.proposeWith("propose_new_customer", creation);
  await proposals.accept(created);
  const { outcome } = await readBy(proposals, created.proposalID);
  await console.send("DELETE", `/api/sandbox/customers/${outcome?.customerID}/known`, { cookie: ada });
  expect((await proposals.accept(created)).status).toBe(404);
});

test("a bulk change of customers that all have the value, or of an unknown customer, is not proposed", async () => {
  const proposals = await start();
  const refused = (input: object) =>
    proposals.assistant.refused("propose_bulk_change", { environment: "sandbox", why: "x", ...input });
  expect(await refused({ customerIDs: [proposals.customerID], plan: "essential" })).toMatchObject({
    code: "invalid_request",
  });
  expect(
    await refused({
      customerIDs: [proposals.customerID, "c0ffee00-0000-4000-8000-0000000000aa"],
      plan: "professional",
    }),
  ).toMatchObject({ code: "not_found" });
});

test.each(testDialects)(
  "on %s the list is filtered by state, kind and client, and operations lead to their proposal",
  async (dialect) => {
    const proposals = await start({ dialect });
    const { console, emil, ada, assistant, customerID } = proposals;
    const other = await createAssistant(console, ada, "proposals", { name: "Other helper" });
    const change = await proposals.propose();
    const created = await proposals.proposeWith("propose_new_customer", creation);
    await other.call("propose_note", { environment: "sandbox", customerID, text: "Call back.", why: "x" });
    const read = async <Answer = ProposalList>(path: string) =>
      (await (await console.send("GET", `/api/sandbox/${path}`, { cookie: emil })).json()) as Answer;
    const kindsOf = async (query: string) => (await read(`proposals?${query}`)).proposals.map(({ kind }) => kind);
    const { operation } = await decided(await proposals.accept(change));
    await proposals.reject(created, "No");
    expect(await kindsOf("")).toEqual(["note", "creation", "change"]);
    expect(await kindsOf("state=waiting")).toEqual(["note"]);
    expect(await kindsOf("state=accepted,rejected")).toEqual(["creation", "change"]);
    expect(await kindsOf("kind=change,note&state=waiting,accepted")).toEqual(["note", "change"]);
    expect(await kindsOf(`clientID=${other.client.clientID}`)).toEqual(["note"]);
    expect(await kindsOf(`clientID=${other.client.clientID}&mine=true`)).toEqual([]);
    expect((await read("proposals")).clients.map(({ name }) => name)).toEqual(["Helper", "Other helper"]);
    // An assistant sees its own proposals and its own name only.
    const own = await sendWithKey(console, other.key, "GET", "/api/sandbox/proposals");
    expect(await own.json()).toMatchObject({ total: 1, clients: [{ name: "Other helper" }] });
    const named = await sendWithKey(
      console,
      other.key,
      "GET",
      `/api/sandbox/proposals?clientID=${assistant.client.clientID}`,
    );
    expect(await named.json()).toMatchObject({ total: 0 });
    const sent = await read<OperationDetail>(`operations/${operation?.operationID}`);
    expect(sent.proposalID).toBe(change.proposalID);
    // If the change needs an approval, the operation's proposal is found through the request for approval.
    await proposals.setRules({ singleChanges: true });
    const second = await proposals.propose({ plan: "enterprise" });
    const { proposal: after } = await decided(await proposals.accept(second));
    const { approval } = (await (await proposals.approval(after.result?.id ?? "")).json()) as { approval: Approval };
    await proposals.decide(approval, "approve", {}, proposals.editor);
    const { outcome } = await readBy(proposals, second.proposalID);
    expect(outcome).toMatchObject({ state: "done", ended: true, customerID });
    expect((await read<OperationDetail>(`operations/${outcome?.operationID}`)).proposalID).toBe(second.proposalID);
  },
);

test("the review of a note says who is notified when it is accepted, and refuses a person without access", async () => {
  const proposals = await start();
  const { console, ada, emil } = proposals;
  const { staff } = (await (await console.send("GET", "/api/staff", { cookie: ada })).json()) as {
    staff: { staffID: string; email: string }[];
  };
  const idOf = (email: string) => staff.find((one) => one.email === email)?.staffID ?? "";
  const [adaID, emilID] = [idOf("ada@test.example"), idOf("emil@test.example")];
  const refused = { environment: "sandbox", customerID: proposals.customerID, why: "x", text: "<@nobody> look" };
  expect(await proposals.assistant.refused("propose_note", refused)).toMatchObject({ code: "invalid_request" });
  const note = await proposals.proposeNote(`${mentionOf(adaID)} and ${mentionOf(emilID)}: please call back.`);
  const notified = async (cookie: string) =>
    (await proposals.detail(note.proposalID, cookie)).notifies?.map(({ staffID }) => staffID);
  expect(await notified(emil)).toEqual([adaID, emilID]);
  const unread = async (cookie = ada) =>
    ((await (await console.send("GET", "/api/me/notifications", { cookie })).json()) as { unread: number }).unread;
  expect(await unread()).toBe(0);
  const away = await proposals.proposeNote(`${mentionOf(emilID)} knows more.`);
  // Emil accepts it and becomes the author, so only Ada is notified.
  expect((await proposals.accept(note)).status).toBe(200);
  expect(await unread()).toBe(1);
  expect(await unread(emil)).toBe(0);
  expect(await notified(emil)).toBeUndefined();
  await console.send("PATCH", `/api/staff/${emilID}`, { cookie: ada, body: { environments: ["production"] } });
  const { differences, notifies } = await proposals.detail(away.proposalID, ada);
  expect([differences, notifies]).toEqual([
    ["The note mentions a person who may no longer use this environment."],
    undefined,
  ]);
});
