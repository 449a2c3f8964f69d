import type { ApprovalSource } from "./approval-gate.ts";
import type { AttentionSource } from "./attention-source.ts";
import type { NotificationSource } from "./notification.ts";

/** Background work that starts after all modules were created. */
export interface Worker {
  start?(): void;
  /** Stops taking new work, and waits for the current work. */
  close(): void | Promise<void>;
}

/**
 * What a module does while the console is running. The console closes its modules in three steps. Each step goes
 * through the modules in reverse order:
 * 1. All workers are asked to end at the same time. No worker then begins new work while another worker is finishing.
 * 2. For each module: its workers end, and then `end` is called. Earlier modules still work at this point.
 * 3. For each module: its last workers end, and then `close` is called. All other work has ended by then.
 */
export interface RoomWork {
  workers?: readonly Worker[];
  /** Waits for the remaining work of the module, or closes resources that only this work needs. */
  end?(): Promise<void>;
  /** Workers that record or report what other workers do. These workers end last. */
  lastWorkers?: readonly Worker[];
  /** Frees the resources of the module. */
  close?(): Promise<void>;
  /**
   * Called some time before the console closes. Load balancers should then send no more requests to this process, but
   * the process still answers.
   */
  drain?(): void;
}

/** A module that other modules can use. `services` are the services that it adds. */
export interface MadeRoom<Added extends object> extends RoomWork {
  services: Added;
}

/**
 * Describes a module: what it needs and what it adds. Each module has such a description in its `module.ts`, and
 * `server/bff/rooms.ts` lists all modules (docs/decisions/0047-rooms-as-modules.md).
 *
 * `create` creates the module and may use only services of earlier modules. All other members are used after all
 * modules were created, so they may use services of any module. A route declares these services in its type, and every
 * other member declares them as its parameter. An earlier module can therefore declare an interface that a later module
 * implements.
 */
export interface RoomModule<Kind extends NamedKind = NamedKind> {
  /** The name of the module's folder. */
  name: string;
  create?(needs: never): RoomWork | Promise<RoomWork>;
  routes?: readonly { key: string; path: string }[];
  operationKinds?: readonly ((services: never) => Kind)[];
  /** Sources of items that need attention. */
  attention?: readonly ((services: never) => AttentionSource)[];
  /** Sources of events for the notification endpoint that need no action. */
  notifications?: readonly ((services: never) => NotificationSource)[];
  /** Sources that describe the subjects of approval requests: bulk changes, imports and planned changes. */
  approvals?: readonly ((services: never) => ApprovalSource)[];
}

/** A kind of operation (`operations/operation-kind.ts`). This file needs only its name. */
interface NamedKind {
  kind: string;
}

/** What modules add for other modules. The lists are empty until all modules were created. */
export interface Collected<Kind extends NamedKind> {
  operationKinds: ReadonlyMap<string, Kind>;
  attentionSources: readonly AttentionSource[];
  notificationSources: readonly NotificationSource[];
  approvalSources: readonly ApprovalSource[];
}

type NeedsOf<M> = M extends { create(needs: infer Needs): unknown } ? Needs : unknown;

type AddedBy<M> = M extends { create(needs: never): infer Made }
  ? Awaited<Made> extends MadeRoom<infer Added>
    ? Added
    : unknown
  : unknown;

type RouteOf<M> = M extends { routes: readonly (infer Route)[] } ? Route : never;

type SourceOf<M> = {
  [Part in keyof M]: Part extends "operationKinds" | "attention" | "notifications" | "approvals"
    ? M[Part] extends readonly (infer Source)[]
      ? Source
      : never
    : never;
}[keyof M];

type AnswerOf<Route> = Route extends { handler(context: { services: infer Services }, ...rest: never[]): unknown }
  ? (services: Services) => void
  : never;

/** All services that these functions take as parameters. */
type TakenBy<Functions> = [Functions] extends [never]
  ? unknown
  : [Functions] extends [(services: infer All) => unknown]
    ? All
    : never;

/** The services that a module uses after all modules were created. */
type UsesOf<M> = TakenBy<AnswerOf<RouteOf<M>> | SourceOf<M>>;

/** The names of wanted services that are missing or have a different type. */
type Unmet<Wanted, Services> = {
  [Name in keyof Wanted]-?: Services extends Pick<Wanted, Name> ? never : Name;
}[keyof Wanted];

/**
 * `unknown` if all services exist. Otherwise a text that names the missing services. It appears in the compile error.
 */
type Requires<Wanted, Services, Message extends string> = Services extends Wanted
  ? unknown
  : `${Message} ${Unmet<Wanted, Services> & string}`;

type KindNameOf<M> = M extends { operationKinds: readonly (infer Source)[] }
  ? [Source] extends [never]
    ? never
    : Source extends (services: never) => { kind: infer Name }
      ? Name
      : never
  : never;

/**
 * `unknown` if all kinds of operations are sent by a module. Otherwise a text that names a missing kind. It appears in
 * the compile error.
 */
type Sends<Names extends string, Sent> = string extends Names
  ? unknown
  : [Exclude<Names, Sent>] extends [never]
    ? unknown
    : `no room sends operations of the kind ${Exclude<Names, Sent>}`;

