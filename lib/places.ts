import { may, type Permission } from "./contract/access/permissions.ts";
import type { Session } from "./contract/console/session.ts";

/** A page that the navigation contains. */
export interface Place {
  /** The path pattern. `app` has folders with the same names, including `[environment]`. */
  pattern: `/${string}`;
  /** Earlier patterns of the page. Requests to them get a permanent redirect that keeps the query (next.config.mjs). */
  movedFrom?: readonly `/${string}`[];
  /** The title of the page. */
  title: string;
  /** The page's command in the lookup, and other words that find the command. */
  command: { label: string; words?: string };
  /** The second key of the shortcut, after `g`. */
  key?: string;
  /**
   * The row of the navigation rail that is highlighted on this page. A click on the row opens the row's first page that
   * the person may open.
   */
  row?: RailRowName;
  /** The label of the page's tab. All places of one row that have a tab appear together as tabs. */
  tab?: string;
  /** The permission that a person needs to open the page. Absent: everybody may open it. */
  permission?: Permission;
  /** Set if the page shows data that cover all environments. A person who lacks an environment may not open it. */
  everyEnvironment?: true;
}

export interface RailRow {
  label: string;
  /** The beginning of the label, for the tile of the rail. Set if the whole label is wider than the tile. */
  tileLabel?: string;
  /** The icon's name in Lucide. `components/ui/icon/icons.svg` contains the icons that are used. */
  icon: string;
  /**
   * Set if the navigation bar of a narrow screen shows the row. The bar has space for four rows. All other rows are
   * under "More".
   */
  isInBar?: true;
  /** Set if the row shows the number of waiting items. */
  hasCount?: true;
}

/** The rows of the navigation rail, from top to bottom. */
export const railRows = {
  overview: { label: "Overview", icon: "layout-dashboard", isInBar: true },
  attention: { label: "Attention", icon: "bell", isInBar: true, hasCount: true },
  customers: { label: "Customers", icon: "users", isInBar: true },
  numbers: { label: "Numbers", icon: "hash" },
  operations: { label: "Operations", icon: "history", isInBar: true },
  webhooks: { label: "Webhooks", icon: "webhook" },
  api: { label: "API", icon: "arrow-left-right" },
  administration: { label: "Administration", tileLabel: "Admin", icon: "shield-check" },
} as const satisfies Record<string, RailRow>;

export type RailRowName = keyof typeof railRows;

/**
 * The only table of places. It defines the URLs (lib/paths.ts), the rail and its tabs, the keys after `g`, the lookup's
 * commands, the titles, the link to the other environment, and the page names in metrics. To add a page or a tab, add
 * an entry to this table and a folder to `app`. Tabs and commands appear in the order of the entries.
 */
