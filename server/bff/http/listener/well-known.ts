import { dayMs } from "#lib/contract/values/time-units.ts";
import { pages } from "#lib/paths.ts";

/** The answer to a request under `/.well-known/`. */
export interface WellKnownAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

export interface WellKnownOptions {
  /** Where people report security problems, the preferred way first. Empty: security.txt does not exist. */
  securityContacts: readonly string[];
  origin: string;
  now: Date;
}

const prefix = "/.well-known/";

const plainText = { "Content-Type": "text/plain; charset=utf-8" };

/** RFC 9116 recommends less than a year. */
const validDays = 180;

/**
 * The answer to a path under `/.well-known/` (RFC 8615). Null for every other path. Unknown names get 404, never the
 * sign-in page: a password manager trusts `change-password` only if a name that cannot exist is not found.
 */
export function wellKnownAnswer(path: string, options: WellKnownOptions): WellKnownAnswer | null {
  if (!path.startsWith(prefix)) return null;
  const name = path.slice(prefix.length);
  if (name === "change-password") {
    return { status: 302, headers: { Location: pages.account(), "Cache-Control": "private, no-store" }, text: "" };
  }
  if (name === "security.txt" && options.securityContacts.length > 0) {
    return {
      status: 200,
      headers: { ...plainText, "Cache-Control": "public, max-age=3600" },
      text: securityText(options),
    };
  }
  return { status: 404, headers: { ...plainText, "Cache-Control": "private, no-store" }, text: "Not found\n" };
}

/** The content of security.txt (RFC 9116). The date changes once a day, so that replicas answer the same. */
function securityText({ securityContacts, origin, now }: WellKnownOptions): string {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const expires = new Date(today + validDays * dayMs).toISOString().replace(".000", "");
  // The standard allows only secure addresses in this field.
  const canonical = origin.startsWith("https://") ? [`Canonical: ${origin}${prefix}security.txt`] : [];
  return [...securityContacts.map((contact) => `Contact: ${contact}`), `Expires: ${expires}`, ...canonical, ""].join(
    "\n",
  );
}
