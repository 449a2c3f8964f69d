import { AsyncLocalStorage } from "node:async_hooks";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import { createStoreTime, type StoreTime } from "#server/bff/store/store-time.ts";

/** Facts about one request for its log line. They are filled in while the request is answered. */
export interface PageContext {
  requestID: string;
  traceID?: string;
  /** The client's address. A proxy's statement about it counts only if the proxy is trusted. */
  address?: string;
  staffID?: string;
}

/** The page context, with data that only traces and the record of calls need. */
export interface RequestContext {
  notes: PageContext;
  /** The path of the page that is being rendered. Absent for a request under `/api`. */
  page?: string | undefined;
  /** The `traceparent` header, unchanged. Absent if it is not valid. */
  traceparent?: string | undefined;
  /** The key of the matched route, once it is known. */
  route?: string;
  /** The store's error that kept data from the page. */
  storeFailure?: AppError;
  /** The time that the request has waited for the store. */
  storeTime?: StoreTime;
  /** Values that were read once for the page, by name. */
  readings?: Map<string, Promise<unknown>>;
}

/** Background work that no request has started. */
interface WorkerContext {
  worker: string;
}

const contexts = new AsyncLocalStorage<RequestContext | WorkerContext>();

function currentRequest(): RequestContext | undefined {
  const context = contexts.getStore();
  return context !== undefined && "notes" in context ? context : undefined;
}

/**
 * Answers a request within its context, so that messages that Next logs during this time can be assigned to the
 * request.
 */
export function runInPageContext<T>(request: RequestContext, answer: () => T): T {
  request.storeTime = createStoreTime();
  if (request.page !== undefined) request.readings = new Map();
  return contexts.run(request, answer);
}

/**
 * Reads a value once for the page that is being rendered, even if several parts of the page ask for the value. Outside
 * of pages, every call reads the value.
 */
export function oncePerPage<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  const readings = currentRequest()?.readings;
  if (!readings) return read();
  const pendingReading = readings.get(name) as Promise<Value> | undefined;
  const reading = pendingReading ?? read();
  if (!pendingReading) readings.set(name, reading);
  return reading;
}

/** Calls the store within the store time of the current request. Outside of requests there is no limit. */
export function withinStoreTime<Value>(call: () => Promise<Value>): Promise<Value> {
  const storeTime = currentRequest()?.storeTime;
  return storeTime ? storeTime.within(call) : call();
}

/** Lifts the store's time limit for the current request. The request is then finished, however long the store takes. */
export function liftStoreTime(): void {
  currentRequest()?.storeTime?.lift();
}

/** Runs background work. The work belongs to no request, even if a request has started it. */
export function runAsWorker<T>(worker: string, work: () => T): T {
  return contexts.run({ worker }, work);
}

/** Runs a route within the current request. Only a page runs several routes at the same time. */
export function runInRoute<T>(route: string, notes: PageContext, answer: () => T): T {
  const request = currentRequest();
  if (request === undefined || request.page !== undefined) {
    return contexts.run({ ...(request ?? { notes }), route }, answer);
  }
  request.route = route;
  return answer();
}

/** The cause of a call to the API. */
export interface CallCause {
  kind: "page" | "route" | "worker";
  /** The page's path, the route's key or the worker's name. */
  name: string;
  /** Set if a page reads through a route: the key of that route. `name` is then the path of the page. */
  route?: string | undefined;
  staffID?: string | undefined;
}

/** The cause of API calls that are made now. Undefined outside of requests and workers. */
export function currentCause(): CallCause | undefined {
  const context = contexts.getStore();
  if (context === undefined) return undefined;
  if ("worker" in context) return { kind: "worker", name: context.worker };
  const { page, route = "", notes } = context;
  if (page === undefined) return { kind: "route", name: route, staffID: notes.staffID };
  return { kind: "page", name: page, route, staffID: notes.staffID };
}

/** The ID of the current request, if there is one. */
export function pageRequestID(): string | undefined {
  return currentRequest()?.notes.requestID;
}

/** The client address of the current request. */
export function requestAddress(): string | undefined {
  return currentRequest()?.notes.address;
}

/** The trace ID of the current request. */
export function requestTraceID(): string | undefined {
  return currentRequest()?.notes.traceID;
}

/** The trace in which the sender of the request wants the calls to the API to appear. */
export function requestTraceparent(): string | undefined {
  return currentRequest()?.traceparent;
}

/** Records the signed-in person of the request, once known. */
export function setRequestStaff(staffID: string): void {
  const request = currentRequest();
  if (request) request.notes.staffID = staffID;
}

/** Records that the store failed while the page was being rendered. */
export function setPageStoreFailure(error: AppError): void {
  const request = currentRequest();
  if (request) request.storeFailure = error;
}

export function pageStoreFailure(): AppError | undefined {
  return currentRequest()?.storeFailure;
}
