// `npm run bench` measures the figures that the product promises. If TEST_DATABASE_URL names a server, it also measures
// on PostgreSQL.
//
// Options of several benches (after `--`): `--only NAME`, `--dialect sqlite|postgres`, `--sizes 10000,1000000`. The
// names are audit, caller-card, console, document, events, functions, hop, imports, known, known-list, known-year, lookup, memory, operations, pages,
// retention, shared, store, throughput and watchers.
//
// Options of `hop`: `--connections 1,16,64`, `--bodies identical,unchanged,distinct`, `--rounds 5`, `--round-ms 1500`,
// `--subjects nginx,undici,express,express-agent,next,Switchboard,other,measured,without:call-recorder`. Some subjects
// need an explanation:
// - `express-agent` is express with a different agent in place of the proxy's own agent.
// - `other` is the console in the folder HOP_OTHER, such as the version before a change.
// - `measured` is a console with metrics.
// - `without:` is a console without the parts after the colon, joined by `+` (`hop/leave-out.ts` has their names).
// HOP_NODE_FLAGS contains options of Node for the console. HOP_OTHER_FLAGS contains options of Node for `other`.
//
// Options of `memory`: `--variants bare,product`, `--rounds 1`. The parts of a variant are joined by `+`: `bare`, `product`
// (the settings of `npm start`), `arena`, `old=256`, `semi=16`, `program=FOLDER` (written by `npm run image`). A variant
// takes about five minutes. It runs only with `--only`.
// Options of `pages`: `--pages customers,jobs` (`all` for all pages; the default is four), `--loads 3`.
// Option of `functions`: `--list`, which prints the name of each function.
// Option of `known` and `known-year`: `--seed 1`. `known` measures a million customers only if `--sizes` contains this
// number. `known-list` and `known-year` run only with `--only`.
import { parseArgs } from "node:util";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { benchCallerCard } from "./console/caller-card-bench.ts";
import { benchConsole } from "./console/console-bench.ts";
import { benchEvents } from "./console/events-bench.ts";
import { benchImports } from "./console/imports-bench.ts";
import { benchLookup } from "./console/lookup-bench.ts";
import { benchMemory } from "./console/memory-bench.ts";
import { benchShared } from "./console/shared-bench.ts";
import { benchWatchers } from "./console/watchers-bench.ts";
import { benchFunctions } from "./functions/functions-bench.ts";
import type { Bodies } from "./hop/generator.ts";
import { benchHop } from "./hop/hop-bench.ts";
import { benchKnown } from "./known/known-bench.ts";
import { benchKnownList } from "./known/list-bench.ts";
import { benchKnownYear } from "./known/year-bench.ts";
import { benchDocument } from "./pages/document-bench.ts";
import { benchPages } from "./pages/pages-bench.ts";
import { benchAudit } from "./store/audit-bench.ts";
import { benchOperations } from "./store/operations/operations-bench.ts";
import { benchRetention } from "./store/retention-bench.ts";
import { benchStore } from "./store/store-bench.ts";
import { benchThroughput } from "./throughput/throughput-bench.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    dialect: { type: "string" },
    pages: { type: "string", default: "customers,customer,overview,sign-in" },
    loads: { type: "string", default: "3" },
    connections: { type: "string", default: "1,16,64" },
    bodies: { type: "string", default: "identical,unchanged,distinct" },
    rounds: { type: "string", default: "5" },
    "round-ms": { type: "string", default: "1500" },
    subjects: { type: "string" },
    list: { type: "boolean", default: false },
    sizes: { type: "string", default: "10000,100000,1000000" },
    seed: { type: "string" },
    variants: { type: "string", default: "bare,product" },
  },
});

const dialects = testDialects.filter((dialect) => values.dialect === undefined || values.dialect === dialect);
const wanted = (part: string) => values.only === undefined || values.only === part;

if (wanted("console")) await benchConsole();
if (wanted("pages"))
  await benchPages({
    names: values.pages === "all" ? undefined : values.pages.split(","),
    loads: Number(values.loads),
  });
if (wanted("document")) await benchDocument();
if (wanted("events")) await benchEvents();
if (wanted("functions")) await benchFunctions(values.list);
if (wanted("throughput")) await benchThroughput();
if (wanted("hop")) {
  await benchHop({
    connections: values.connections.split(",").map(Number),
    bodies: values.bodies.split(",") as Bodies[],
    rounds: Number(values.rounds),
    roundMs: Number(values["round-ms"]),
    subjects: values.subjects?.split(","),
  });
}
if (wanted("shared")) await benchShared();
if (wanted("imports")) await benchImports();
if (wanted("lookup")) await benchLookup();
if (wanted("caller-card")) await benchCallerCard();
if (wanted("watchers")) await benchWatchers();
const sizes = values.sizes.split(",").map(Number);
const isChosen = process.argv.some((argument) => argument.startsWith("--sizes"));
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (values.only === "memory") await benchMemory(values.variants.split(","), Number(values.rounds));
if (wanted("known")) {
  await benchKnown(dialects, isChosen ? sizes : sizes.slice(0, 2), seed);
}
if (values.only === "known-list") await benchKnownList(dialects);
if (values.only === "known-year") await benchKnownYear(dialects, isChosen ? Math.max(...sizes) : 100_000, seed);
if (wanted("operations")) await benchOperations(dialects, sizes);
const largest = Math.max(...sizes);
if (wanted("audit")) await benchAudit(dialects, largest);
if (wanted("retention")) await benchRetention(dialects, largest);
if (wanted("store")) await benchStore(dialects, sizes);
// The channel to the parent process would keep this process running.
process.disconnect?.();
