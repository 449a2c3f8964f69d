// `npm run bench`: the figures that the provisioning service promises, measured. Postgres too where
// TEST_DATABASE_URL names a server. `--only store|throughput`, `--dialect sqlite|postgres`, `--sizes 10000,1000000`.
import { parseArgs } from "node:util";
import { testDialects } from "#tests/fixtures/test-databases.ts";
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
if (values.only !== "store") await benchThroughput();
if (values.only !== "throughput") await benchStore(dialects, values.sizes.split(",").map(Number));
