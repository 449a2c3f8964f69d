import { createHash } from "node:crypto";
import type { Job } from "#lib/contract/job.ts";
import type { ProblemEvent } from "#lib/contract/job-events.ts";

/** An encoded event about one job. It is created once and used by all streams. */
export interface JobFrame {
  jobID: string;
  kind: "job" | "checked" | "problem";
  /** The lines of the event, without the empty line that ends it. */
  bytes: Uint8Array;
  /** A hash of the job's state, in six characters. The event ID of a stream is the list of the digests of its jobs. */
  digest: string;
}

const encoder = new TextEncoder();

const linesOf = (kind: string, data: unknown) => encoder.encode(`event: ${kind}\ndata: ${JSON.stringify(data)}\n`);

/** The digest of a job that has never been read. */
export const unreadDigest = "------";

/** Encodes a job that {@link boundJob} has limited. */
export function jobFrame(job: Job, asOf: string): JobFrame {
  const digest = createHash("sha1").update(JSON.stringify(job)).digest("base64url").slice(0, unreadDigest.length);
  return { jobID: job.jobID, kind: "job", bytes: linesOf("job", { ...job, asOf }), digest };
}

export function checkFrame(jobID: string, asOf: string, digest: string): JobFrame {
  return { jobID, kind: "checked", bytes: linesOf("checked", { jobID, asOf }), digest };
}

/** Encodes a problem with a job. After a problem, the job is sent again even if it is unchanged. */
export function problemFrame(problem: ProblemEvent): JobFrame {
  return { jobID: problem.jobID, kind: "problem", bytes: linesOf("problem", problem), digest: unreadDigest };
}

export const endFrame = (code: string): Uint8Array =>
  encoder.encode(`event: end\ndata: ${JSON.stringify({ code })}\n\n`);

export const heartbeat = encoder.encode(": heartbeat\n\n");

/**
 * The first bytes of a stream. They make Node send the headers, and they set the browser's delay before it reconnects.
 */
export const retryFrame = (retryMs: number): Uint8Array => encoder.encode(`retry: ${retryMs}\n\n`);

/**
 * The lines that end an event. If `digests` is given, the lines include the event ID: the digests of the stream's jobs,
 * in order. No server stores the ID. From the ID alone, any replica can see which states the browser lacks.
 */
export function endEvent(digests?: Iterable<string>): Uint8Array {
  return encoder.encode(digests === undefined ? "\n" : `id: ${[...digests].join("")}\n\n`);
}

/** The digests in a `Last-Event-ID`, by job. Empty if the ID does not match these jobs. */
export function digestsFromEventID(jobIDs: readonly string[], lastEventID: string | null): Map<string, string> {
  const size = unreadDigest.length;
  if (lastEventID?.length !== jobIDs.length * size) return new Map();
  return new Map(jobIDs.map((jobID, index) => [jobID, lastEventID.slice(index * size, (index + 1) * size)]));
}
