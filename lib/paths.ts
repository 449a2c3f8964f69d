import type { Environment } from "./contract/environment.ts";
import { type PlaceName, placeNames, places } from "./places.ts";

type Query = URLSearchParams | string;

function withQuery(path: string, query?: Query): string {
  const text = query?.toString() ?? "";
  return text === "" ? path : `${path}?${text}`;
}

/** Encodes an ID for a path. IDs come from an API or a URL, so they must not be able to start a new path segment. */
const id = encodeURIComponent;

/** Decodes a path segment. Undefined if it cannot be decoded: a person may have typed an invalid URL. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The pages that are not in the navigation. They are opened from other pages, or before the sign-in. */
const otherPages = {
  start: "/",
  /** The page that a separate tab shows after a new proof of identity with single sign-on. */
  confirmed: "/confirmed",
  /** The page of a one-time link. Its token must not be logged, because everybody with the token can open the page. */
  invitation: "/invitations/[token]",
  customer: "/[environment]/customers/[customerID]",
  job: "/[environment]/jobs/[jobID]",
  operation: "/[environment]/operations/[operationID]",
  approval: "/[environment]/approvals/[approvalID]",
  proposal: "/[environment]/proposals/[proposalID]",
  bulk: "/[environment]/bulk/[bulkID]",
  import: "/[environment]/imports/[importID]",
  plannedChange: "/[environment]/planned/[plannedChangeID]",
  ticket: "/tickets/[ticket]",
} as const;

const signInPattern = "/sign-in";
const secondFactorPattern = "/second-factor";

/** The types of the names in a pattern's brackets, in their order. */
type Parts<Pattern extends string> = Pattern extends `${string}[${infer Name}]${infer Rest}`
  ? [Name extends "environment" ? Environment : string, ...Parts<Rest>]
  : [];

type Address<Pattern extends string> = (...given: [...parts: Parts<Pattern>, query?: Query]) => string;

type Addresses = {
  [Name in PlaceName]: Address<(typeof places)[Name]["pattern"]>;
} & { [Name in keyof typeof otherPages]: Address<(typeof otherPages)[Name]> };

/**
 * Returns a function that builds the URLs of a page. The function takes one value for each name in the pattern, in
 * order, and then an optional query.
 */
function addressOf(pattern: string) {
  const segments = pattern.split(/\[\w+\]/);
  return (...given: (Query | undefined)[]): string => {
    const path = segments.map((segment, index) =>
      index === 0 ? segment : `${id(String(given[index - 1]))}${segment}`,
    );
    return withQuery(path.join(""), given[segments.length - 1]);
  };
}

const patternsByName = {
  ...Object.fromEntries(placeNames.map((name) => [name, places[name].pattern])),
  ...otherPages,
};

/** The pattern of every page. The names in the patterns are folder names in `app`. */
export const pagePatterns: readonly string[] = [...Object.values(patternsByName), signInPattern, secondFactorPattern];

/** The URL of every page. */
export const pages = {
  ...(Object.fromEntries(
    Object.entries(patternsByName).map(([name, pattern]) => [name, addressOf(pattern)]),
  ) as Addresses),
  /** The page on which a person sets up a required second factor. */
  secondFactor: (returnTo?: string) =>
    withQuery(secondFactorPattern, returnTo === undefined ? undefined : new URLSearchParams({ returnTo })),
  signIn: (returnTo?: string) =>
    withQuery(signInPattern, returnTo === undefined ? undefined : new URLSearchParams({ returnTo })),
  /** The sign-in page with the reason why single sign-on failed. */
  signInProblem: ({
    problem,
    provider,
    returnTo,
  }: {
    problem: string;
    provider?: string | undefined;
    returnTo: string;
  }) =>
    withQuery(signInPattern, new URLSearchParams({ problem, ...(provider !== undefined && { provider }), returnTo })),
};

export type EnvironmentPlace = {
  [Name in PlaceName]: (typeof places)[Name]["pattern"] extends `/[environment]${string}` ? Name : never;
}[PlaceName];

/**
 * True for a place that belongs to one environment. All other places show data of every environment that the person may
 * see.
 */
export const isOfEnvironment = (name: PlaceName): name is EnvironmentPlace =>
  places[name].pattern.startsWith("/[environment]");