export const places = {
  overview: {
    pattern: "/[environment]",
    title: "Overview",
    command: { label: "Go to the overview", words: "home start dashboard" },
    key: "o",
    row: "overview",
  },
  attention: {
    pattern: "/attention",
    title: "Attention",
    command: { label: "Go to attention", words: "inbox waiting approvals stuck failed unknown" },
    key: "a",
    row: "attention",
  },
  newCustomer: {
    pattern: "/[environment]/customers/new",
    title: "New customer",
    command: { label: "New customer", words: "create add" },
    permission: "customers.create",
  },
  customers: {
    pattern: "/[environment]/customers",
    title: "Customers",
    command: { label: "Go to customers" },
    key: "c",
    row: "customers",
  },
  numbers: {
    pattern: "/[environment]/numbers",
    title: "Numbers",
    command: { label: "Go to numbers", words: "phone telephone" },
    key: "n",
    row: "numbers",
  },
  operations: {
    pattern: "/[environment]/operations",
    title: "Operations",
    command: { label: "Go to operations", words: "history changes" },
    key: "p",
    row: "operations",
    tab: "All",
  },
  bulks: {
    pattern: "/[environment]/bulk",
    title: "Bulk changes",
    command: { label: "Go to bulk changes", words: "mass many several list" },
    row: "operations",
    tab: "Bulk",
  },
  planned: {
    pattern: "/[environment]/planned",
    title: "Planned changes",
    command: { label: "Go to planned changes", words: "scheduled schedule calendar temporary later" },
    row: "operations",
    tab: "Planned",
  },
  imports: {
    pattern: "/[environment]/imports",
    title: "Imports",
    command: { label: "Go to imports", words: "csv file upload" },
    row: "operations",
    tab: "Imports",
    permission: "imports.run",
  },
  scheduledExports: {
    pattern: "/[environment]/scheduled-exports",
    title: "Scheduled exports",
    command: { label: "Go to scheduled exports", words: "download files daily weekly monthly report" },
    row: "operations",
    tab: "Exports",
  },
  proposals: {
    pattern: "/[environment]/proposals",
    title: "Proposals",
    command: { label: "Go to proposals", words: "assistants mcp decide accept reject" },
    row: "operations",
    tab: "Proposals",
  },
  jobs: {
    pattern: "/[environment]/jobs",
    title: "Jobs",
    command: { label: "Go to jobs" },
    key: "j",
    row: "operations",
    tab: "Jobs",
  },
  webhooks: {
    pattern: "/[environment]/webhooks",
    title: "Webhooks",
    command: { label: "Go to webhooks" },
    key: "w",
    row: "webhooks",
  },
  calls: {
    pattern: "/[environment]/calls",
    title: "API calls",
    command: { label: "Go to API calls", words: "requests log errors retries har curl" },
    row: "api",
    tab: "Calls",
  },
  apiStatus: {
    pattern: "/[environment]/api-status",
    title: "API status",
    command: { label: "Go to API status", words: "health errors latency breaker" },
    row: "api",
    tab: "Status",
  },
  apiBehaviour: {
    pattern: "/[environment]/api-behaviour",
    movedFrom: ["/[environment]/api-profile"],
    title: "API behaviour",
    command: { label: "Go to API behaviour", words: "profile drift contract schema openapi differences" },
    row: "api",
    tab: "Behaviour",
  },
  apiReference: {
    pattern: "/[environment]/api-reference",
    title: "API reference",
    command: { label: "Go to the API reference", words: "openapi routes endpoints curl programs documentation" },
    row: "api",
    tab: "Reference",
  },
  caller: {
    pattern: "/caller",
    title: "Caller card",
    command: { label: "Open the caller card", words: "phone telephone call ring number softphone who" },
  },
  notifications: {
    pattern: "/notifications",
    title: "Notifications",
    command: { label: "Go to your notifications", words: "mentions unread inbox hand-over approvals failures" },
  },
  account: {
    pattern: "/account",
    movedFrom: ["/profile"],
    title: "My account",
    command: { label: "Go to my account", words: "your profile settings preferences time zone" },
  },
  staff: {
    pattern: "/staff",
    title: "Staff",
    command: { label: "Go to staff", words: "people users invite roles" },
    row: "administration",
    tab: "Staff",
    permission: "staff.manage",
    everyEnvironment: true,
  },
  clients: {
    pattern: "/clients",
    title: "API clients",
    command: { label: "Go to API clients", words: "keys machines tokens" },
    row: "administration",
    tab: "API clients",
    permission: "clients.manage",
    everyEnvironment: true,
  },
  policy: {
    pattern: "/policy",
    title: "Policy",
    command: {
      label: "Go to policy",
      words: "approvals tickets second factor sign-in rules settings announcement banner",
    },
    row: "administration",
    tab: "Policy",
    permission: "policy.manage",
  },
  audit: {
    pattern: "/audit",
    title: "Audit",
    command: { label: "Go to the audit log", words: "history who" },
    row: "administration",
    tab: "Audit",
    permission: "audit.read",
    everyEnvironment: true,
  },
  consoleHealth: {
    pattern: "/console-health",
    movedFrom: ["/status"],
    title: "Console health",
    command: { label: "Go to console health", words: "system status replicas workers backup" },
    row: "administration",
    tab: "Console health",
    permission: "status.read",
    everyEnvironment: true,
  },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;

export const placeNames = Object.keys(places) as readonly PlaceName[];

/**
 * Returns a place as the type `Place`. The types of the entries in `places` lack the optional members that the entries
 * do not set.
 */
export const placeOf = (name: PlaceName): Place => places[name];

/** The facts about a person that decide which places the person may open. */
export type PlaceReader = Pick<Session["staff"], "role" | "lacksEnvironments">;

/** True if this person may open the place. */
export function mayOpen(name: PlaceName, { role, lacksEnvironments }: PlaceReader): boolean {
  const { permission, everyEnvironment } = placeOf(name);
  return (permission === undefined || may(role, permission)) && !(everyEnvironment && lacksEnvironments);
}
