import type { JobEventsQuery } from "#lib/contract/job-events.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StreamedFile } from "#server/bff/core/streamed-file.ts";

/** Jobs as they change, as server-sent events (design: one reader for each job, however many watch). */
export async function watchJobs({
  context,
  input,
}: {
  context: RouteContext<"viewer", "/api/:environment/jobs/events">;
  input: JobEventsQuery;
}): Promise<StreamedFile> {
  const { services, environment, session, requestHeaders, responseHeaders, signal } = context;
  const body = services.liveJobs.open({
    environment,
    sessionHash: session.sessionHash,
    jobIDs: input.id,
    lastEventID: requestHeaders.get("last-event-id"),
  });
  // A browser that went away before its answer began never cancels it.
  if (signal.aborted) await body.cancel();
  // nginx holds back what comes in small pieces unless it is told not to.
  responseHeaders.set("X-Accel-Buffering", "no");
  return { contentType: "text/event-stream; charset=utf-8", body };
}
