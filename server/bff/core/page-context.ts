import { AsyncLocalStorage } from "node:async_hooks";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import { createStoreTime, type StoreTime } from "#server/bff/store/store-time.ts";

/** Data about one request for its log line. It is filled in while the request is being answered. */
export interface PageContext {
  requestID: string;
  traceID?: string;
  /** The client's address. If a proxy reports it, the proxy must be trusted. */
  address?: string;
  staffID?: string;
}

/** The page context, with additional data for traces and for the recorded API calls. */
export interface RequestContext {
  notes: PageContext;
  /** The path of the page that is being rendered. Missing for a request under `/api`. */
  page?: string | undefined;
  /** The `traceparent` header, unchanged. Missing if the header is not valid. */
  traceparent?: string | undefined;
  /** The key of the matched route. Missing until the route is known. */
  route?: string;
  /** The store error because of which data is missing on the page. */
  storeFailure?: AppError;
  /** How long the request has waited for the store. */
  storeTime?: StoreTime;
  /** Values that the page reads only once, by name. */
  readings?: Map<string, Promise<unknown>>;
}

/** Background work that was not started by a request. */
interface WorkerContext {
  worker: string;
}

const contexts = new AsyncLocalStorage<RequestContext | WorkerContext>();

function currentRequest(): RequestContext | undefined {
  const context = contexts.getStore();
  return context !== undefined && "notes" in context ? context : undefined;
}

/**
 * Answers a request within its context. If Next logs a message during this time, the message can be assigned to the
 * request.
 */
export function runInPageContext<T>(request: RequestContext, answer: () => T): T {
  request.storeTime = createStoreTime();
  if (request.page !== undefined) request.readings = new Map();
  return contexts.run(request, answer);
}

/**
 * Reads a value only once while a page is being rendered, even if several parts of the page need it. Outside of pages,
 * every call reads the value again.
 */
export function oncePerPage<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  const readings = currentRequest()?.readings;
  if (!readings) return read();
  const pendingReading = readings.get(name) as Promise<Value> | undefined;
  const reading = pendingReading ?? read();
  if (!pendingReading) readings.set(name, reading);
  return reading;
}

/** True while a page is being rendered. */
export const isPage = (): boolean => currentRequest()?.readings !== undefined;

/** Calls the store within the time limit of the current request. Outside of requests, there is no limit. */
export function withinStoreTime<Value>(call: () => Promise<Value>): Promise<Value> {
  const storeTime = currentRequest()?.storeTime;
  return storeTime ? storeTime.within(call) : call();
}

/**
 * Removes the store's time limit for the current request, so that the request can be completed even if the store is
 * slow.
 */
export function liftStoreTime(): void {
  currentRequest()?.storeTime?.lift();
}

/** Runs background work. The work does not belong to a request, even if a request has started it. */
export function runAsWorker<T>(worker: string, work: () => T): T {
  return contexts.run({ worker }, work);
}

/**
 * Runs a route within the current request. A page can run several routes at the same time, so each route of a page gets
 * its own context.
 */
export function runInRoute<T>(route: string, notes: PageContext, answer: () => T): T {
  const request = currentRequest();
  if (request === undefined || request.page !== undefined) {
    return contexts.run({ ...(request ?? { notes }), route }, answer);
  }
  request.route = route;
  return answer();
}

/** What causes a call to the API. */
export interface CallCause {
  kind: "page" | "route" | "worker";
  /** The path of the page, the key of the route or the name of the worker. */
  name: string;
  /**
   * The key of the route through which a page reads. `name` is then the path of the page. Missing in all other cases.
   */
  route?: string | undefined;
  staffID?: string | undefined;
}

/** The cause of API calls at this point in the code. Undefined outside of requests and workers. */
export function currentCause(): CallCause | undefined {
  const context = contexts.getStore();
  if (context === undefined) return undefined;
  if ("worker" in context) return { kind: "worker", name: context.worker };
  const { page, route = "", notes } = context;
  if (page === undefined) return { kind: "route", name: route, staffID: notes.staffID };
  return { kind: "page", name: page, route, staffID: notes.staffID };
}

/** The ID of the current request. Undefined outside of requests. */
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

/** The `traceparent` header of the current request. Calls to the API are added to the trace that it names. */
export function requestTraceparent(): string | undefined {
  return currentRequest()?.traceparent;
}

/** Records which signed-in person makes the request. It is called when the person is known. */
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
