import { redactAddresses } from "#lib/case-summary/case-summary.ts";
import { keyPrefix } from "#lib/contract/access/clients.ts";

const hidden = "[hidden]";

/** Members and parameters whose values are secrets whatever they look like. */
const secretName =
  /^(?:authorization|cookie|set-cookie|password|passwd|secret|client_?secret|token|(?:access|refresh|id)_?token|key_?id|api_?key|jwt)$/i;

const isSecretName = (name: string) => name.length <= 30 && secretName.test(name);

/** A key of an API client of the console. */
const clientKey = new RegExp(`${keyPrefix}[\\w-]{10,}`, "gi");

export interface Redactor {
  /** A text without secrets and without the persons of e-mail addresses. */
  text(text: string): string;
  /** The same for a query, whose values are read before and written again after. */
  query(query: string): string;
  /** The same for a path, with its query if it has one. */
  address(address: string): string;
  /** The same for a body: JSON member by member, anything else as a text. */
  body(body: string): string;
}

/**
 * The one redactor of whatever leaves the console of its calls at the API: the calls page, HAR and case files, and what
 * is copied. `withoutSecrets` takes out the keys and tokens of the environment.
 */
export function createRedactor(withoutSecrets: (text: string) => string): Redactor {
  const text = (given: string) => redactAddresses(withoutSecrets(given).replace(clientKey, `${keyPrefix}${hidden}`));

  function value(given: unknown, name = ""): unknown {
    if (isSecretName(name) && given !== null) return hidden;
    if (typeof given === "string") return text(given);
    if (Array.isArray(given)) return given.map((one) => value(one));
    if (typeof given !== "object" || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([member, one]) => [text(member), value(one, member)]));
  }

  const queryOf = (query: string) =>
    new URLSearchParams(
      [...new URLSearchParams(query)].map(([name, one]) => [text(name), isSecretName(name) ? hidden : text(one)]),
    ).toString();

  return {
    text,
    query: queryOf,
    address(address) {
      const [path = "", ...rest] = address.split("?");
      const query = queryOf(rest.join("?"));
      return query === "" ? text(path) : `${text(path)}?${query}`;
    },
    body(body) {
      try {
        return JSON.stringify(value(JSON.parse(body)));
      } catch {
        // No JSON, or deeper than can be read.
        return text(body);
      }
    },
  };
}
