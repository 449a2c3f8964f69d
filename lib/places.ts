import type { Permission } from "./contract/access/permissions.ts";

/** A page of the navigation. */
export interface Place {
  /** The path pattern. `app` has folders with the same names, including `[environment]`. */
  pattern: `/${string}`;
  /** The title of the page. */
  title: string;
  /** The command in the lookup, and other words that find it. */
  command: { label: string; words?: string };
  /** The second key of the shortcut, after `g`. */
  key?: string;
  /** The row in the rail. */
  rail?: RailRow;
  /** The parent place. On this page, the rail marks the row of the parent as current. */
  below?: string;
  /** The permission that a person needs to see the page. Absent: everybody sees it. */
  permission?: Permission;
}

export interface RailRow {
  group: "daily" | "api" | "administration";
  /** The name of the icon in Lucide. `components/ui/icon/icons.svg` has the icons that are drawn. */
  icon: string;
  /** A shorter label for the rail. */
  label?: string;
  /**
   * Set if a narrow screen shows the row as a tab. The screen has room for four tabs. The other rows are under "More".
   */
  isTab?: true;
  /** Set if the row shows the number of waiting items. */
  hasCount?: true;
}

/**
 * The only table of places. It defines the URLs (lib/paths.ts), the rail, the keys after `g`, the lookup's commands,
 * the titles, the link to the other environment, and the page names in metrics. To add a page, add an entry here and
 * its folder in `app`.
 */
export const places = {
  overview: {
    pattern: "/[environment]",
    title: "Overview",
    command: { label: "Go to the overview", words: "home start dashboard" },
    key: "o",
    rail: { group: "daily", icon: "layout-dashboard", isTab: true },
  },
  attention: {
    pattern: "/attention",
    title: "Attention",
    command: { label: "Go to attention", words: "inbox waiting approvals stuck failed unknown" },
    key: "a",
    rail: { group: "daily", icon: "bell", isTab: true, hasCount: true },
  },
  newCustomer: {
    pattern: "/[environment]/customers/new",
    title: "New customer",
    command: { label: "New customer", words: "create add" },
    below: "customers",
    permission: "customers.create",
  },
  customers: {
    pattern: "/[environment]/customers",
    title: "Customers",
    command: { label: "Go to customers" },
    key: "c",
    rail: { group: "daily", icon: "users", isTab: true },
  },
  jobs: {
    pattern: "/[environment]/jobs",
    title: "Jobs",
    command: { label: "Go to jobs" },
    key: "j",
    rail: { group: "daily", icon: "activity" },
  },
  numbers: {
    pattern: "/[environment]/numbers",
    title: "Numbers",
    command: { label: "Go to numbers", words: "phone telephone" },
    key: "n",
    rail: { group: "daily", icon: "hash" },
  },
  webhooks: {
    pattern: "/[environment]/webhooks",
    title: "Webhooks",
    command: { label: "Go to webhooks" },
    key: "w",
    rail: { group: "daily", icon: "webhook" },
  },
  operations: {
    pattern: "/[environment]/operations",
    title: "Operations",
    command: { label: "Go to operations", words: "history changes" },
    key: "p",
    rail: { group: "daily", icon: "history", isTab: true },
  },
  bulks: {
    pattern: "/[environment]/bulk",
    title: "Bulk changes",
    command: { label: "Go to bulk changes", words: "mass many several list" },
    below: "operations",
  },
  imports: {
    pattern: "/[environment]/imports",
    title: "Imports",
    command: { label: "Go to imports", words: "csv file upload" },
    below: "operations",
    permission: "imports.run",
  },
  planned: {
    pattern: "/[environment]/planned",
    title: "Planned changes",
    command: { label: "Go to planned changes", words: "scheduled schedule calendar temporary later" },
    below: "operations",
  },
  calls: {
    pattern: "/[environment]/calls",
    title: "API calls",
    command: { label: "Go to API calls", words: "requests log errors retries har curl" },
    rail: { group: "api", icon: "arrow-left-right", label: "Calls" },
  },
  apiStatus: {
    pattern: "/[environment]/api-status",
    title: "API status",
    command: { label: "Go to API status", words: "health errors latency breaker" },
    rail: { group: "api", icon: "gauge", label: "Status" },
  },
  apiProfile: {
    pattern: "/[environment]/api-profile",
    title: "API profile",
    command: { label: "Go to API profile", words: "drift contract schema openapi differences" },
    rail: { group: "api", icon: "git-compare-arrows", label: "Profile" },
  },
  profile: {
    pattern: "/profile",
    title: "Profile",
    command: { label: "Go to your profile", words: "settings preferences account time zone" },
  },
  staff: {
    pattern: "/staff",
    title: "Staff",
    command: { label: "Go to staff", words: "people users invite roles" },
    rail: { group: "administration", icon: "user-cog" },
    permission: "staff.manage",
  },
  clients: {
    pattern: "/clients",
    title: "API clients",
    command: { label: "Go to API clients", words: "keys machines tokens" },
    rail: { group: "administration", icon: "key-round" },
    permission: "clients.manage",
  },
  policy: {
    pattern: "/policy",
    title: "Policy",
    command: { label: "Go to policy", words: "approvals tickets second factor sign-in rules settings" },
    rail: { group: "administration", icon: "shield-check" },
    permission: "policy.manage",
  },
  audit: {
    pattern: "/audit",
    title: "Audit",
    command: { label: "Go to the audit log", words: "history who" },
    rail: { group: "administration", icon: "scroll-text" },
    permission: "audit.read",
  },
  status: {
    pattern: "/status",
    title: "System status",
    command: { label: "Go to system status", words: "replicas workers backup health" },
    rail: { group: "administration", icon: "server", label: "System" },
    permission: "status.read",
  },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;

export const placeNames = Object.keys(places) as readonly PlaceName[];

/** A place, typed with all members that a place may have. */
export const placeOf = (name: PlaceName): Place => places[name];
