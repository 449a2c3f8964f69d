"use client";

import { useQuery } from "@tanstack/react-query";
import { frozenTexts } from "#components/ui/freeze/freeze-texts.ts";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { WhyNot } from "#components/ui/why-not/why-not.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { apiStatusQueryOptions, statusMaxAgeMs } from "#lib/query/api-status.ts";
import { changeLimitQueryOptions } from "#lib/query/operations/change-limit.ts";
import { freezeQueryOptions } from "#lib/query/operations/freezes.ts";
import { whySendingHeld } from "#lib/why-not/why-refused.ts";
import { type HeldAct, sendingHeldTexts as texts } from "./sending-held-texts.ts";

/** Loads only for people at the change limit. */
const LimitNotice = lazyPart(() => import("./change-limit/limit-notice.tsx").then((module) => module.LimitNotice));

/** The actions that count for the person's change limit at once. */
const countedActs: ReadonlySet<HeldAct> = new Set(["send", "check"]);

/**
 * Says at the top of a form what is not possible while the environment is frozen, the person has reached the change
 * limit or the API is not available. Appears before the person types. The form still works.
 */
export function SendingHeld({ environment, act = "send" }: { environment: Environment; act?: HeldAct }) {
  const { data } = useQuery({ ...apiStatusQueryOptions(environment), staleTime: statusMaxAgeMs });
  const frozen = useQuery(freezeQueryOptions(environment)).data?.frozen;
  const limited = useQuery({ ...changeLimitQueryOptions(environment), enabled: countedActs.has(act) }).data?.own;
  const refusal = data && whySendingHeld(environment, data.availability);
  if (frozen?.scope === "all" && texts.frozen[act] !== undefined) {
    return (
      <p role="status" className="rounded-base bg-caution-soft px-3 py-2 text-caution text-table wrap-anywhere">
        {frozenTexts.title(environment, frozen)}: {texts.frozen[act]} <bdi>{frozenTexts.reason(frozen.reason)}</bdi>
      </p>
    );
  }
  if (limited?.nextAt !== undefined) return <LimitNotice environment={environment} own={limited} />;
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
