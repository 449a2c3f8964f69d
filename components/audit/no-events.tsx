"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useWhyEmpty } from "#components/data-table/why-empty/use-why-empty.ts";
import { WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import { maxAuditCount } from "#lib/contract/values/limits.ts";
import { auditQueryOptions } from "#lib/query/console/audit.ts";
import type { AuditView } from "#lib/url-state/audit-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { auditLimits } from "#lib/why-not/audit-limits.ts";
import { eventForms, auditFilterTexts as filterTexts, auditTexts as texts } from "./texts.ts";

const names: Partial<Record<keyof AuditView, string>> = {
  actors: filterTexts.person,
  actions: filterTexts.action,
  environment: filterTexts.environment,
  customer: filterTexts.customer,
};

/** Explains why the list is empty, and offers a next step. */
export function NoEvents({ view, change }: { view: AuditView; change: ChangeView<AuditView> }) {
  const client = useQueryClient();
  const limits = auditLimits(view);
  const { why } = useWhyEmpty({
    queryKey: ["audit", view],
    limits,
    count: async (limit) => {
      const found = await client.fetchQuery(auditQueryOptions({ ...view, before: undefined, ...limit.change }));
      return found.total ?? maxAuditCount + 1;
    },
    enabled: true,
  });
  return (
    <div className="overflow-clip rounded-base border border-line bg-surface">
      <WhyEmptyState
        title={texts.noMatch}
        why={why}
        limits={limits}
        forms={eventForms}
        maxCount={maxAuditCount}
        wordsOf={({ filter }) => ({ name: filter && names[filter] })}
        onChange={change}
        nothing={undefined}
        searchTerm={view.text}
        facts={view.text !== undefined && <span className="mt-1 block">{texts.wholeText}</span>}
      />
    </div>
  );
}
