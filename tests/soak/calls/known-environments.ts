import { mixEnvironments } from "#tests/fixtures/api/mix-environments.ts";

/**
 * Runs 10,000 operations in both environments at the same time. No known customer may be stored in the wrong
 * environment.
 */
const count = Number(process.argv[2] ?? 10_000);
const startedAt = performance.now();
const mixed = await mixEnvironments(count);
console.log(
  `${count} operations over both environments in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s:`,
  mixed,
);
process.exitCode = mixed.wrong + mixed.wrongAnswers === 0 ? 0 : 1;
