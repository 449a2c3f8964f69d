import type { Role } from "#lib/contract/values/access/roles.ts";
import { roleNames } from "#lib/contract/values/access/roles.ts";
import { places } from "#lib/places.ts";

/** `Viewer, Editor or Administrator` */
const listed = (words: readonly string[]) =>
  [words.slice(0, -1).join(", "), words.at(-1)].filter((part) => part).join(" or ");

export const apiReferenceTexts = {
  title: places.apiReference.title,
  note: "Every route of Switchboard for your own programs. A program needs the key of an API client.",
  document: "OpenAPI document",
  searchLabel: "Search routes",
  searchPlaceholder: "Path, method or words",
  searchShortcut: "Search the routes",
  subjects: "Subjects",
  routes: (shown: number, all: number) => (shown === all ? `${all} routes` : `${shown} of ${all} routes`),
  nothing: (search: string) => `No route matches “${search}”.`,
  clear: "Clear the search",
  loading: "Loading…",
} as const;

export const operationTexts = {
  access: "Who may use it",
  everybody: "Everybody, without signing in.",
  everyRole: "Everybody who is signed in, and API clients of every role.",
  roles: (roles: readonly Role[], permission: string | undefined) =>
    `${listed(roles.map((role) => roleNames[role]))}${permission === undefined ? "" : `: those who may ${permission}`}.`,
  peopleOnly: "Only people. The key of an API client is refused.",
  recentProof: "The person must have proved their identity during the last ten minutes.",
  everyEnvironment: "Needs access to all environments.",
  audited: "Each request is recorded in the audit log.",
  notYou: (role: Role) => `Your role, ${roleNames[role]}, may not use it.`,
  copyLink: "Copy link to this route",
  curl: "curl",
  copyCurl: "Copy the curl command",
  curlKey: "The key of an API client is read from SWITCHBOARD_KEY.",
  curlCookie: "The cookie of your session is read from SWITCHBOARD_COOKIE, because no key can use this route.",
  curlParts: "Replace words in capitals.",
  parameters: "Parameters",
  places: { path: "Path", query: "Query", header: "Header" },
  body: "Body",
  bodyOptional: "The body may be absent.",
  answer: "Response",
  noBody: "No body.",
  stream: "A stream of events. The connection stays open.",
  file: "A file.",
  headers: "Response headers",
  example: "Example",
  exampleNote: "From a test of Switchboard.",
  copyExample: "Copy the example",
  bodyExample: "Example body",
  errors: "Errors",
  status: "Status",
  code: "Code",
  meaning: "Meaning",
  advice: "What to do",
  apiStatus: "Status of the API",
} as const;

export const memberTexts = {
  optional: "optional",
  values: "Values:",
  default: (value: string) => `Default: ${value}.`,
  range: (minimum: number | undefined, maximum: number | undefined) => {
    if (minimum === undefined) return `At most ${maximum}.`;
    return maximum === undefined ? `At least ${minimum}.` : `From ${minimum} to ${maximum}.`;
  },
  format: (format: string) => `Format: ${format}.`,
  maxLength: (length: number) => `At most ${length} characters.`,
  members: (count: number) => (count === 1 ? "1 member" : `${count} members`),
  oneOf: "One of:",
} as const;

export const tryTexts = {
  title: "Try it",
  note: (environment: string) => `Sends the request with your own session. Environment: ${environment}.`,
  noteAll: "Sends the request with your own session.",
  send: "Send",
  sending: "Sending…",
  any: "Not set",
  several: "Separate several values with commas.",
  required: "Enter a value",
  failed: "No response. Check your connection, then try again.",
  ms: (shown: string) => `${shown} ms`,
  result: (status: number, ms: string, size: string) => `Status ${status} · ${ms} · ${size}`,
  headers: "Response headers",
  copyBody: "Copy the response",
  cut: (shown: string) => `Only the first ${shown} are shown.`,
  noBody: "The response has no body.",
  onlyReads: "Only reads can be tried here.",
  notStreams: "Streams cannot be tried here.",
  notRedirects: "The browser opens this address itself during a sign-in.",
  notExports: "Exports cannot be tried here, because each of them is recorded in the audit log.",
} as const;
