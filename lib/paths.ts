import type { Environment } from "./contract/environment.ts";

type Query = URLSearchParams | string;

function withQuery(path: string, query?: Query): string {
  const text = query?.toString() ?? "";
  return text === "" ? path : `${path}?${text}`;
}

/** An ID comes from an API or from an address: nothing in it may begin another segment. */
const id = encodeURIComponent;

/** The inverse, for a segment of an address that somebody may have typed: undefined where it cannot be decoded. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Every page's address. */
export const pages = {
  signIn: (returnTo?: string) =>
    withQuery("/sign-in", returnTo === undefined ? undefined : new URLSearchParams({ returnTo })),
  overview: (environment: Environment, query?: Query) => withQuery(`/${environment}`, query),
  customers: (environment: Environment, query?: Query) => withQuery(`/${environment}/customers`, query),
  newCustomer: (environment: Environment, query?: Query) => withQuery(`/${environment}/customers/new`, query),
  customer: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/${environment}/customers/${id(customerID)}`, query),
  jobs: (environment: Environment, query?: Query) => withQuery(`/${environment}/jobs`, query),
  job: (environment: Environment, jobID: string) => `/${environment}/jobs/${id(jobID)}`,
  operations: (environment: Environment, query?: Query) => withQuery(`/${environment}/operations`, query),
  operation: (environment: Environment, operationID: string) => `/${environment}/operations/${id(operationID)}`,
  numbers: (environment: Environment, query?: Query) => withQuery(`/${environment}/numbers`, query),
  webhooks: (environment: Environment, query?: Query) => withQuery(`/${environment}/webhooks`, query),
  bulks: (environment: Environment, query?: Query) => withQuery(`/${environment}/bulk`, query),
  bulk: (environment: Environment, bulkID: string, query?: Query) =>
    withQuery(`/${environment}/bulk/${id(bulkID)}`, query),
} as const;

/** Every path of the BFF that the browser calls. */
export const api = {
  session: () => "/api/session",
  extendSession: () => "/api/session/extend",
  views: (query?: Query) => withQuery("/api/views", query),
  view: (viewID: string) => `/api/views/${id(viewID)}`,
  overview: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/overview`, query),
  probe: (environment: Environment) => `/api/${environment}/probe`,
  lookup: (environment: Environment, query: Query) => withQuery(`/api/${environment}/lookup`, query),
  contractValues: (environment: Environment) => `/api/${environment}/contract-values`,
  customers: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/customers`, query),
  customersExport: (environment: Environment, query: Query) => withQuery(`/api/${environment}/customers/export`, query),
  customer: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}`, query),
  contract: (environment: Environment, customerID: string) =>
    `/api/${environment}/customers/${id(customerID)}/contract`,
  activities: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}/activities`, query),
  customerNumbers: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}/numbers`, query),
  customerJobs: (environment: Environment, customerID: string) =>
    `/api/${environment}/customers/${id(customerID)}/jobs`,
  activitySummary: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}/activities/summary`, query),
  jobs: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/jobs`, query),
  job: (environment: Environment, jobID: string, query?: Query) =>
    withQuery(`/api/${environment}/jobs/${id(jobID)}`, query),
  jobEvents: (environment: Environment, query: Query) => withQuery(`/api/${environment}/jobs/events`, query),
  operations: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/operations`, query),
  operation: (environment: Environment, operationID: string) => `/api/${environment}/operations/${id(operationID)}`,
  numbers: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/numbers`, query),
  webhooks: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/webhooks`, query),
  bulks: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/bulk`, query),
  bulk: (environment: Environment, bulkID: string, query?: Query) =>
    withQuery(`/api/${environment}/bulk/${id(bulkID)}`, query),
  bulkReceipts: (environment: Environment, bulkID: string) => `/api/${environment}/bulk/${id(bulkID)}/receipts`,
  bulkStep: (environment: Environment, bulkID: string, step: "pause" | "resume" | "cancel") =>
    `/api/${environment}/bulk/${id(bulkID)}/${step}`,
} as const;
