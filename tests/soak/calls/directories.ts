import { mixDirectories } from "#tests/fixtures/api/mix-directories.ts";

/** 10,000 interleaved operations in both environments: no entry of a directory is in the wrong environment. */
const count = Number(process.argv[2] ?? 10_000);
const startedAt = performance.now();
const mixed = await mixDirectories(count);
console.log(
  `${count} operations over both environments in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s:`,
  mixed,
);
process.exitCode = mixed.wrong + mixed.wrongAnswers === 0 ? 0 : 1;
