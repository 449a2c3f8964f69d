// Writes the OpenAPI document of the console's own API: `npm run openapi`. With --check, only compares it with the file.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildDocument } from "./openapi/build-document.ts";
import { readContractNames } from "./openapi/contract-names.ts";
import { routes } from "./rooms.ts";

const root = join(import.meta.dirname, "../..");
const file = join(import.meta.dirname, "openapi/openapi.json");
const names = await readContractNames(join(root, "lib/contract"));
const examples = JSON.parse(readFileSync(join(import.meta.dirname, "openapi/examples.json"), "utf8"));
const text = `${JSON.stringify(buildDocument(routes, names, examples), null, 1)}\n`;
if (process.argv.includes("--check")) {
  if (text !== readFileSync(file, "utf8")) {
    process.stdout.write("server/bff/openapi/openapi.json is out of date: run npm run openapi.\n");
    process.exitCode = 1;
  }
} else writeFileSync(file, text);
