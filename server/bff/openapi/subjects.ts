/**
 * The subject of each route, by the first part of its path after the environment. The document and the API reference
 * show the subjects in this order.
 */
const subjects: Readonly<Record<string, string>> = {
  customers: "Customers",
  tags: "Customers",
  "contract-values": "Contracts",
  "contract-approval": "Contracts",
  numbers: "Numbers",
  jobs: "Jobs",
  operations: "Operations",
  bulk: "Bulk changes",
  planned: "Planned changes",
  freeze: "Freezes",
  "change-limit": "Change limit",
  "scheduled-exports": "Scheduled exports",
  imports: "Imports",
  "import-mappings": "Imports",
  approvals: "Approvals",
  attention: "Attention",
  colleagues: "Attention",
  tickets: "Tickets",
  overview: "Overview",
  lookup: "Lookup",
  "caller-card": "Lookup",
  views: "Saved views",
  "view-subscriptions": "Saved views",
  proposals: "Assistants",
  mcp: "Assistants",
  webhooks: "Webhooks",
  calls: "API calls",
  "api-status": "API status",
  probe: "API status",
  profile: "API behaviour",
  session: "Sign-in",
  sso: "Sign-in",
  invitations: "Sign-in",
  me: "My account",
  staff: "Staff",
  clients: "API clients",
  policy: "Policy",
  announcement: "Policy",
  audit: "Audit",
  outboxes: "Console health",
  status: "Console health",
  health: "Console health",
  ready: "Console health",
  metrics: "Console health",
  "openapi.json": "API reference",
  reference: "API reference",
};

/** The names of all subjects, in their order. */
export const subjectNames = [...new Set(Object.values(subjects))];

/** The subject of the route with this path. */
export function subjectOf(path: string): string {
  const [part = ""] = path
    .split("/")
    .slice(2)
    .filter((segment) => segment !== ":environment");
  const subject = subjects[part];
  if (subject === undefined) throw new Error(`${path} has no subject: add "${part}" to server/bff/openapi/subjects.ts`);
  return subject;
}
