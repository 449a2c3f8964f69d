"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { removeSavedMapping, savedMappingsQueryOptions } from "#lib/query/operations/imports.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { mappingsTexts as texts } from "./texts.ts";

/** The saved column mappings of an environment, with a button to remove each. */
export function MappingsDialog({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const client = useQueryClient();
  const options = savedMappingsQueryOptions(environment);
  const { data, error, isFetching, refetch } = useQuery(options);
  const removing = useMutation({
    mutationFn: ({ mappingID }: { mappingID: string; name: string }) => removeSavedMapping(environment, mappingID),
    onSuccess: (_, { name }) => announce(texts.removed(name)),
    // Refreshes after a refusal too, because another person may have removed the mapping first.
    onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
  const failure = error ?? removing.error;
  return (
    <Dialog
      title={texts.title}
      detail={<EnvironmentBadge environment={environment} />}
      onClose={onClose}
      actions={
        <Button {...firstFocusProps} onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      {failure && (
        <ProblemPanel
          form="notice"
          problem={shownProblem(failure)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          signInHref={pages.signIn(pages.imports(environment))}
        />
      )}
      <KeepFocus className="flex flex-col gap-2">
        <p tabIndex={-1} {...keepFocusProps} className="text-ink-muted">
          {data?.mappings.length === 0 ? texts.none : texts.intro}
        </p>
        {!data && !failure && <p role="status">{texts.loading}</p>}
        {data && data.mappings.length > 0 && (
          <ul className="divide-y divide-line rounded-base border border-line">
            {data.mappings.map(({ mappingID, name, createdBy, createdByName, createdAt, mapping }) => (
              <li key={mappingID} className="flex items-start justify-between gap-3 px-3 py-2">
                <div className="min-w-0">
                  <bdi className="font-medium wrap-anywhere">{name}</bdi>
                  <p className="text-fine text-ink-muted wrap-anywhere">{Object.keys(mapping.columns).join(", ")}</p>
                  <p className="text-fine text-ink-muted wrap-anywhere">
                    <PersonName email={createdBy} name={createdByName} /> ·{" "}
                    <Timestamp value={createdAt} detail="minute" />
                  </p>
                </div>
                <Button
                  size="small"
                  aria-label={texts.removeOf(name)}
                  aria-disabled={removing.isPending}
                  onClick={() => !removing.isPending && removing.mutate({ mappingID, name })}
                >
                  {texts.remove}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </KeepFocus>
    </Dialog>
  );
}
