// Mutation testing of the code for access, with Stryker. To run it: `npm run soak -- mutations <folder> [group]`.
// Stryker needs more than a hundred packages, so it is installed in a separate folder: `npm install --prefix <folder>
// --legacy-peer-deps @stryker-mutator/core@10.1.1 @stryker-mutator/vitest-runner@10.1.1`. Prints each surviving mutant,
// with the reason if the mutant is known. Exits with 1 if less than 85 % of the mutants are killed.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { mutationGroups } from "#tests/fixtures/mutations/groups.ts";
import { type MutantResult, runStryker } from "#tests/fixtures/mutations/run-stryker.ts";
import { survivorReason } from "#tests/fixtures/mutations/survivors.ts";

const minKilled = 0.85;
const [folder = "", wanted] = process.argv.slice(2);
if (!existsSync(join(folder, "node_modules/@stryker-mutator/core"))) {
  console.error("Name the folder that Stryker is installed in; tests/soak/access/mutations.ts says how.");
  process.exit(1);
}
const groups = mutationGroups.filter(({ name }) => wanted === undefined || name === wanted);
if (groups.length === 0) throw new Error(`Name one of ${mutationGroups.map(({ name }) => name).join(", ")}.`);

const killedOf = (results: readonly MutantResult[]) => results.filter(({ killed }) => killed).length;
const score = (results: readonly MutantResult[]) =>
  `${killedOf(results)} of ${results.length} killed, ${((killedOf(results) / results.length) * 100).toFixed(1)} %`;
const all: MutantResult[] = [];
for (const group of groups) {
  const results = await runStryker(resolve(folder), group);
  all.push(...results);
  console.log(`${group.name}: ${score(results)}`);
  for (const file of new Set(results.map((one) => one.file))) {
    console.log(`  ${file}: ${score(results.filter((one) => one.file === file))}`);
  }
  for (const result of results.filter((one) => !one.killed)) {
    const { file, line, mutator, before, after } = result;
    const reason = survivorReason(result);
    console.log(`  ${file}:${line} ${mutator}: ${before} → ${after}${reason === undefined ? "" : ` (${reason})`}`);
  }
}
console.log(`all: ${score(all)}`);
if (killedOf(all) / all.length < minKilled) process.exitCode = 1;
