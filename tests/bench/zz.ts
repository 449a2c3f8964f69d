import { benchOperations } from "./operations-bench.ts";
await benchOperations(["sqlite", "postgres"]);
