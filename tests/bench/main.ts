// `npm run bench`: the figures that are promised, measured. Postgres too where TEST_DATABASE_URL names
// a server. `-- --only console|events|operations|store|throughput`, `--dialect sqlite|postgres`, `--sizes 10000,1000000`.
import { parseArgs } from "node:util";
import { testDialects } from "#tests/fixtures/test-databases.ts";
import { benchConsole } from "./console-bench.ts";
import { benchEvents } from "./events-bench.ts";
import { benchOperations } from "./operations-bench.ts";
import { benchStore } from "./store-bench.ts";
import { benchThroughput } from "./throughput-bench.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    dialect: { type: "string" },
    sizes: { type: "string", default: "10000,100000,1000000" },
  },
});

const dialects = testDialects.filter((dialect) => values.dialect === undefined || values.dialect === dialect);
const wanted = (part: string) => values.only === undefined || values.only === part;

if (wanted("console")) await benchConsole();
if (wanted("events")) await benchEvents();
if (wanted("throughput")) await benchThroughput();
if (wanted("operations")) await benchOperations(dialects);
if (wanted("store")) await benchStore(dialects, values.sizes.split(",").map(Number));
// The channel to whoever started this would keep it alive.
process.disconnect?.();
