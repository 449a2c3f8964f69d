import { readFileSync } from "node:fs";

/**
 * Checks which folder imports from which other folder. The rules are in the table in ARCHITECTURE.md ("Layers"). Type
 * imports are checked too. If a folder has an entry in this file, it may import only what the entry lists.
 */
const own = "^(app|components|lib|server|tests|scripts)/";

/** @param {string} name @param {string} from @param {string[]} allowed */
const layer = (name, from, allowed) => ({
  name,
  severity: /** @type {const} */ ("error"),
  comment: `${from} may import ${allowed.join(", ")} and packages only`,
  from: { path: from },
  to: { path: own, pathNot: allowed },
});

/**
 * The modules of the BFF (folders of server/bff, called rooms) that all other modules may use, lowest first. These
 * modules have no module.ts.
 */
const lowestRooms = ["store", "core", "config", "tracing"];

/**
 * The other modules, in the order of server/bff/rooms.ts. In that file, `.add(accessModule)` means the folder `access`.
 */
const listedRooms = [...readFileSync("server/bff/rooms.ts", "utf8").matchAll(/\.add\((\w+)Module\)/g)].map(
  ([, name = ""]) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
);

/** All modules of the BFF. A module may import only modules that come before it. */
const rooms = [...lowestRooms, ...listedRooms];

const roomsOneWay = rooms.map((room, index) => ({
  name: `bff-${room}`,
  severity: /** @type {const} */ ("error"),
  comment: `${room} imports rooms before it in server/bff/rooms.ts, never the composition in server/bff itself`,
  from: { path: `^server/bff/${room}/` },
  to: {
    path: "^server/bff/",
    pathNot: `^server/bff/(${rooms.slice(0, index + 1).join("|")})/`,
  },
}));

/**
 * The files of lib/contract that the browser's code may import. From all other files of lib/contract, it may import
 * only types.
 */
const withoutSchemas = [
  "^lib/contract/values/",
  "^lib/contract/(operation-outcome|time-zone)\\.ts$",
  "^lib/contract/access/permissions\\.ts$",
  "^lib/contract/customers/customer-state\\.ts$",
  "^lib/contract/operations/app-error\\.ts$",
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    layer("app", "^app/", ["^app/", "^components/", "^lib/", "^server/bff/"]),
    {
      name: "app-types-only",
      severity: "error",
      comment: "app uses the BFF through app/bff.ts and app/api; everything else imports types only",
      from: { path: "^app/", pathNot: ["^app/bff\\.ts$", "^app/api/"] },
      to: { path: "^server/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "entity",
      severity: "error",
      comment: "an entity's components never import another entity's: pages in app compose them",
      from: { path: "^components/([^/]+)/", pathNot: "^components/(ui|data-table|forms)/" },
      to: { path: own, pathNot: ["^components/$1/", "^components/(ui|data-table|forms)/", "^lib/"] },
    },
    layer("data-table", "^components/data-table/", ["^components/(data-table|ui)/", "^lib/"]),
    layer("forms", "^components/forms/", ["^components/(forms|ui)/", "^lib/"]),
    layer("ui", "^components/ui/", ["^components/ui/", "^lib/"]),
    layer("lib", "^lib/", ["^lib/"]),
    layer("contract", "^lib/contract/", ["^lib/contract/"]),
    {
      name: "contract-packages",
      severity: "error",
      comment: "lib/contract needs zod and no other package",
      from: { path: "^lib/contract/" },
      to: { path: "node_modules/", pathNot: "node_modules/zod/" },
    },
    {
      name: "schemas",
      severity: "error",
      comment: "a page does not bring zod along: of modules with schemas the browser's code knows the types only",
      from: { path: ["^components/", "^lib/(?!contract/)", "^instrumentation-client\\.ts$"] },
      to: {
        path: ["^lib/contract/", "node_modules/(zod|@hono/zod-openapi)/"],
        pathNot: withoutSchemas,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "without-schemas",
      severity: "error",
      comment: "what the browser's code may import of lib/contract needs no schema itself",
      from: { path: withoutSchemas },
      to: {
        path: ["^lib/contract/", "node_modules/(zod|@hono/zod-openapi)/"],
        pathNot: withoutSchemas,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "icons",
      severity: "error",
      comment: "icons come from components/ui/icon, whose lines no page brings along",
      from: { path: "^(app|components)/" },
      to: { path: "node_modules/lucide-react/" },
    },
    {
      name: "browser",
      severity: "error",
      comment: "lib and components run in the browser, which has none of Node's modules",
      from: { path: "^(lib|components)/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "server-packages",
      severity: "error",
      comment: "numbering plans are large: the server formats telephone numbers, the browser shows what it is given",
      from: { pathNot: "^(server/bff|tests)/" },
      to: { path: "node_modules/libphonenumber-js/" },
    },
    layer("main", "^server/main\\.ts$", ["^server/bff/", "^lib/"]),
    layer("bff", "^server/bff/", ["^server/(bff|api-client|database)/", "^lib/"]),
    ...roomsOneWay,
    {
      name: "bff-rooms",
      severity: "error",
      comment: "a file of the BFF stands in a room, or puts the rooms together",
      from: {
        path: "^server/bff/",
        pathNot: [`^server/bff/(${rooms.join("|")})/`, "^server/bff/[^/]+\\.ts$"],
      },
      to: {},
    },
    layer("api-client", "^server/api-client/", ["^server/api-client/", "^lib/contract/"]),
    layer("provisioning", "^server/provisioning/", ["^server/(provisioning|database)/", "^lib/contract/"]),
    layer("database", "^server/database/", ["^server/database/"]),
    // Set-up scripts run before the packages are installed, so they import only each other. preflight.mjs is the
    // exception: it runs after the installation.
    layer("scripts", "^scripts/(?!setup/preflight\\.mjs$)", ["^scripts/"]),
    {
      name: "only-layers",
      severity: "error",
      comment: "every file of server belongs to a layer of the table",
      from: { path: "^server/", pathNot: "^server/(main\\.ts$|bff/|api-client/|provisioning/|database/)" },
      to: {},
    },
    layer("entry-points", "^(instrumentation|instrumentation-client|proxy)\\.ts$", ["^server/bff/", "^lib/", "^app/"]),
    {
      name: "tests",
      severity: "error",
      comment: "nobody imports tests",
      from: { pathNot: ["^tests/", "^(vitest|playwright)\\.config\\.ts$"] },
      to: { path: "^tests/" },
    },
    {
      name: "circular",
      severity: "error",
      comment: "a circle has no layers, whether values or types make it",
      from: {},
      to: { circular: true },
    },
    {
      name: "circular-folders",
      severity: "error",
      comment: "two folders that need each other are one subject",
      scope: "folder",
      from: { path: "^(server|lib|components)/" },
      to: { circular: true },
    },
    { name: "unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^\\.next/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types", "typings"],
    },
  },
};
