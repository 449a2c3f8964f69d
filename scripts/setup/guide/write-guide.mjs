// Writes the guide as a site into the build. With --check, only looks for dead links.

import { guideFolder, root } from "../places.mjs";
import { makePages } from "./pages.mjs";
import { writeSite } from "./site.mjs";

const problems = process.argv.includes("--check") ? makePages(root).problems : writeSite(root, guideFolder);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
