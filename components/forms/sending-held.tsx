"use client";

import { useQuery } from "@tanstack/react-query";
import { WhyNot } from "#components/ui/why-not/why-not.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { apiStatusQueryOptions, statusMaxAgeMs } from "#lib/query/api-status.ts";
import { whySendingHeld } from "#lib/why-not/why-refused.ts";
import { type HeldAct, sendingHeldTexts as texts } from "./sending-held-texts.ts";

/**
 * Says at the top of a form what is not possible while the API is not available. Appears before the person types. The
 * form still works.
 */
export function SendingHeld({ environment, act = "send" }: { environment: Environment; act?: HeldAct }) {
  const { data } = useQuery({ ...apiStatusQueryOptions(environment), staleTime: statusMaxAgeMs });
  const refusal = data && whySendingHeld(environment, data.availability);
  if (!refusal) return null;
  return (
    <div role="status">
      <WhyNot
        refusal={refusal}
        reason={`${texts.reason[refusal.cause === "credentials" ? "credentials" : "paused"]}: ${texts.consequence[act]}`}
        className="rounded-base bg-caution-soft px-3 py-2 text-caution text-table"
      />
    </div>
  );
}
