import { createHash } from "node:crypto";
import type { Job } from "#lib/contract/job.ts";
import type { ProblemEvent } from "#lib/contract/job-events.ts";

/** News of one job as it goes to every stream: made once, however many there are. */
export interface JobFrame {
  jobID: string;
  kind: "job" | "checked" | "problem";
  /** The event's lines without the empty one that ends it. */
  bytes: Uint8Array;
  /** What the job looks like, in six characters; a stream's event ID is made of these. */
  digest: string;
}

const encoder = new TextEncoder();

const linesOf = (kind: string, data: unknown) => encoder.encode(`event: ${kind}\ndata: ${JSON.stringify(data)}\n`);

/** What a job that has never been read looks like. */
export const unreadDigest = "------";

/** A job that {@link boundJob} has bounded. */
export function jobFrame(job: Job, asOf: string): JobFrame {
  const digest = createHash("sha1").update(JSON.stringify(job)).digest("base64url").slice(0, unreadDigest.length);
  return { jobID: job.jobID, kind: "job", bytes: linesOf("job", { ...job, asOf }), digest };
}

export function checkFrame(jobID: string, asOf: string, digest: string): JobFrame {
  return { jobID, kind: "checked", bytes: linesOf("checked", { jobID, asOf }), digest };
}

/** After a problem the job is sent again, changed or not. */
export function problemFrame(problem: ProblemEvent): JobFrame {
  return { jobID: problem.jobID, kind: "problem", bytes: linesOf("problem", problem), digest: unreadDigest };
}

export const endFrame = (code: string): Uint8Array =>
  encoder.encode(`event: end\ndata: ${JSON.stringify({ code })}\n\n`);

export const heartbeat = encoder.encode(": heartbeat\n\n");

/** The first bytes of a stream: they bring its headers through, and say when to come back. */
export const retryFrame = (retryMs: number): Uint8Array => encoder.encode(`retry: ${retryMs}\n\n`);

/**
 * The lines that end an event, with the stream's ID where one is due: the digests of its jobs in
 * their order. Nobody keeps it: any replica can tell from it what the browser has not seen yet.
 */
export function endEvent(digests?: Iterable<string>): Uint8Array {
  return encoder.encode(digests === undefined ? "\n" : `id: ${[...digests].join("")}\n\n`);
}

/** The digests that a `Last-Event-ID` names, by job; none where it does not fit these jobs. */
export function digestsFromEventID(jobIDs: readonly string[], lastEventID: string | null): Map<string, string> {
  const size = unreadDigest.length;
  if (lastEventID?.length !== jobIDs.length * size) return new Map();
  return new Map(jobIDs.map((jobID, index) => [jobID, lastEventID.slice(index * size, (index + 1) * size)]));
}
