"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Bell } from "#components/ui/icon/icons.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { SavedView } from "#lib/contract/console/view.ts";
import type { ViewSubscription } from "#lib/contract/console/view-subscription.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { setViewSubscription, viewSubscriptionsQueryOptions } from "#lib/query/customers/view-subscriptions.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { viewTexts as texts } from "./view-texts.ts";

function LastEvaluation({ customers, evaluatedAt, problem }: ViewSubscription) {
  const locale = useNumberLocale();
  return (
    <p className="px-2 pb-1 text-fine text-ink-muted wrap-anywhere">
      {evaluatedAt === undefined ? (
        texts.notEvaluated
      ) : (
        <>
          {texts.evaluated} <Timestamp value={evaluatedAt} detail="minute" />:{" "}
          {formatPlural(customers, customerForms, locale)}.
        </>
      )}
      {problem && ` ${texts.notComplete} ${problem.message}`}
    </p>
  );
}

/** Starts or ends the person's notifications about a saved view, and says when the view was last evaluated. */
export function ViewSubscriptionButton({ environment, view }: { environment: Environment; view: SavedView }) {
  const client = useQueryClient();
  const options = viewSubscriptionsQueryOptions(environment);
  const { data } = useQuery(options);
  const subscription = data?.subscriptions.find(({ viewID }) => viewID === view.viewID);
  const change = useMutation({
    mutationFn: (isOn: boolean) => setViewSubscription(environment, view.viewID, isOn),
    onSuccess: async (_, isOn) => {
      await client.invalidateQueries({ queryKey: options.queryKey });
      announce((isOn ? texts.notifyOn : texts.notifyOff)(view.name));
    },
  });
  if (!data) return null;
  return (
    <>
      <Button
        variant="quiet"
        className="justify-start"
        aria-pressed={subscription !== undefined}
        aria-disabled={change.isPending}
        onClick={() => {
          if (!change.isPending) change.mutate(subscription === undefined);
        }}
      >
        <Bell aria-hidden className={subscription ? "size-4 shrink-0 fill-current text-accent" : "size-4 shrink-0"} />
        {texts.notify}
      </Button>
      {subscription && <LastEvaluation {...subscription} />}
      {change.error && (
        <p role="alert" className="px-2 pb-1 text-negative text-table">
          {texts.notifyFailed}: {shownProblem(change.error).detail}
        </p>
      )}
    </>
  );
}
