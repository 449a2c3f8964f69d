import type { AppError } from "#lib/contract/operations/app-error.ts";
import { storeRetrySeconds } from "#server/bff/core/answers/problem.ts";
import { storeDownTexts as texts } from "./texts.ts";

/** The page uses only its own styles. It has no scripts, pictures or forms. */
const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem }
  h1 { font-size: 1.5rem; line-height: 1.3 }
  code { overflow-wrap: anywhere }`;

/** This page replaces every page while the console's own store is down. It reloads itself. */
export function storeDownPage(
  error: AppError,
  requestID: string,
): { status: number; headers: Record<string, string>; html: string } {
  return {
    status: error.status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "Content-Security-Policy": contentPolicy,
      "Retry-After": String(storeRetrySeconds),
    },
    // Nothing needs escaping: the page contains only texts of the console, and a request ID that the HTTP listener has
    // checked or created.
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${2 * storeRetrySeconds}">
<title>${texts.title} · ${texts.product}</title>
<style>${style}</style>
</head>
<body>
<main id="content">
<p>${texts.product}</p>
<h1>${texts.title}</h1>
<p>${error.message}</p>
<p>${texts.meaning}</p>
<p>${texts.advice}</p>
<p>${texts.requestID} <code>${requestID}</code></p>
<p><a href="">${texts.retry}</a></p>
</main>
</body>
</html>
`,
  };
}
