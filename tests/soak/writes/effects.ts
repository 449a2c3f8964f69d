import { runEffectSchedules } from "#tests/fixtures/effects/effect-schedules.ts";
import { reportSchedules } from "#tests/fixtures/load/report-schedules.ts";

/**
 * Runs changes and creations that take effect at once, later or never, with random delays. Reads fail, processes are
 * killed, and other changes of the same customer follow. To run it: `npm run soak -- effects [count] [seed] [first]`.
 */
await reportSchedules(runEffectSchedules, 20_261_124, ({ kills, pages }) => `${pages} requests, ${kills} kills`);
