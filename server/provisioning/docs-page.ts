import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { ServiceContext } from "./answer-errors.ts";

/**
 * The content security policy. The page may load files only from this service. `data:` images are allowed, because
 * Swagger UI uses them as icons.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Partner Provisioning API</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/reference.css">
<script src="docs/swagger-ui-bundle.js" defer></script>
<script src="docs/reference.js" defer></script>
</head>
<body>
<main id="reference"><p>The reference needs JavaScript. Without it, read <a href="openapi.json">openapi.json</a>.</p></main>
</body>
</html>
`;

/**
 * The script of the page. `validatorUrl: null` prevents Swagger UI from sending the page's address to an external
 * service.
 */
const script = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: ["get", "post", "patch"],
  validatorUrl: null,
});
`;

const style = `body { margin: 0; background: Canvas; }
#reference > p { font: 1rem system-ui, sans-serif; padding: 1rem; }
.swagger-ui .opblock-body { overflow-x: auto; }
`;

const require = createRequire(import.meta.url);

/** The files that are read from the installed package. */
const files = [
  {
    name: "swagger-ui.css",
    type: "text/css; charset=utf-8",
    path: () => require.resolve("swagger-ui-dist/swagger-ui.css"),
  },
  {
    name: "swagger-ui-bundle.js",
    type: "text/javascript; charset=utf-8",
    path: () => require.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
  },
  {
    name: "favicon-32x32.png",
    type: "image/png",
    path: () => require.resolve("swagger-ui-dist/favicon-32x32.png"),
  },
] as const;

/**
 * Creates `/docs`: the reference of the API with Swagger UI. The service serves all files itself. The page exchanges no
 * data with other hosts.
 */
export function createDocsRoutes() {
  const router = new OpenAPIHono<ServiceContext>();
  const headers = {
    "Cache-Control": "public, max-age=3600",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
  router.get("/docs", (c) => c.html(page, 200, { ...headers, "Content-Security-Policy": policy }));
  router.get("/docs/reference.js", (c) =>
    c.body(script, 200, { ...headers, "Content-Type": "text/javascript; charset=utf-8" }),
  );
  router.get("/docs/reference.css", (c) =>
    c.body(style, 200, { ...headers, "Content-Type": "text/css; charset=utf-8" }),
  );
  for (const { name, type, path } of files) {
    // The file is read at the first request and then cached.
    let content: Promise<Uint8Array<ArrayBuffer>> | undefined;
    router.get(`/docs/${name}`, async (c) => {
      content ??= readFile(path());
      return c.body(await content, 200, { ...headers, "Content-Type": type });
    });
  }
  return router;
}
