import { mixCalls } from "#tests/fixtures/api/mix-calls.ts";

const count = Number(process.argv[2] ?? 10_000);
const startedAt = performance.now();
const mixed = await mixCalls(count);
const { wrongTokens, wrongKeys, wrongAnswers, wrongRequestIDs } = mixed;
const wrong = wrongTokens + wrongKeys + wrongAnswers + wrongRequestIDs;
console.log(
  `${count} calls over both environments in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s:`,
  mixed,
);
process.exitCode = wrong === 0 ? 0 : 1;
