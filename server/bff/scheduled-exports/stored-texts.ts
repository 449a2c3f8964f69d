import { setImmediate } from "node:timers/promises";
import type { CoreServices } from "#server/bff/core/core-services.ts";

/**
 * A stored file as texts. Each part is read only when it is needed, in a new task of the event loop: SQLite alone would
 * read all parts in one task. Throws if the file is removed before its end is read. Files are not compressed (docs/decisions/0003-pinned-node.md).
 */
export async function* storedTexts(
  { store }: Pick<CoreServices, "store">,
  { runID, bytes }: { runID: string; bytes: number | null },
): AsyncGenerator<string> {
  let read = 0;
  for (let part = 0; read < (bytes ?? 0); part += 1) {
    if (part > 0) await setImmediate();
    const content = await store.exportRuns.part(runID, part);
    if (content === null) throw new Error("The file was removed while it was read");
    read += Buffer.byteLength(content);
    yield content;
  }
}
