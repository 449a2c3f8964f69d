import { runEffectSchedules } from "#tests/fixtures/effects/effect-schedules.ts";
import { reportSchedules } from "#tests/fixtures/load/report-schedules.ts";

/**
 * Random delays of effect, by hand: `npm run soak -- effects [count] [seed] [first]`: changes and creations that take
 * effect at once, later or never, readings that fail, processes that die, later changes of the same customer.
 */
await reportSchedules(runEffectSchedules, 20_261_124, ({ kills, pages }) => `${pages} requests, ${kills} kills`);
