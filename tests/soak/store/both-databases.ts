// Runs on both databases the tests of rules that `npm test` runs only on SQLite. Needs TEST_DATABASE_URL.
// `npm run soak -- both-databases`
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");
const folders = ["tests/integration", "tests/service"].map((folder) => join(root, folder));

if (!process.env.TEST_DATABASE_URL) {
  console.error("Name a PostgreSQL server: TEST_DATABASE_URL=postgres://…");
  process.exitCode = 1;
} else {
  const files = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".test.ts"))
        .map((file) => join(folder, file)),
    )
    .filter((file) => readFileSync(file, "utf8").includes("ruleDialects"));
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporter = join(root, "tests/fixtures/vitest-reporter.ts");
  const { status } = spawnSync(process.execPath, [vitest, "run", "--root", root, "--reporter", reporter, ...files], {
    stdio: "inherit",
    env: { ...process.env, TEST_BOTH_DATABASES: "true" },
  });
  process.exitCode = status ?? 1;
}
