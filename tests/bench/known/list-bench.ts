import { benchHop } from "#tests/bench/hop/hop-bench.ts";

/** How many times the processor time a list may take with the record. */
const maxRatio = 1.05;

const without = "without:bff/known/known-customers";
const withRecord = "Switchboard";

/**
 * The processor time of a list with the record (`KNOWN_CUSTOMERS=on`), with names only (`off`), and in a console that
 * notes nothing. They take turns in the same run. Short rounds, because a ratio is of two rounds that follow each other.
 */
export async function benchKnownList(): Promise<void> {
  const ratios = await benchHop({
    connections: [16],
    bodies: ["identical", "unchanged", "distinct"],
    rounds: 60,
    roundMs: 150,
    subjects: [withRecord, "known-off", without],
    reference: without,
  });
  for (const { bodies, name, cpu } of ratios) {
    if (name !== withRecord || cpu <= maxRatio) continue;
    console.log(`  a list with ${bodies} bodies is ${Math.round((cpu - 1) * 100)} % dearer with the record`);
    process.exitCode = 1;
  }
}
