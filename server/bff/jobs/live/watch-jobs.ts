import type { JobEventsQuery } from "#lib/contract/job-events.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { StreamedFile } from "#server/bff/core/export/streamed-file.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { LiveJobs } from "./live-jobs.ts";

interface LiveServices extends CoreServices {
  liveJobs: LiveJobs;
}

/** Streams jobs as server-sent events whenever they change. Each job has one poller for all streams. */
export async function watchJobs({
  context,
  input,
}: {
  context: RouteContext<"viewer", "/api/:environment/jobs/events", LiveServices>;
  input: JobEventsQuery;
}): Promise<StreamedFile> {
  const { services, environment, session, requestHeaders, responseHeaders } = context;
  const stream = services.liveJobs.open({
    environment,
    sessionHash: session.sessionHash,
    jobIDs: input.id,
    lastEventID: requestHeaders.get("last-event-id"),
  });
  // nginx buffers small pieces of an answer unless this header disables it.
  responseHeaders.set("X-Accel-Buffering", "no");
  // A proxy that compresses a stream also buffers it.
  responseHeaders.append("Cache-Control", "no-transform");
  return { contentType: "text/event-stream; charset=utf-8", ...stream };
}
