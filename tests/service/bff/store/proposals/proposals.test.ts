import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxOpenProposals } from "#lib/contract/values/operations/proposal-states.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { NewProposal } from "#server/bff/store/proposals/proposals.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const event = { actor: { kind: "console" }, action: "proposal.made", outcome: "done" } as const;

describe.each(testDialects.map((dialect) => ({ dialect })))("proposals on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      store = await openStore(url);
    },
    close: () => store.close(),
  });

  async function addClient(name: string): Promise<string> {
    const clientID = randomUUID();
    const maker = { staffID: randomUUID(), email: `${name}@a.example`, name, passwordHash: null, createdAt: nowMs };
    await store.staff.add({ ...maker, role: "administrator", environments: ["sandbox"] });
    const client = { name, role: "editor", environments: ["sandbox"], addresses: null, expiresAt: null } as const;
    const key = { keyEnd: "abcd", keyHash: clientID, createdBy: maker.staffID, createdAt: nowMs };
    const created = { ...event, action: "client.created" } as const;
    await store.apiClients.add({ clientID, ...client, environments: ["sandbox"], ...key }, created);
    await store.apiClients.change(clientID, { assistant: "proposals" }, nowMs, () => []);
    return clientID;
  }

  const note = (clientID: string, text: string): NewProposal => ({
    proposalID: randomUUID(),
    environment: "sandbox",
    content: { kind: "note", customerID: "c1", companyName: "Acme", text },
    digest: Buffer.from(text).toString("hex"),
    why: "x",
    clientID,
    clientName: "Helper",
    owner: "ada@a.example",
    createdAt: nowMs,
    expiresAt: nowMs + 72 * 3_600_000,
  });

  test("retention removes old proposals, and the refusals of a client that proposed too much", async () => {
    const clientID = await addClient("helper");
    for (let index = 0; index <= maxOpenProposals; index += 1) {
      await store.proposals.add(note(clientID, `Note ${index}`), event);
    }
    expect(await store.proposals.refusals("sandbox", 0)).toHaveLength(1);
    expect(await store.proposals.removeBefore(nowMs)).toBe(0);
    expect(await store.proposals.removeBefore(nowMs + 73 * 3_600_000)).toBe(maxOpenProposals + 1);
    expect(await store.proposals.refusals("sandbox", 0)).toEqual([]);
  });

  test("of two clients that propose the same content at the same time, one proposal is stored", async () => {
    const [first, second] = [await addClient("first"), await addClient("second")];
    for (let index = 0; index < 10; index += 1) {
      const proposals = [note(first, `Note ${index}`), note(second, `Note ${index}`)];
      const answers = await Promise.all(proposals.map((proposal) => store.proposals.add(proposal, event)));
      expect(answers.map(({ result }) => result).sort()).toEqual(["exists-elsewhere", "stored"]);
    }
  });
});
