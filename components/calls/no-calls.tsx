"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useWhyEmpty } from "#components/data-table/why-empty/use-why-empty.ts";
import { WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { callsQueryOptions } from "#lib/query/calls.ts";
import type { CallsView } from "#lib/url-state/calls-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { callLimits } from "#lib/why-not/call-limits.ts";
import { callForms, filterNames, callsTexts as texts } from "./texts.ts";

interface NoCallsProps {
  environment: Environment;
  view: CallsView;
  change: ChangeView<CallsView>;
}

const names: Partial<Record<keyof CallsView, string>> = {
  results: filterNames.result,
  kinds: filterNames.kind,
  causes: filterNames.cause,
  path: filterNames.path,
  error: filterNames.error,
  id: filterNames.id,
  staffIDs: filterNames.person,
  requestIDs: filterNames.requests,
};

/** Explains why the list is empty, and offers a next step. */
export function NoCalls({ environment, view, change }: NoCallsProps) {
  const client = useQueryClient();
  const limits = callLimits(view);
  const { why } = useWhyEmpty({
    queryKey: [environment, "calls", view],
    limits,
    count: async (limit) =>
      (await client.fetchQuery(callsQueryOptions(environment, { ...view, offset: 0, ...limit.change }))).total,
    enabled: true,
  });
  return (
    <WhyEmptyState
      title={texts.empty}
      why={why}
      limits={limits}
      forms={callForms}
      wordsOf={({ filter }) => ({ name: filter && names[filter] })}
      onChange={change}
      nothing={texts.emptyReason}
    />
  );
}
