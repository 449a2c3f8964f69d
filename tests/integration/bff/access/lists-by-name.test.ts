import { expect, onTestFinished, test } from "vitest";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

/** In the order of the lists. It is neither the order of the letters' codes nor the order of the addresses. */
const sortedNames = ["ada", "Élise", "émile", "Emre", "Özlem", "Paul", "Zoe"];

interface Named {
  name: string;
}

test.each(testDialects)(
  "on %s the lists of people and of API clients are sorted by name as people expect it, also across pages",
  async (dialect) => {
    const staff = sortedNames.map((name, index) => ({
      email: `${sortedNames.length - index}@test.example`,
      name,
      role: "administrator" as const,
    }));
    const console = await createTestBff({ dialect, staff });
    onTestFinished(console.close);
    const cookie = await console.signIn("1@test.example");
    const read = async <Answer>(path: string) => (await (await console.send("GET", path, { cookie })).json()) as Answer;
    const namesOf = (rows: readonly Named[]) => rows.map(({ name }) => name);

    const pages = await Promise.all(
      [0, 3, 6, 9].map((offset) => read<{ staff: Named[]; total: number }>(`/api/staff?limit=3&offset=${offset}`)),
    );
    expect(pages.map((page) => namesOf(page.staff))).toEqual([
      sortedNames.slice(0, 3),
      sortedNames.slice(3, 6),
      sortedNames.slice(6),
      [],
    ]);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([sortedNames.length]));

    expect(namesOf((await read<{ colleagues: Named[] }>("/api/sandbox/colleagues")).colleagues)).toEqual(sortedNames);
    expect(namesOf((await read<{ candidates: Named[] }>("/api/policy")).candidates)).toEqual(sortedNames);

    for (const name of sortedNames.toReversed()) {
      const body = { name, role: "viewer", environments: ["sandbox"] };
      expect((await console.send("POST", "/api/clients", { cookie, body })).status).toBe(201);
    }
    const { clients } = await read<{ clients: (Named & { clientID: string })[] }>("/api/clients");
    expect(namesOf(clients)).toEqual(sortedNames);
    const [revoked] = clients;
    expect((await console.send("DELETE", `/api/clients/${revoked?.clientID}`, { cookie })).status).toBeLessThan(300);
    const withRevoked = await read<{ clients: Named[]; total: number }>("/api/clients?limit=2&offset=5");
    expect(namesOf(withRevoked.clients)).toEqual(["Zoe", "ada"]);
    expect(withRevoked.total).toBe(sortedNames.length);
  },
);
