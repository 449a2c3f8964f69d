import { expect, test } from "vitest";
import { z } from "zod";
import type { AttentionSource } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { listRooms, type MadeRoom, type RoomModule, type RoomWork, type Worker } from "#server/bff/core/module.ts";
import { routeWith } from "#server/bff/core/route.ts";

interface Base {
  /** The events of the modules, in order. */
  events: string[];
}

interface Kind {
  kind: string;
}

/** A worker that needs some time to end. */
const worker = (events: string[], name: string): Worker => ({
  start: () => void events.push(`${name} starts`),
  async close() {
    events.push(`${name} is asked to end`);
    await Promise.resolve();
    events.push(`${name} ends`);
  },
});

const lower = {
  name: "lower",
  create({ events }: Base): MadeRoom<{ answer: () => number }> {
    events.push("lower is made");
    return {
      services: { answer: () => 42 },
      workers: [worker(events, "lower worker")],
      lastWorkers: [worker(events, "lower recorder")],
      end: async () => void events.push("lower has ended"),
      close: async () => void events.push("lower closes"),
      drain: () => void events.push("lower drains"),
    };
  },
} satisfies RoomModule;

const higher = {
  name: "higher",
  async create({ events, answer }: Base & { answer: () => number }): Promise<MadeRoom<{ doubled: number }>> {
    await Promise.resolve();
    events.push("higher is made");
    return {
      services: { doubled: 2 * answer() },
      workers: [worker(events, "first higher worker"), worker(events, "second higher worker")],
      lastWorkers: [worker(events, "higher recorder")],
      close: async () => void events.push("higher closes"),
      drain: () => void events.push("higher drains"),
    };
  },
} satisfies RoomModule;

test("modules are created one after another, each from the services of earlier modules", async () => {
  const seen: string[][] = [];
  const spy = (name: string) => ({
    name,
    create(needs: object): RoomWork {
      seen.push(Object.keys(needs).filter((key) => key === "answer" || key === "doubled"));
      return {};
    },
  });
  const events: string[] = [];
  const list = listRooms<Base, Kind>().add(spy("first")).add(lower).add(spy("second")).add(higher);
  const { services } = await list.create({ events }, [spy("last")]);
  expect(events).toEqual(["lower is made", "higher is made"]);
  expect(seen).toEqual([[], ["answer"], ["answer", "doubled"]]);
  expect(services.doubled).toBe(84);
});

test("a module adds kinds and sources that an earlier module uses, created from the services of all modules", async () => {
  const asks = {
    name: "asks",
    create: ({
      attentionSources,
    }: {
      attentionSources: readonly AttentionSource[];
    }): MadeRoom<{
      open(): string[];
    }> => ({ services: { open: () => attentionSources.map(({ name }) => name) } }),
  } satisfies RoomModule;
  const waits = {
    name: "waits",
    attention: [
      ({ doubled }: { doubled: number }): AttentionSource => ({
        name: `waits ${doubled}`,
        kinds: [],
        list: async () => ({ items: [] }),
      }),
    ],
    operationKinds: [(_services: object) => ({ kind: "wait" })],
  } satisfies RoomModule;
  const list = listRooms<Base, Kind>().add(asks).add(waits).add(lower).add(higher);
  const { services } = await list.create({ events: [] });
  expect(services.open()).toEqual(["waits 84"]);
  expect([...services.operationKinds.keys()]).toEqual(["wait"]);
});

test("workers start when all modules are created, and draining begins at the last module", async () => {
  const events: string[] = [];
  const rooms = await listRooms<Base, Kind>().add(lower).add(higher).create({ events });
  events.length = 0;
  rooms.start();
  expect(events).toEqual([
    "lower worker starts",
    "lower recorder starts",
    "first higher worker starts",
    "second higher worker starts",
    "higher recorder starts",
  ]);
  events.length = 0;
  rooms.drain();
  expect(events).toEqual(["higher drains", "lower drains"]);
});

test("closing signals all workers, waits until they have ended, and closes the modules from the last to the first", async () => {
  const events: string[] = [];
  const rooms = await listRooms<Base, Kind>().add(lower).add(higher).create({ events });
  events.length = 0;
  await rooms.close();
  expect(events.slice(0, 3)).toEqual([
    "first higher worker is asked to end",
    "second higher worker is asked to end",
    "lower worker is asked to end",
  ]);
  expect(events.slice(3, 6).toSorted()).toEqual([
    "first higher worker ends",
    "lower worker ends",
    "second higher worker ends",
  ]);
  expect(events.slice(6)).toEqual([
    "lower has ended",
    "higher recorder is asked to end",
    "higher recorder ends",
    "higher closes",
    "lower recorder is asked to end",
    "lower recorder ends",
    "lower closes",
  ]);
});

