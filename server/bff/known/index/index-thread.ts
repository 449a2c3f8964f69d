import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Environment } from "#lib/contract/environment.ts";
import type { IndexReply, IndexRequest, IndexWork } from "./index-messages.ts";

/** The thread has ended, or it could not be started. The data in its memory is lost. */
export class IndexThreadEnded extends Error {
  override readonly name = "IndexThreadEnded";
}

export type IndexThread = ReturnType<typeof startIndexThread>;

const maxOldGenerationSizeMb = 4_096;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Starts the thread of the index. `root` is the root folder of the repository. `onEnd` is called when the thread has
 * ended.
 */
export function startIndexThread(root: string, onEnd: () => void) {
  // Node runs the source file directly. This also holds under plain `next start`, where this module is bundled.
  const file = join(/* turbopackIgnore: true */ root, "server/bff/known/index/index-worker.ts");
  // V8 would apply the process's limit of the old space (`scripts/setup/memory.mjs`) to this thread too, even against
  // `resourceLimits`. The index of a million customers needs more.
  setFlagsFromString("--max-old-space-size=0");
  const worker = new Worker(file, {
    name: "known-index",
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb },
  });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let failure: Error | undefined;

  function end(cause?: unknown): void {
    if (failure) return;
    failure = new IndexThreadEnded("The index of known customers has ended", { cause });
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    onEnd();
  }

  worker.on("message", (reply: IndexReply) => {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    // The process may exit while no request is waiting for the thread.
    if (waiting.size === 0) worker.unref();
    if ("error" in reply) one?.reject(new Error(`The index of known customers failed: ${reply.error}`));
    else one?.resolve(reply.result);
  });
  worker.on("error", end);
  worker.on("exit", (code) => end(`exit ${code}`));
  worker.unref();

  return {
    ask<Name extends keyof IndexWork>(
      name: Name,
      environment: Environment,
      input: IndexWork[Name]["input"],
    ): Promise<IndexWork[Name]["result"]> {
      if (failure) return Promise.reject(failure);
      last += 1;
      const request = { ...input, do: name, id: last, environment } as unknown as IndexRequest;
      worker.ref();
      return new Promise((resolve, reject) => {
        waiting.set(last, { resolve: resolve as (result: unknown) => void, reject });
        worker.postMessage(request);
      });
    },
    async close(): Promise<void> {
      end("closed");
      await worker.terminate();
    },
  };
}