/** Returns the URL of a place. `environment` is used if the place belongs to an environment. */
export const placeHref = (name: PlaceName, environment: Environment): string =>
  isOfEnvironment(name) ? pages[name](environment) : pages[name as Exclude<PlaceName, EnvironmentPlace>]();

/** The names of a route's path parameters: `customerID` in `/customers/:customerID`. */
export type RoutePart<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
  ? Name | RoutePart<`/${Rest}`>
  : Route extends `${string}:${infer Name}`
    ? Name
    : never;

/** Builds the URL of a route such as `PATCH /api/:environment/customers/:customerID/contract`. */
export function routeAddress<const Route extends string>(
  route: Route,
  parts: Readonly<Record<RoutePart<Route>, string>>,
): string {
  const path = route.slice(route.indexOf("/"));
  return path.replace(/:(\w+)/g, (_whole, name: RoutePart<Route>) => id(parts[name]));
}

/**
 * The paths of the BFF that the browser calls. The routes that start operations are defined with the operation kinds
 * (lib/operation-kinds).
 */
export const api = {
  session: () => "/api/session",
  /**
   * The URL that a browser opens to sign in at a provider. With `stepUp`, a signed-in person proves their identity
   * again.
   */
  ssoStart: ({ provider, returnTo, stepUp }: { provider?: string; returnTo: string; stepUp?: boolean }) =>
    withQuery(
      "/api/sso/start",
      new URLSearchParams({
        ...(provider !== undefined && { provider }),
        return: returnTo,
        ...(stepUp && { stepUp: "true" }),
      }),
    ),
  stepUp: () => "/api/session/step-up",
  stepUpOptions: () => "/api/session/step-up/options",
  passkeySignIn: () => "/api/session/passkey",
  passkeySignInOptions: () => "/api/session/passkey/options",
  ownFactors: () => "/api/me/factors",
  ownTotp: () => "/api/me/totp",
  confirmTotp: () => "/api/me/totp/confirm",
  recoveryCodes: () => "/api/me/recovery-codes",
  ownPasskeys: () => "/api/me/passkeys",
  passkeyCreationOptions: () => "/api/me/passkeys/options",
  ownPasskey: (passkeyID: string) => `/api/me/passkeys/${id(passkeyID)}`,
  ownSessions: () => "/api/me/sessions",
  ownSession: (sessionID: string) => `/api/me/sessions/${id(sessionID)}`,
  ownPassword: () => "/api/me/password",
  staff: (query?: Query) => withQuery("/api/staff", query),
  staffMember: (staffID: string) => `/api/staff/${id(staffID)}`,
  staffStep: (staffID: string, step: "invite" | "reset" | "end-sessions") => `/api/staff/${id(staffID)}/${step}`,
  announcement: () => "/api/announcement",
  policy: () => "/api/policy",
  attention: (query?: Query) => withQuery("/api/attention", query),
  approvalPolicy: () => "/api/policy/approvals",
  approvals: (environment: Environment) => `/api/${environment}/approvals`,
  approval: (environment: Environment, approvalID: string) => `/api/${environment}/approvals/${id(approvalID)}`,
  proposals: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/proposals`, query),
  proposal: (environment: Environment, proposalID: string) => `/api/${environment}/proposals/${id(proposalID)}`,
  proposalStep: (environment: Environment, proposalID: string, step: "accept" | "reject") =>
    `/api/${environment}/proposals/${id(proposalID)}/${step}`,
  approvalStep: (
    environment: Environment,
    approvalID: string,
    step: "approve" | "reject" | "withdraw" | "emergency" | "acknowledge",
  ) => `/api/${environment}/approvals/${id(approvalID)}/${step}`,
  attentionCount: () => "/api/attention/count",
  attentionSnooze: (itemID: string, query?: Query) => withQuery(`/api/attention/${id(itemID)}/snooze`, query),
  attentionHandled: (itemID: string, query?: Query) => withQuery(`/api/attention/${id(itemID)}/handled`, query),
  attentionAssignee: (itemID: string, query?: Query) => withQuery(`/api/attention/${id(itemID)}/assignee`, query),
  customerAssignee: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}/assignee`, query),
  colleagues: (environment: Environment) => `/api/${environment}/colleagues`,
  consoleHealth: () => "/api/status",
  restartOutbox: (name: string) => `/api/outboxes/${name}/restart`,
  testOutbox: (name: string) => `/api/outboxes/${name}/test`,
  clients: (query?: Query) => withQuery("/api/clients", query),
  client: (clientID: string) => `/api/clients/${id(clientID)}`,
  breakGlass: () => "/api/policy/break-glass",
  breakGlassAcknowledgement: () => "/api/policy/break-glass/acknowledge",
  invitation: (token: string) => `/api/invitations/${id(token)}`,
  extendSession: () => "/api/session/extend",
  preferences: () => "/api/me/preferences",
  ownNotifications: (query?: Query) => withQuery("/api/me/notifications", query),
  ownNotificationRead: (notificationID: string) => `/api/me/notifications/${id(notificationID)}/read`,
  ownNotificationsRead: () => "/api/me/notifications/read",
  currentTicket: () => "/api/me/ticket",
  ticket: (ticket: string) => `/api/tickets/${id(ticket)}`,
  ticketPolicy: () => "/api/policy/tickets",
  knownPolicy: () => "/api/policy/known",
  tags: (environment: Environment) => `/api/${environment}/tags`,
  markedCustomers: (environment: Environment, query: Query) => withQuery(`/api/${environment}/customers/marked`, query),
  markedExport: (environment: Environment, query: Query) =>
    withQuery(`/api/${environment}/customers/marked/export`, query),
  notes: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}/notes`, query),
  note: (environment: Environment, customerID: string, noteID: string) =>
    `/api/${environment}/customers/${id(customerID)}/notes/${id(noteID)}`,
  customerTags: (environment: Environment, customerID: string) =>
    `/api/${environment}/customers/${id(customerID)}/tags`,
  pin: (environment: Environment, customerID: string) => `/api/${environment}/customers/${id(customerID)}/pin`,
  draft: (key: string) => `/api/me/drafts/${id(key)}`,
  views: (query?: Query) => withQuery("/api/views", query),
  view: (viewID: string) => `/api/views/${id(viewID)}`,
  overview: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/overview`, query),
  apiStatus: (environment: Environment) => `/api/${environment}/api-status`,
  calls: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/calls`, query),
  callSummary: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/calls/summary`, query),
  callsExport: (environment: Environment, query: Query) => withQuery(`/api/${environment}/calls/export`, query),
  callBodies: () => "/api/calls/bodies",
  apiBehaviour: (environment: Environment) => `/api/${environment}/profile`,
  apiBehaviourDocument: (environment: Environment) => `/api/${environment}/profile/openapi`,
  reference: () => "/api/reference",
  referenceOperation: (operationID: string) => `/api/reference/${id(operationID)}`,
  openApiDocument: () => "/api/openapi.json",
  differenceDecision: (environment: Environment, differenceID: string) =>
    `/api/${environment}/profile/${id(differenceID)}/decision`,
  probe: (environment: Environment) => `/api/${environment}/probe`,
  lookup: (environment: Environment, query: Query) => withQuery(`/api/${environment}/lookup`, query),
  callerCard: (environment: Environment, query: Query) => withQuery(`/api/${environment}/caller-card`, query),
  contractValues: (environment: Environment) => `/api/${environment}/contract-values`,
  /**
   * A list of the API without filters. `collection` is both the name of the API's collection and the name of the list's
   * page.
   */
  list: (environment: Environment, collection: EnvironmentPlace, query?: Query) =>
    withQuery(`/api/${environment}/${collection}`, query),
  contractApproval: (environment: Environment, query: URLSearchParams) =>
    `/api/${environment}/contract-approval?${query}`,
  customers: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/customers`, query),
  viewSubscriptions: (environment: Environment) => `/api/${environment}/view-subscriptions`,
  viewSubscription: (environment: Environment, viewID: string) =>
    `/api/${environment}/view-subscriptions/${id(viewID)}`,
  customersExport: (environment: Environment, query: Query) => withQuery(`/api/${environment}/customers/export`, query),
  customer: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}`, query),
  activities: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}/activities`, query),
  customerHistory: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}/history`, query),
  /** The data that Switchboard has stored about a customer. */
  knownCustomer: (environment: Environment, customerID: string) =>
    `/api/${environment}/customers/${id(customerID)}/known`,
  customerNumbers: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}/numbers`, query),
  customerJobs: (environment: Environment, customerID: string) =>
    `/api/${environment}/customers/${id(customerID)}/jobs`,
  activitySummary: (environment: Environment, customerID: string, query?: Query) =>
    withQuery(`/api/${environment}/customers/${id(customerID)}/activities/summary`, query),
  job: (environment: Environment, jobID: string, query?: Query) =>
    withQuery(`/api/${environment}/jobs/${id(jobID)}`, query),
  jobEvents: (environment: Environment, query: Query) => withQuery(`/api/${environment}/jobs/events`, query),
  operations: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/operations`, query),
  operation: (environment: Environment, operationID: string) => `/api/${environment}/operations/${id(operationID)}`,
  operationsExport: (environment: Environment, query: Query) =>
    withQuery(`/api/${environment}/operations/export`, query),
  operationPeople: (environment: Environment) => `/api/${environment}/operations/people`,
  bulks: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/bulk`, query),
  bulk: (environment: Environment, bulkID: string, query?: Query) =>
    withQuery(`/api/${environment}/bulk/${id(bulkID)}`, query),
  bulkViewComparison: (environment: Environment, bulkID: string) => `/api/${environment}/bulk/${id(bulkID)}/view`,
  bulkResults: (environment: Environment, bulkID: string) => `/api/${environment}/bulk/${id(bulkID)}/receipts`,
  bulkFile: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/bulk/file`, query),
  bulkStep: (environment: Environment, bulkID: string, step: "pause" | "resume" | "cancel" | "undo") =>
    `/api/${environment}/bulk/${id(bulkID)}/${step}`,
  imports: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/imports`, query),
  import: (environment: Environment, importID: string) => `/api/${environment}/imports/${id(importID)}`,
  importColumns: (environment: Environment, importID: string) => `/api/${environment}/imports/${id(importID)}/columns`,
  importRows: (environment: Environment, importID: string, query?: Query) =>
    withQuery(`/api/${environment}/imports/${id(importID)}/rows`, query),
  importResults: (environment: Environment, importID: string, query?: Query) =>
    withQuery(`/api/${environment}/imports/${id(importID)}/receipts`, query),
  importStep: (
    environment: Environment,
    importID: string,
    step: "map" | "check" | "start" | "pause" | "resume" | "cancel",
  ) => `/api/${environment}/imports/${id(importID)}/${step}`,
  importMappings: (environment: Environment) => `/api/${environment}/import-mappings`,
  importMapping: (environment: Environment, mappingID: string) =>
    `/api/${environment}/import-mappings/${id(mappingID)}`,
  planned: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/planned`, query),
  plannedChange: (environment: Environment, plannedChangeID: string) =>
    `/api/${environment}/planned/${id(plannedChangeID)}`,
  plannedStep: (
    environment: Environment,
    plannedChangeID: string,
    step: "approve" | "reject" | "cancel" | "reschedule" | "resume" | "revert-now" | "keep" | "take-over",
  ) => `/api/${environment}/planned/${id(plannedChangeID)}/${step}`,
  scheduledExports: (environment: Environment) => `/api/${environment}/scheduled-exports`,
  scheduledExport: (environment: Environment, scheduleID: string, step?: "run" | "take-over") =>
    `/api/${environment}/scheduled-exports/${id(scheduleID)}${step === undefined ? "" : `/${step}`}`,
  exportFile: (environment: Environment, scheduleID: string, runID: string) =>
    `/api/${environment}/scheduled-exports/${id(scheduleID)}/files/${id(runID)}`,
  freeze: (environment: Environment) => `/api/${environment}/freeze`,
  changeLimitPolicy: () => "/api/policy/change-limit",
  changeLimit: (environment: Environment) => `/api/${environment}/change-limit`,
  changeLimitRequests: (environment: Environment) => `/api/${environment}/change-limit/requests`,
  changeLimitStep: (environment: Environment, requestID: string, step: "release" | "emergency") =>
    `/api/${environment}/change-limit/requests/${id(requestID)}/${step}`,
  audit: (query?: Query) => withQuery("/api/audit", query),
  auditExport: (query: Query) => withQuery("/api/audit/export", query),
  auditPeople: () => "/api/audit/people",
  auditVerification: (query?: Query) => withQuery("/api/audit/verification", query),
} as const;
