import { environments } from "./contract/values/environments.ts";
import { type PlaceName, placeNames, placeOf } from "./places.ts";

/** The URL of a page of the guide (docs/guide), which the console serves in its own version. */
export const guidePage = (page = "index", anchor?: string): string =>
  `/help/${page}.html${anchor === undefined ? "" : `#${anchor}`}`;

interface Topic {
  page: string;
  anchor?: string;
  title: string;
}

/** The part of the guide that explains a page of the console. Other pages lead to the start of the guide. */
const topics: Partial<Record<PlaceName, Topic>> = {
  scheduledExports: { page: "scheduled-exports", title: "Scheduled exports" },
  imports: { page: "imports", title: "Imports" },
  bulks: { page: "faq", anchor: "bulk-and-planned-changes", title: "Bulk and planned changes" },
  planned: { page: "faq", anchor: "bulk-and-planned-changes", title: "Bulk and planned changes" },
  customers: { page: "faq", anchor: "customers-and-searching", title: "Customers and searching" },
  operations: { page: "faq", anchor: "changes-and-their-results", title: "Changes and their results" },
  calls: { page: "case-files", title: "Case files" },
  caller: { page: "caller-card", title: "The caller card" },
  account: { page: "faq", anchor: "signing-in", title: "Signing in" },
  staff: { page: "administrators", title: "People, passwords and emergencies" },
  proposals: { page: "assistants", anchor: "decide-about-a-proposal", title: "Decide about a proposal" },
  clients: { page: "programs", title: "The HTTP API" },
  policy: { page: "administrators", title: "People, passwords and emergencies" },
  audit: { page: "audit-log", title: "The audit log" },
  consoleHealth: { page: "watching", title: "Watching" },
};

const isEnvironment = (segment: string | undefined) => environments.some((environment) => environment === segment);

/** The topic of a page of the console. A customer's page has the topic of the list of customers. */
export function topicAt(pathname: string): Topic | undefined {
  const path = pathname.split("/");
  const isAt = (name: PlaceName) =>
    placeOf(name)
      .pattern.split("/")
      .every((segment, index) => (segment === "[environment]" ? isEnvironment(path[index]) : segment === path[index]));
  // The longest pattern is the most specific one.
  const [name] = placeNames.filter(isAt).toSorted((a, b) => placeOf(b).pattern.length - placeOf(a).pattern.length);
  return name === undefined ? undefined : topics[name];
}
