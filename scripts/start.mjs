// Starts `npm start`, `npm run dev`, `npm run api`, `npm run build`, `npm run bench`, `npm run soak`, `npm run staff`,
// `npm run migrate`, `npm run backup`, `npm run restore`, `npm run audit:verify` and `npm run screenshots`. Every Node
// that supports modules must be able to parse this file. It therefore checks the version before it loads other files.
import { nodeComplaint } from "./setup/node-version.mjs";

const complaint = nodeComplaint(process.versions.node);
if (complaint) {
  console.error(complaint);
  process.exitCode = 1;
} else {
  void import("./setup/start-program.mjs").then((program) => program.startProgram(process.argv.slice(2)));
}
