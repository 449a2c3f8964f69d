import type { Call } from "#lib/contract/calls/call.ts";
import { callTexts as texts } from "./texts.ts";

/** Quotes a text as a single shell word. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The path of a call with its IDs. */
export function pathOf({ path, parameters = {} }: Pick<Call, "path" | "parameters">): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(parameters, name) ? encodeURIComponent(parameters[name] ?? "") : whole,
  );
}

/** A call as a curl command. The command reads the token from `$TOKEN`. */
export function curlOf(call: Call, address: string): string {
  const { method, query, bodies } = call;
  const url = `${address}${pathOf(call)}${query ? `?${query}` : ""}`;
  const isWrite = method !== "GET";
  const parts = [
    "curl",
    ...(isWrite ? ["-X", method] : []),
    "-H",
    texts.authorization,
    ...(isWrite ? ["-H", quoted("Content-Type: application/json")] : []),
    ...(bodies?.request === undefined ? [] : ["-d", quoted(bodies.request)]),
    quoted(url),
  ];
  return `${isWrite ? `${texts.changes}\n` : ""}${parts.join(" ")}`;
}
