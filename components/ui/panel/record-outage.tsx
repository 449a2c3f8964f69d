"use client";

import { useQuery } from "@tanstack/react-query";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { apiStatusQueryOptions } from "#lib/query/api-status.ts";
import { recordOutageTexts as texts } from "./record-outage-texts.ts";
import type { Age } from "./use-page-readings.ts";

/**
 * Says that the page shows the record of known customers, because the API cannot be asked: since when, how old the
 * oldest data are, and that nothing can be sent.
 */
export function RecordOutage({ environment, stale }: { environment: Environment; stale: Age }) {
  // The link in the top bar reads it again and again.
  const { data } = useQuery({ ...apiStatusQueryOptions(environment), enabled: false });
  const since = data?.lastAnswerAt;
  return (
    <span>
      {stale.staleReason === "key_refused" ? (
        texts.keyNotAccepted
      ) : since === undefined ? (
        texts.notAsked
      ) : (
        <>
          {texts.notAskedSince} <Timestamp value={since} detail="clock" />
        </>
      )}
      : {texts.readAt} <Timestamp value={stale.asOf} detail="minute" /> {texts.readOrLater}
      {stale.retryAt !== undefined && (
        <>
          {" "}
          {texts.nextTry} <Timestamp value={stale.retryAt} detail="clock" />.
        </>
      )}
    </span>
  );
}
