import { AsyncLocalStorage } from "node:async_hooks";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import { createStoreTime, type StoreTime } from "#server/bff/store/store-time.ts";

/** What is known of one request, and what its log line will say: filled in while it is answered. */
export interface PageContext {
  requestID: string;
  traceID?: string;
  /** The client's address; only trusted proxies are believed. */
  address?: string;
  staffID?: string;
}

/** The same, and what only traces and the record of calls need. */
export interface RequestContext {
  notes: PageContext;
  /** The path of the page that is being made; absent for a request under `/api`. */
  page?: string | undefined;
  /** The header of that name as it was sent, where it has the form of one. */
  traceparent?: string | undefined;
  /** The key of the route that answers, once it is known. */
  route?: string;
  /** Why the store kept something from the page. */
  storeFailure?: AppError;
  /** How long it has waited for the store. */
  storeTime?: StoreTime;
  /** What was read once for the page, by a name. */
  readings?: Map<string, Promise<unknown>>;
}

/** What runs without anybody's request. */
interface WorkerContext {
  worker: string;
}

const contexts = new AsyncLocalStorage<RequestContext | WorkerContext>();

function currentRequest(): RequestContext | undefined {
  const context = contexts.getStore();
  return context !== undefined && "notes" in context ? context : undefined;
}

/** Answers a request; what Next says meanwhile on the console can be told to belong to this request. */
export function runInPageContext<T>(request: RequestContext, answer: () => T): T {
  request.storeTime = createStoreTime();
  if (request.page !== undefined) request.readings = new Map();
  return contexts.run(request, answer);
}

/** Reads once for the page that is being made, however many of its parts ask; each time for any other request. */
export function oncePerPage<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  const readings = currentRequest()?.readings;
  if (!readings) return read();
  const known = readings.get(name) as Promise<Value> | undefined;
  const reading = known ?? read();
  if (!known) readings.set(name, reading);
  return reading;
}

/** Calls the store within the time of the request that is being answered; outside of requests it may take any. */
export function withinStoreTime<Value>(call: () => Promise<Value>): Promise<Value> {
  const storeTime = currentRequest()?.storeTime;
  return storeTime ? storeTime.within(call) : call();
}

/** The request that is being answered is finished from now on, however long the store takes. */
export function liftStoreTime(): void {
  currentRequest()?.storeTime?.lift();
}

/** Runs background work, which belongs to no request even where one has started it. */
export function runAsWorker<T>(worker: string, work: () => T): T {
  return contexts.run({ worker }, work);
}

/** Runs a route within the request that is being answered. Only a page reads by several at the same time. */
export function runInRoute<T>(route: string, notes: PageContext, answer: () => T): T {
  const request = currentRequest();
  if (request === undefined || request.page !== undefined) {
    return contexts.run({ ...(request ?? { notes }), route }, answer);
  }
  request.route = route;
  return answer();
}

/** What causes a call at the API. */
export interface CallCause {
  kind: "page" | "route" | "worker";
  /** The page's path, the route's key or the worker's name. */
  name: string;
  /** The route by which a page reads. */
  route?: string | undefined;
  staffID?: string | undefined;
}

/** What causes the calls that are made now; undefined outside of requests and workers. */
export function currentCause(): CallCause | undefined {
  const context = contexts.getStore();
  if (context === undefined) return undefined;
  if ("worker" in context) return { kind: "worker", name: context.worker };
  const { page, route = "", notes } = context;
  if (page === undefined) return { kind: "route", name: route, staffID: notes.staffID };
  return { kind: "page", name: page, route, staffID: notes.staffID };
}

/** The ID of the request that is being answered, if there is one. */
export function pageRequestID(): string | undefined {
  return currentRequest()?.notes.requestID;
}

/** Where the request that is being answered comes from. */
export function requestAddress(): string | undefined {
  return currentRequest()?.notes.address;
}

/** The trace that the request belongs to that is being answered. */
export function requestTraceID(): string | undefined {
  return currentRequest()?.notes.traceID;
}

/** In which trace the sender of the request wants its calls at the API to be. */
export function requestTraceparent(): string | undefined {
  return currentRequest()?.traceparent;
}

/** Notes the signed-in person of the request, once the BFF knows. */
export function setRequestStaff(staffID: string): void {
  const request = currentRequest();
  if (request) request.notes.staffID = staffID;
}

/** Notes that the store failed while the page was being made. */
export function setPageStoreFailure(error: AppError): void {
  const request = currentRequest();
  if (request) request.storeFailure = error;
}

export function pageStoreFailure(): AppError | undefined {
  return currentRequest()?.storeFailure;
}
