import type { ApprovalSource } from "./approval-gate.ts";
import type { AttentionSource } from "./attention-source.ts";
import type { NotificationSource } from "./notification.ts";

/** Background work that starts when all rooms are made. */
export interface Worker {
  start?(): void;
  /** Starts no further work and waits for the current work. */
  close(): void | Promise<void>;
}

/**
 * What a room does while the console runs. The console closes in three steps. Each step goes from the last room to the
 * first room:
 * 1. All workers are asked to end at the same time, so that no worker begins new work while another worker finishes.
 * 2. In each room the workers end, then `end` is called. Rooms before this room still work.
 * 3. In each room the last workers end, then `close` is called. All other work has ended by then.
 */
export interface RoomWork {
  workers?: readonly Worker[];
  /** Waits for the remaining work of the room, or closes resources that only this work needs. */
  end?(): Promise<void>;
  /** Workers that record or report the work of other workers. */
  lastWorkers?: readonly Worker[];
  /** Frees the room's resources. */
  close?(): Promise<void>;
  /**
   * Called some time before closing. From then on load balancers should send no requests to this process, but the
   * process still answers.
   */
  drain?(): void;
}

/** A room that other rooms can use. `services` are the services that the room adds. */
export interface MadeRoom<Added extends object> extends RoomWork {
  services: Added;
}

/**
 * The description of a room: what it needs and what it adds. Each room has one in its `module.ts`, and
 * `server/bff/rooms.ts` lists them (docs/decisions/0047-rooms-as-modules.md).
 *
 * `create` makes the room and may use only services of earlier rooms. All other members are used when all rooms are
 * made, so they may use services of any room. A route names these services in its type. Every other member names them
 * in its parameter. In this way a lower room can use an interface that it declares and a higher room implements.
 */
export interface RoomModule<Kind extends NamedKind = NamedKind> {
  /** The room's folder. */
  name: string;
  create?(needs: never): RoomWork | Promise<RoomWork>;
  routes?: readonly { key: string; path: string }[];
  operationKinds?: readonly ((services: never) => Kind)[];
  /** Items that wait for a person. */
  attention?: readonly ((services: never) => AttentionSource)[];
  /** Events for the notification endpoint that need no action. */
  notifications?: readonly ((services: never) => NotificationSource)[];
  /** Subjects of approval requests: subjects that are approved as a whole, and subjects that start at a set time. */
  approvals?: readonly ((services: never) => ApprovalSource)[];
}

/** A kind of operations (`operations/operation-kind.ts`), of which this file knows the name only. */
interface NamedKind {
  kind: string;
}

/** The parts that modules add to rooms below them. The lists are empty until all rooms are made. */
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

/** All services that these functions need as their parameters. */
type TakenBy<Functions> = [Functions] extends [never]
  ? unknown
  : [Functions] extends [(services: infer All) => unknown]
    ? All
    : never;

/** The services that a module uses. They are complete only after all rooms are made. */
type UsesOf<M> = TakenBy<AnswerOf<RouteOf<M>> | SourceOf<M>>;

/** The names of the wanted services that are missing or have another type. */
type Unmet<Wanted, Services> = {
  [Name in keyof Wanted]-?: Services extends Pick<Wanted, Name> ? never : Name;
}[keyof Wanted];

/** `unknown` if all services exist. Otherwise the text of a compile error that names the missing services. */
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

/** `unknown` if rooms send all operation kinds. Otherwise the text of a compile error that names a missing kind. */
type Sends<Names extends string, Sent> = string extends Names
  ? unknown
  : [Exclude<Names, Sent>] extends [never]
    ? unknown
    : `no room sends operations of the kind ${Exclude<Names, Sent>}`;

/** All rooms while the console runs. */
export interface Rooms<Services> {
  services: Services;
  /** Starts all workers. */
  start(): void;
  drain(): void;
  close(): Promise<void>;
}

/**
 * A list of modules. Its type knows the services and the operation kinds of all modules, so that a missing service or
 * kind is a compile error.
 */
export interface RoomList<Base, Services, Uses, Route, Kind extends NamedKind, Sent> {
  add<M extends RoomModule<Kind>>(
    module: M & Requires<NeedsOf<M>, Services, "no earlier room adds a service that fits:">,
  ): RoomList<Base, Services & AddedBy<M>, Uses & UsesOf<M>, Route | RouteOf<M>, Kind, Sent | KindNameOf<M>>;
  /** The routes, in the order of the modules. */
  routes: readonly Route[];
  /**
   * Makes all rooms, and then the rooms in `further`. `base` has the services that all rooms share. If a room cannot be
   * made, the earlier rooms are closed.
   */
  create(
    base: Base & Requires<Uses, Services, "no room adds a service that fits:"> & Sends<Kind["kind"], Sent>,
    further?: readonly RoomModule<Kind>[],
  ): Promise<Rooms<Services>>;
}

/** An empty list of modules. `Base` is the type of the services that all rooms get. */
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
    // An error while closing is ignored, so that the first error is reported.
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
 * Closes the rooms in the order that RoomWork describes. If a room fails to close, the other rooms are closed anyway.
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