/** All modules of a running console. */
export interface Rooms<Services> {
  services: Services;
  /** Starts the workers of all modules. */
  start(): void;
  drain(): void;
  close(): Promise<void>;
}

/**
 * A list of modules. Its type contains the services and the kinds of operations of all modules. A missing service or
 * kind is therefore a compile error.
 */
export interface RoomList<Base, Services, Uses, Route, Kind extends NamedKind, Sent> {
  add<M extends RoomModule<Kind>>(
    module: M & Requires<NeedsOf<M>, Services, "no earlier room adds a service that fits:">,
  ): RoomList<Base, Services & AddedBy<M>, Uses & UsesOf<M>, Route | RouteOf<M>, Kind, Sent | KindNameOf<M>>;
  /** The routes of all modules, in the order of the modules. */
  routes: readonly Route[];
  /**
   * Creates all modules, and after them the modules in `further`. `base` has the services that all modules share. If a
   * module cannot be created, all modules that were created before it are closed.
   */
  create(
    base: Base & Requires<Uses, Services, "no room adds a service that fits:"> & Sends<Kind["kind"], Sent>,
    further?: readonly RoomModule<Kind>[],
  ): Promise<Rooms<Services>>;
}

/** An empty list of modules. `Base` is the type of the services that all modules share. */
export function listRooms<Base extends object, Kind extends NamedKind>(): RoomList<
  Base,
  Base & Collected<Kind>,
  unknown,
  never,
  Kind,
  never
> {
  return roomList<Base, Base & Collected<Kind>, unknown, never, Kind, never>([]);
}

function roomList<Base extends object, Services, Uses, Route, Kind extends NamedKind, Sent>(
  modules: readonly RoomModule<Kind>[],
): RoomList<Base, Services, Uses, Route, Kind, Sent> {
  return {
    add(module) {
      if (modules.some(({ name }) => name === module.name)) throw new Error(`The room ${module.name} is listed twice`);
      return roomList([...modules, module]);
    },
    routes: modules.flatMap(({ routes = [] }) => routes) as readonly unknown[] as readonly Route[],
    create: async (base, further = []) =>
      (await makeRooms(base as Base, [...modules, ...further])) as Rooms<object> as Rooms<Services>,
  };
}

async function makeRooms<Kind extends NamedKind>(
  base: object,
  modules: readonly RoomModule<Kind>[],
): Promise<Rooms<object>> {
  const operationKinds = new Map<string, Kind>();
  const attentionSources: AttentionSource[] = [];
  const notificationSources: NotificationSource[] = [];
  const approvalSources: ApprovalSource[] = [];
  const collected: Collected<Kind> = { operationKinds, attentionSources, notificationSources, approvalSources };
  let services: object = { ...base, ...collected };
  const rooms: NamedRoom[] = [];
  const make = <Source>(sources: readonly ((services: never) => Source)[] = []) =>
    sources.map((source) => source(services as never));
  try {
    for (const { name, create } of modules) {
      const room: RoomWork & { services?: object } = (await create?.(services as never)) ?? {};
      rooms.push({ ...room, name });
      services = { ...services, ...room.services };
    }
    for (const module of modules) {
      for (const kind of make(module.operationKinds)) operationKinds.set(kind.kind, kind);
      attentionSources.push(...make(module.attention));
      notificationSources.push(...make(module.notifications));
      approvalSources.push(...make(module.approvals));
    }
  } catch (error) {
    // If closing fails too, that error is ignored, so that the original error is reported.
    await closeRooms(rooms).catch(() => {});
    throw error;
  }
  return {
    services,
    start() {
      for (const { workers = [], lastWorkers = [] } of rooms) {
        for (const worker of [...workers, ...lastWorkers]) worker.start?.();
      }
    },
    drain() {
      for (const room of rooms.toReversed()) room.drain?.();
    },
    close: () => closeRooms(rooms),
  };
}

interface NamedRoom extends RoomWork {
  name: string;
}

/**
 * Closes the modules in the order that RoomWork describes. If a module cannot be closed, all other modules are closed
 * anyway.
 */
async function closeRooms(rooms: readonly NamedRoom[]): Promise<void> {
  const failures: Error[] = [];
  async function attempt(name: string, work: (() => void | Promise<void>) | undefined): Promise<void> {
    try {
      await work?.();
    } catch (cause) {
      failures.push(new Error(`The room ${name} could not be closed`, { cause }));
    }
  }
  const closeAll = (name: string, workers: readonly Worker[] = []) =>
    Promise.all(workers.map((worker) => attempt(name, () => worker.close())));
  const reversed = rooms.toReversed();
  const ending = reversed.map(({ name, workers, end }) => ({ name, end, ended: closeAll(name, workers) }));
  for (const { name, end, ended } of ending) {
    await ended;
    await attempt(name, end);
  }
  for (const { name, lastWorkers, close } of reversed) {
    await closeAll(name, lastWorkers);
    await attempt(name, close);
  }
  if (failures[0]) throw failures[0];
}
