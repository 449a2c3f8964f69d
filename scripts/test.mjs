// Starts `npm test`, `npm run check` and `npm run e2e`. Every Node that supports modules must be able to parse this
// file. It therefore checks the version before it loads other files.
import { nodeComplaint } from "./setup/node-version.mjs";

const complaint = nodeComplaint(process.versions.node);
if (complaint) {
  console.error(complaint);
  process.exitCode = 1;
} else {
  void import("./checks/run-checks.mjs").then((checks) => checks.runChecks(process.argv.slice(2)));
}
