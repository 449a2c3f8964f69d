import { getHeapStatistics } from "node:v8";
import type { ReplicaReport } from "#lib/contract/console/console-health.ts";

type NearLimit = NonNullable<ReplicaReport["nearLimit"]>;

export interface MemorySample {
  residentBytes: number;
  /** The limit of the container; 0 without a limit. */
  memoryLimitBytes: number;
  heapBytes: number;
  heapLimitBytes: number;
}

/** A process is near a limit when it uses more than this share of it. */
const nearShare = 0.85;

/**
 * How many samples in a row must be near a limit. The heap is filled with garbage between two collections, so a single
 * sample says little.
 */
const samplesInRow = 6;

function sampleProcess(): MemorySample {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return {
    residentBytes: process.memoryUsage.rss(),
    memoryLimitBytes: process.constrainedMemory(),
    heapBytes: used_heap_size,
    heapLimitBytes: heap_size_limit,
  };
}

function nearest(sample: MemorySample): NearLimit | undefined {
  const { residentBytes, memoryLimitBytes, heapBytes, heapLimitBytes } = sample;
  if (heapBytes > nearShare * heapLimitBytes) return "heap";
  if (memoryLimitBytes > 0 && residentBytes > nearShare * memoryLimitBytes) return "memory";
  return undefined;
}

/**
 * Creates a function that samples the memory of this process and returns which limit it is near. Calls `onChange` when
 * this begins and when it ends.
 */
export function createMemoryWatch(
  onChange: (near: NearLimit | undefined, sample: MemorySample) => void,
  takeSample: () => MemorySample = sampleProcess,
): () => NearLimit | undefined {
  let inRow = 0;
  let reported: NearLimit | undefined;
  return () => {
    const sample = takeSample();
    const near = nearest(sample);
    inRow = near === undefined ? 0 : inRow + 1;
    const now = inRow >= samplesInRow ? near : undefined;
    if (now !== reported) onChange(now, sample);
    reported = now;
    return now;
  };
}