test("a slow worker of a later module ends before an earlier module ends its own work", async () => {
  const events: string[] = [];
  const slow = Promise.withResolvers<void>();
  const slowRoom = {
    name: "slow",
    create: (): RoomWork => ({ workers: [{ close: () => slow.promise }] }),
  } satisfies RoomModule;
  const rooms = await listRooms<Base, Kind>().add(lower).add(slowRoom).create({ events });
  const closed = rooms.close();
  await new Promise(setImmediate);
  expect(events).toContain("lower worker ends");
  expect(events).not.toContain("lower has ended");
  slow.resolve();
  await closed;
  expect(events.at(-1)).toBe("lower closes");
});

test("if a module cannot be created, the earlier modules are closed, and its error is thrown", async () => {
  const events: string[] = [];
  const broken = {
    name: "broken",
    create(): RoomWork {
      throw new Error("The port is taken.");
    },
  } satisfies RoomModule;
  const made = listRooms<Base, Kind>().add(lower).add(broken).add(higher).create({ events });
  await expect(made).rejects.toThrow("The port is taken.");
  expect(events).not.toContain("higher is made");
  expect(events.at(-1)).toBe("lower closes");
});

test("a module that cannot be closed does not prevent closing the others, and is named", async () => {
  const events: string[] = [];
  const stuck = {
    name: "stuck",
    create: (): RoomWork => ({
      workers: [{ close: () => Promise.reject(new Error("no answer")) }],
      close: () => Promise.reject(new Error("no answer")),
    }),
  } satisfies RoomModule;
  const rooms = await listRooms<Base, Kind>().add(lower).add(stuck).create({ events });
  await expect(rooms.close()).rejects.toThrow("The room stuck could not be closed");
  expect(events.at(-1)).toBe("lower closes");
});

test("the list contains the routes of all modules in their order", () => {
  const [first, second] = ["/api/first", "/api/second"].map((path) =>
    routeWith()({
      method: "GET",
      path: path as "/api/x",
      about: "Answers with its path.",
      policy: "anyone",
      input: {},
      answer: z.string(),
      handler: async () => path,
    }),
  );
  if (!first || !second) throw new Error("There are two routes");
  const list = listRooms<Base, Kind>()
    .add({ name: "first", routes: [first] })
    .add(lower)
    .add({ name: "second", routes: [second] });
  expect(list.routes.map(({ path }) => path)).toEqual(["/api/first", "/api/second"]);
});

test("a module that is listed twice is refused", () => {
  const list = listRooms<Base, Kind>().add(lower).add(higher);
  expect(() => list.add(lower)).toThrow("The room lower is listed twice");
});

test("a kind of operation that no module sends is a compile error of the whole list", async () => {
  const list = listRooms<Base, { kind: "create" | "change" }>().add({
    name: "creations",
    operationKinds: [(_services: object) => ({ kind: "create" as const })],
  });
  // @ts-expect-error no module sends operations of the kind `change`
  await list.create({ events: [] });
  const changes = { name: "changes", operationKinds: [(_services: object) => ({ kind: "change" as const })] };
  const { services } = await list.add(changes).create({ events: [] });
  expect([...services.operationKinds.keys()]).toEqual(["create", "change"]);
});

test("a missing service is a compile error in the module that needs it, or in the whole list", async () => {
  const list = listRooms<Base, Kind>();
  // @ts-expect-error no earlier module adds the service `answer`
  list.add(higher);
  // @ts-expect-error the module that adds the service `answer` comes later
  list.add(higher).add(lower);
  const fitting = { name: "other", create: (): MadeRoom<{ answer: string }> => ({ services: { answer: "42" } }) };
  // @ts-expect-error the earlier module adds a service `answer` of another type
  list.add(fitting).add(higher);

  const source = (_services: { doubled: number }): AttentionSource => ({
    name: "s",
    kinds: [],
    list: async () => ({ items: [] }),
  });
  const attention = list.add({ name: "attention", attention: [source] });
  await attention.add(lower).add(higher).create({ events: [] });
  // @ts-expect-error no module adds the service `doubled`
  await attention.add(lower).create({ events: [] });

  const route = routeWith<CoreServices & { doubled: number }>()({
    method: "GET",
    path: "/api/doubled",
    about: "Doubles a number.",
    policy: "anyone",
    input: {},
    answer: z.number(),
    handler: async ({ services: { doubled } }) => doubled,
  });
  const base = { events: [] as string[] } as Base & CoreServices;
  const routes = listRooms<typeof base, Kind>().add({ name: "routes", routes: [route] });
  await routes.add(lower).add(higher).create(base);
  // @ts-expect-error no module adds the service `doubled`
  await routes.add(lower).create(base);
});
