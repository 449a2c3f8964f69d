import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGunzip, gunzip } from "node:zlib";
import type { ExportServices } from "./export-services.ts";

const unpack = promisify(gunzip);

/** Thrown if a file was removed while it was read. */
class FileRemoved extends Error {
  override readonly name = "FileRemoved";
}

async function* partsOf({ store }: Pick<ExportServices, "store">, runID: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const content = await store.exportRuns.part(runID, part);
    if (content === null) {
      if (part === 0) throw new FileRemoved();
      return;
    }
    yield content;
  }
}

/**
 * A stored file as texts. Each part is read when the earlier texts were used. Throws if the file ends early, because it
 * was removed in the meantime.
 */
export async function* storedTexts(services: Pick<ExportServices, "store">, runID: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const plain = createGunzip();
  // The error reaches the loop below, because it destroys `plain`.
  pipeline(Readable.from(partsOf(services, runID)), plain, () => {});
  for await (const bytes of plain) yield decoder.decode(bytes as Uint8Array, { stream: true });
}

/** A stored file. Null if it was removed. */
export async function storedBytes(services: Pick<ExportServices, "store">, runID: string): Promise<Uint8Array | null> {
  try {
    const parts: Uint8Array[] = [];
    for await (const part of partsOf(services, runID)) parts.push(part);
    // Not `gunzipSync`: unpacking a large file takes so long that other requests would wait.
    return await unpack(Buffer.concat(parts));
  } catch (error) {
    if (error instanceof FileRemoved) return null;
    throw error;
  }
}
