import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { maxOpenProposals } from "#lib/contract/values/operations/proposal-states.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { NewProposal } from "#server/bff/store/proposals/proposals.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const event = { actor: { kind: "console" }, action: "proposal.made", outcome: "done" } as const;

describe.each(testDialects.map((dialect) => ({ dialect })))("proposals on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const database = useTestDatabase(dialect, {
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
    expect(await store.retention.removeProposals(nowMs, nowMs)).toBe(0);
    expect(await store.retention.removeProposals(nowMs + 73 * 3_600_000, nowMs)).toBe(maxOpenProposals + 1);
    const [last] = await store.audit.list({}, { order: "newest", limit: 1 });
    expect(last).toMatchObject({
      action: "retention.applied",
      after: { what: "proposals", removed: maxOpenProposals + 1 },
    });
    expect(await store.proposals.refusals("sandbox", 0)).toEqual([]);
  });

  // Each replica has its own connections. A SQLite file has one writing process, so there both are the same store.
  const openReplicas = async () => {
    if (dialect === "sqlite") return [store, store] as const;
    const replicas = await Promise.all([1, 2].map(() => openStore(database.url, { poolSize: 10 })));
    onTestFinished(async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
    });
    return replicas as unknown as readonly [ConsoleStore, ConsoleStore];
  };

  test("of many proposals of one client on two replicas at the same time, exactly as many as the limit are stored", async () => {
    const replicas = await openReplicas();
    const [clientID, other] = [await addClient("helper"), await addClient("other")];
    for (let index = 0; index < maxOpenProposals - 3; index += 1) {
      await store.proposals.add(note(clientID, `Note ${index}`), event);
    }
    const adding = Array.from({ length: 16 }, (_, index) =>
      replicas[index % 2 === 0 ? 0 : 1].proposals.add(note(clientID, `At once ${index}`), event),
    );
    // Another client is not counted.
    const own = replicas[1].proposals.add(note(other, "Own"), event);
    const results = (await Promise.all(adding)).map(({ result }) => result);
    expect(results.filter((result) => result === "stored")).toHaveLength(3);
    expect(results.filter((result) => result === "too-many-open")).toHaveLength(13);
    expect((await own).result).toBe("stored");
    const page = { limit: 100, offset: 0 };
    const ofClient = { environment: "sandbox", clientIDs: [clientID] } as const;
    expect((await store.proposals.list(ofClient, page, nowMs)).total).toBe(maxOpenProposals);
  });

  test("of two clients that propose the same content on two replicas at the same time, one proposal is stored", async () => {
    const replicas = await openReplicas();
    const clients = [await addClient("first"), await addClient("second")] as const;
    const contents = Array.from({ length: 8 }, (_, index) => `Note ${index}`);
    const answers = await Promise.all(
      contents.map((text) =>
        Promise.all(
          [0, 1].map((one) => replicas[one === 0 ? 0 : 1].proposals.add(note(clients[one] ?? "", text), event)),
        ),
      ),
    );
    for (const pair of answers) {
      expect(pair.map(({ result }) => result).sort()).toEqual(["exists-elsewhere", "stored"]);
    }
    const page = { limit: 100, offset: 0 };
    expect((await store.proposals.list({ environment: "sandbox" }, page, nowMs)).total).toBe(contents.length);
  });
});
