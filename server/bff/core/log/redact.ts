import { redactAddresses } from "#lib/case-summary/case-summary.ts";
import { keyPrefix } from "#lib/contract/access/clients.ts";
import { isSecretName } from "./secret-names.ts";
import { withoutTokens } from "./token-values.ts";

const hidden = "[hidden]";

/** Replaces a secret value. True, false and null stay, because they only show whether a secret exists. */
const hiddenOf = (value: unknown) => (typeof value === "boolean" || value === null ? value : hidden);

/** A key of an API client of the console. */
const clientKey = new RegExp(`${keyPrefix}[\\w-]{10,}`, "gi");

/** A name before a value in a text that is not valid JSON: `"name": `, `name=`, `<name>`. */
const namedValue =
  /(?<![\p{L}\p{N}_.-])(?:([\p{L}\p{N}_.-]{1,100})(?:=|["']\s{0,8}:\s{0,8})|<([\p{L}\p{N}_:.-]{1,100})(?:\s[^<>]{0,200})?>)/gu;

/** The value that follows a name. If the closing quotation mark is missing, the value goes to the end of the text. */
const valueBehind = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s,;&"'<>}\]]+/sy;
const contentBehind = /[^<]+/y;

/** Removes the values of secret names from a text. It reads each character only once. */
function withoutNamedSecrets(text: string): string {
  let clean = "";
  let copiedLength = 0;
  namedValue.lastIndex = 0;
  for (let found = namedValue.exec(text); found; found = namedValue.exec(text)) {
    const [, member, tag] = found;
    if (!isSecretName(member ?? tag ?? "")) continue;
    const value = member === undefined ? contentBehind : valueBehind;
    value.lastIndex = namedValue.lastIndex;
    if (!value.test(text)) continue;
    clean += text.slice(copiedLength, namedValue.lastIndex) + hidden;
    copiedLength = value.lastIndex;
    namedValue.lastIndex = copiedLength;
  }
  return clean + text.slice(copiedLength);
}

/**
 * Members that name the value in another member of the same object. An example is `name` in
 * `{"name": "pin", "value": "1234"}`.
 */
const nameMembers = ["name", "key", "field", "header", "parameter"];
const valueMembers: ReadonlySet<string> = new Set(["value", "values", "content", "data", "text"]);

export type Redactor = ReturnType<typeof createRedactor>;

/**
 * The only redactor for API calls that leave the console: on the calls page, in HAR files, in case files and in copied
 * text. `withoutSecrets` removes the keys and tokens of the environment.
 */
export function createRedactor(withoutSecrets: (text: string) => string) {
  const clean = (input: string) => withoutTokens(withoutSecrets(input).replace(clientKey, `${keyPrefix}${hidden}`));
  /** Removes secrets from a text. Shortens the part before the `@` of each e-mail address to its first letter. */
  const text = (input: string): string => redactAddresses(clean(withoutNamedSecrets(input)));

  function membersOf(input: object): Record<string, unknown> {
    const named = Object.entries(input).some(
      ([member, one]) => nameMembers.includes(member.toLowerCase()) && typeof one === "string" && isSecretName(one),
    );
    return Object.fromEntries(
      Object.entries(input).map(([member, one]) => [
        text(member),
        named && valueMembers.has(member.toLowerCase()) ? hiddenOf(one) : value(one, member),
      ]),
    );
  }

  function value(input: unknown, name = ""): unknown {
    if (isSecretName(name)) return hiddenOf(input);
    if (typeof input === "string") return text(input);
    if (Array.isArray(input)) return input.map((one) => value(one));
    return typeof input === "object" && input !== null ? membersOf(input) : input;
  }

  const queryOf = (query: string) =>
    new URLSearchParams(
      [...new URLSearchParams(query)].map(([name, one]) => [text(name), isSecretName(name) ? hidden : text(one)]),
    ).toString();

  return {
    text,
    /** Removes secrets from a query. The values are decoded before the search and encoded again afterwards. */
    query: queryOf,
    /** Removes secrets from a path and its query. */
    address(address: string): string {
      const [path = "", ...rest] = address.split("?");
      const query = queryOf(rest.join("?"));
      return query === "" ? text(path) : `${text(path)}?${query}`;
    },
    /** Removes secrets from a body. In JSON, each member is checked. Any other body is searched as text. */
    body(body: string): string {
      try {
        return JSON.stringify(value(JSON.parse(body)));
      } catch {
        // The body is not JSON, or it is nested too deeply.
        return text(body);
      }
    },
  };
}
