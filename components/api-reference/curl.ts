import type { ReferenceMember, ReferenceOperation } from "#lib/contract/console/api-reference.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** Quotes a text as a single shell word. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The placeholder for a value that the reader has to replace: `CUSTOMER_ID` for `customerID`. */
const placeholderOf = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();

/** The values that the person has typed, by parameter. */
export type ParameterValues = Readonly<Record<string, string>>;

const isSet = (value: string | undefined): value is string => value !== undefined && value !== "";

/** The address of a route with these values. `missing` gives a value for a required parameter that has none. */
export function addressOf(
  { path, parameters }: Pick<ReferenceOperation, "path" | "parameters">,
  environment: Environment,
  values: ParameterValues,
  missing: (name: string) => string = placeholderOf,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    if (name === "environment") return environment;
    const value = values[name];
    return isSet(value) ? encodeURIComponent(value) : missing(name);
  });
  const query = new URLSearchParams();
  for (const { in: place, member } of parameters) {
    if (place !== "query") continue;
    const value = values[member.name];
    if (isSet(value)) query.append(member.name, value);
    else if (member.isRequired) query.append(member.name, member.words?.[0] ?? missing(member.name));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** A value of the right type. Objects have their required members only. */
function sampleOf(member: ReferenceMember): unknown {
  const { type, words, minimum, members, alternatives, name } = member;
  if (type.endsWith("[]")) return [sampleOf({ ...member, type: type.slice(0, -2).replace(/^\((.*)\)$/, "$1") })];
  const content = members ?? alternatives?.[0]?.members;
  if (content) {
    const required = content.filter(({ isRequired }) => isRequired);
    return Object.fromEntries(required.map((inner) => [inner.name, sampleOf(inner)]));
  }
  if (words?.[0] !== undefined) return type === "boolean" ? words[0] === "true" : words[0];
  if (type === "integer" || type === "number") return minimum ?? 1;
  if (type === "boolean") return true;
  return type.includes("string") ? placeholderOf(name) : {};
}

function bodyLines({ body }: Pick<ReferenceOperation, "body">): string[] {
  if (!body) return [];
  if (body.mediaType === "text/csv") return ["--header 'Content-Type: text/csv'", "--data-binary @FILE.csv"];
  if (body.mediaType !== "application/json") {
    const fields = body.content.members ?? [];
    return fields.map(({ name }) => `--data-urlencode ${quoted(`${name}=${placeholderOf(name)}`)}`);
  }
  const example = body.example === undefined ? sampleOf(body.content) : JSON.parse(body.example);
  return [`--json ${quoted(JSON.stringify(example))}`];
}

/**
 * A route as a curl command. The command reads the key of an API client from `$SWITCHBOARD_KEY`. A route that no key
 * can use reads the cookie of a session from `$SWITCHBOARD_COOKIE`.
 */
export function curlOf(
  operation: ReferenceOperation,
  origin: string,
  environment: Environment,
  values: ParameterValues = {},
): string {
  const { method, parameters, peopleOnly, roles, body, answer } = operation;
  const needsCookie = peopleOnly === true;
  const isChange = method !== "GET";
  const signIn = needsCookie
    ? ['--cookie "$SWITCHBOARD_COOKIE"']
    : roles === undefined
      ? []
      : ['--header "Authorization: Bearer $SWITCHBOARD_KEY"'];
  // A browser sends these headers with every change, and the console requires them from a session.
  const ownPage =
    isChange && (needsCookie || roles === undefined)
      ? ["--header 'X-Switchboard: 1'", `--header ${quoted(["Origin", origin].join(": "))}`]
      : [];
  const headers = parameters
    .filter(({ in: place, member }) => place === "header" && member.isRequired)
    .map(({ member }) =>
      member.format === "uuid"
        ? `--header "${member.name}: $(uuidgen)"`
        : `--header ${quoted(`${member.name}: ${placeholderOf(member.name)}`)}`,
    );
  // With a JSON body, curl itself chooses POST.
  const isPost = method === "POST" && body !== undefined;
  return [
    "curl --fail-with-body",
    ...(isChange && !isPost ? [`--request ${method}`] : []),
    ...(answer.mediaTypes.includes("text/event-stream") ? ["--no-buffer"] : []),
    ...signIn,
    ...ownPage,
    ...headers,
    ...bodyLines(operation),
    quoted(`${origin}${addressOf(operation, environment, values)}`),
  ].join(" \\\n  ");
}
