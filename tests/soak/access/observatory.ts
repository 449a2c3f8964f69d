// Tests the headers of the built console over TLS with MDN's Observatory. To run it: `npm run soak -- observatory
// <folder>`. The package needs about two hundred other packages, so it is installed in a separate folder: `npm install
// --prefix <folder> --ignore-scripts @mdn/mdn-http-observatory@1.4.8`. Needs openssl and a build.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { pages } from "#lib/paths.ts";
import { configuredVariables } from "#tests/e2e/helpers/target.ts";
import { freePort } from "#tests/fixtures/console/network/free-port.ts";
import { makeCertificates, startTlsProxy } from "#tests/fixtures/console/network/tls-proxy.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

interface Report {
  error?: string;
  scan?: { score: number; grade: string };
  tests?: Record<string, { pass: boolean; result: string }>;
}

const observatory = resolve(process.argv[2] ?? "", "node_modules/@mdn/mdn-http-observatory");
if (!existsSync(observatory)) {
  const how = "npm install --prefix <folder> --ignore-scripts @mdn/mdn-http-observatory@1.4.8";
  console.error(`Name the folder that Observatory is installed in: ${how}`);
  process.exit(1);
}
// The package's install script would create this file from lists on the internet. An empty file is enough, because the
// tested host is not in those lists.
const preloadFile = join(observatory, "conf/hsts-preload.json");
if (!existsSync(preloadFile)) writeFileSync(preloadFile, "{}");

const folder = mkdtempSync(join(tmpdir(), "switchboard-observatory-"));
const certificates = makeCertificates(folder);
const port = await freePort();
let setCookie = "";
const visitor = await startTlsProxy(certificates, port);
const signedIn = await startTlsProxy(certificates, port, () => setCookie);
const publicOrigin = `https://${visitor.host}`;
const otherApi = await startOtherApi({ customers: 20 });
const variables = configuredVariables(otherApi.origin, otherApi.keys);
const console_ = await startConsole({ env: { ...variables, PORT: String(port), PUBLIC_ORIGIN: publicOrigin } });

const session = await fetch(`http://127.0.0.1:${port}/api/session`, {
  method: "POST",
  headers: { Origin: publicOrigin, "X-Switchboard": "1", "Content-Type": "application/json" },
  body: JSON.stringify({ email: variables.BOOTSTRAP_ADMIN_EMAIL, password: variables.BOOTSTRAP_ADMIN_PASSWORD }),
});
setCookie = session.headers.getSetCookie()[0] ?? "";

const cases: [host: string, path: string, least: number][] = [
  [visitor.host, "/", 130],
  [visitor.host, pages.signIn(), 130],
  [signedIn.host, pages.customers("sandbox"), 135],
  [signedIn.host, pages.account(), 135],
];
for (const [host, path, least] of cases) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificates.authorityFile };
  const { stdout } = await promisify(execFile)(process.execPath, [join(observatory, "src/scan.js"), `${host}${path}`], {
    env,
  }).catch((error: { stdout: string }) => error);
  const { error, scan, tests = {} }: Report = JSON.parse(stdout);
  const failed = Object.entries(tests).filter(([, { pass }]) => !pass);
  console.log(`${path}: ${error ?? `${scan?.score} (${scan?.grade})`}, at least ${least}`);
  for (const [name, { result }] of failed) console.log(`  failed: ${name}: ${result}`);
  if (error !== undefined || (scan?.score ?? 0) < least) process.exitCode = 1;
}

await console_.close();
await otherApi.close();
for (const proxy of [visitor, signedIn]) proxy.close();
rmSync(folder, { recursive: true, force: true });
