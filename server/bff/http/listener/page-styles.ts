import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { cookieValues } from "#server/bff/access/sessions/session-cookie.ts";

/** The styles of a build. They are inserted into the first page of this build that a browser loads. */
export interface PageStyles {
  /** True if the browser with this Cookie header already has the styles from an earlier page of this build. */
  isKept(cookieHeader: string | undefined): boolean;
  /** The Set-Cookie header that records that the browser has the styles. */
  readonly setCookie: string;
  /**
   * Inserts the styles into the first chunk of a document, before the link to the styles. Returns the chunk unchanged
   * if it has no such link.
   */
  into(beginning: Uint8Array): Uint8Array;
}

const ending = ".css";

/** How long a browser may cache the files of a build, in seconds. */
const keptSeconds = 31_536_000;

/**
 * Reads the styles from the static files of a build. Null if there is not exactly one file of styles, or if this file
 * contains relative addresses.
 */
export function readPageStyles(buildID: string, folder: string, secure: boolean): PageStyles | null {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const [file, ...others] = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending));
  if (!file || others.length > 0) return null;
  const path = join(file.parentPath, file.name);
  const styles = readFileSync(path, "utf8");
  if (/<\/style|url\((?!["']?(data:|\/))/i.test(styles)) return null;
  const address = `/_next/static/${relative(folder, path).split(sep).join("/")}`;
  const name = secure ? "__Host-switchboard-styles" : "switchboard-styles";
  const attributes = `Path=/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return {
    isKept: (cookieHeader) => cookieValues(cookieHeader ?? null, name).includes(buildID),
    setCookie: `${name}=${buildID}; ${attributes}`,
    into(beginning) {
      const document = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength);
      const at = document.indexOf(`<link rel="stylesheet" href="${address}?`);
      const end = document.indexOf(">", at) + 1;
      if (at < 0 || end === 0) return beginning;
      const link = document.toString("utf8", at, end);
      const nonce = / nonce="[^"]*"/.exec(link)?.[0] ?? "";
      // The link must stay, because React would otherwise add it again. With a medium that never matches, the browser
      // loads the file last, so that it is cached for the next page.
      const later = link.replace("<link ", '<link media="not all" ');
      const head = Buffer.from(`<style${nonce}>${styles}</style>${later}`);
      return Buffer.concat([document.subarray(0, at), head, document.subarray(end)]);
    },
  };
}
