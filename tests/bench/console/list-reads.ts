import { setTimeout } from "node:timers/promises";
import type { Pool } from "undici";
import { api } from "#lib/paths.ts";

const listPauseMs = 20;

/** Requests lists with pauses until `isOver` returns true. Returns the sorted times. */
export async function readLists(pool: Pool, cookie: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let offset = 0; !isOver(); offset += 25) {
    const path = api.customers("production", `limit=25&datefrom=1970-01-01&offset=${offset % 1_000}`);
    const startedAt = performance.now();
    const { statusCode, body } = await pool.request({ method: "GET", path, headers: { cookie } });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    times.push(performance.now() - startedAt);
    await setTimeout(listPauseMs);
  }
  return times.sort((a, b) => a - b);
}
