// `npm run image -- FOLDER` copies the files that a production console needs into a folder, after a build. `--node
// FILE` uses this Node instead of the one that `npm run` uses. `--require-node-floor` turns a warning into an error:
// the warning that Node is older than the minimum version. The Dockerfile and the systemd guide use this command
// (docs/guide/deployment.md).
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { belowNodeFloor, nodeForImage, nodeLine } from "./pinned-node.mjs";
import { place, root } from "./places.mjs";

// Node warns at the first call of stripTypeScriptTypes that it may still change. Whoever makes an image cannot act on
// this warning. Node prints all other warnings as usual.
const printWarning = process.listeners("warning");
process.removeAllListeners("warning");
process.on("warning", (warning) => {
  if (warning.name === "ExperimentalWarning" && warning.message.startsWith("stripTypeScriptTypes")) return;
  for (const print of printWarning) print(warning);
});

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: "string" }, "require-node-floor": { type: "boolean" } },
});
const [given] = positionals;
if (given === undefined) {
  console.error("Name the folder that the program is to be copied to.");
  process.exit(1);
}
const target = resolve(given);
const node = nodeForImage(options.node);
if (typeof node === "string") {
  console.error(node);
  process.exit(1);
}
console.log(nodeLine(node));
if (options["require-node-floor"] && belowNodeFloor(node.version) !== undefined) process.exit(1);

/** Matches parts of the build that are only needed for a later build or for tests. */
const leftOutOfBuild = /^\.next\/(cache|types|diagnostics|trace.*|turbopack)(\/|$)|\.map$/;

/** Matches parts of packages that nothing loads at run time: declarations, source maps, and Next's documentation. */
const unused = [/\.(d\.[cm]?ts|map|md|tsbuildinfo)$/i, /^next\/dist\/(docs|esm)$/, /^@next\/swc-/];

mkdirSync(target, { recursive: true });
for (const part of ["lib", "server", "public", "next.config.mjs", "package.json", "package-lock.json", "LICENSE"]) {
  cpSync(place(part), join(target, part), { recursive: true });
}
for (const part of ["lib", "server"]) compileFolder(join(target, part));
// The file names of the sources, for supervisors and scripts of earlier versions, and for plain `next start`.
for (const program of ["server/main", "server/provisioning/main", "server/bff/known/index/index-worker"]) {
  writeFileSync(join(target, `${program}.ts`), `import "./${basename(program)}.js";\n`);
}
const packageFile = join(target, "package.json");
writeFileSync(packageFile, withJavaScriptNames(readFileSync(packageFile, "utf8")));
if (!existsSync(place(".next", "BUILD_ID"))) {
  console.error("There is no build yet: run npm run build first.");
  process.exit(1);
}
cpSync(place(".next"), join(target, ".next"), {
  recursive: true,
  verbatimSymlinks: true,
  filter: (source) => !leftOutOfBuild.test(relative(root, source)),
});
mkdirSync(join(target, "bin"), { recursive: true });
cpSync(node.file, join(target, "bin", "node"));
chmodSync(join(target, "bin", "node"), 0o755);

cpSync(place("bin", "switchboard"), join(target, "bin", "switchboard"));

// Copies the packages with which the console was built and tested, except packages for development and packages for a
// single operating system. `npm ci --omit=dev --omit=optional` would download the same packages a second time.
const lock = JSON.parse(readFileSync(place("package-lock.json"), "utf8"));
for (const [path, { dev, optional, devOptional }] of Object.entries(lock.packages)) {
  if (path === "" || dev || optional || devOptional) continue;
  const nested = place(path, "node_modules");
  cpSync(place(path), join(target, path), { recursive: true, filter: (source) => source !== nested });
}
writeFileSync(join(target, "THIRD-PARTY-LICENCES.txt"), licences(join(target, "node_modules")));
const packages = join(target, "node_modules");
for (const entry of readdirSync(packages, { withFileTypes: true, recursive: true })) {
  const path = join(entry.parentPath, entry.name);
  const name = relative(packages, path).split("\\").join("/");
  if (unused.some((pattern) => pattern.test(name))) rmSync(path, { recursive: true, force: true });
}

console.log(`The program is in ${target}.`);

/**
 * Replaces each TypeScript file of a folder by JavaScript, so that Node does not remove the types at every start: this
 * takes processor time and 25 MB of memory (docs/decisions/0065-memory.md). Types become spaces, and `.ts` and `.js`
 * have the same length, so that lines and columns of stack traces are those of the sources.
 * @param {string} folder
 */
function compileFolder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!/\.ts$/.test(file)) continue;
    const source = stripTypeScriptTypes(readFileSync(file, "utf8"), { mode: "strip" });
    writeFileSync(file.replace(/ts$/, "js"), withJavaScriptNames(source));
    rmSync(file);
  }
}

/**
 * Changes the ending of each file name that is a whole string, as in imports.
 * @param {string} source
 */
function withJavaScriptNames(source) {
  return source.replaceAll(/(["'])([^"'`\n]*)\.ts\1/g, "$1$2.js$1");
}

/**
 * Returns the licences of all packages below a folder: names and versions first, then each text once with the packages
 * that have it.
 * @param {string} folder
 */
function licences(folder) {
  /** @type {string[]} */
  const names = [];
  /** @type {Map<string, string[]>} */
  const texts = new Map();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const isPackage = /node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+$/.test(entry.parentPath);
    if (entry.name !== "package.json" || !isPackage) continue;
    const { name, version, license } = JSON.parse(readFileSync(join(entry.parentPath, entry.name), "utf8"));
    const licence = typeof license === "string" ? license : (license?.type ?? "see the text below");
    names.push(`${name} ${version}: ${licence}`);
    for (const file of readdirSync(entry.parentPath).filter((one) => /^(licen[cs]e|notice|copying)/i.test(one))) {
      const text = readFileSync(join(entry.parentPath, file), "utf8").trim();
      texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
    }
  }
  const line = "-".repeat(80);
  const parts = [...texts].map(([text, owners]) => `${line}\n${owners.sort().join(", ")}\n${line}\n\n${text}\n`);
  return `Switchboard contains these packages. Its own licence is in LICENSE.\n\n${names.sort().join("\n")}\n\n${parts.sort().join("\n")}`;
}
