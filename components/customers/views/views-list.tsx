"use client";

import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { BookmarkPlus, type IconComponent, RotateCcw, Save } from "#components/ui/icon/icons.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { SavedView } from "#lib/contract/console/view.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomersLayout } from "#lib/customers/customers-layout.ts";
import { pages } from "#lib/paths.ts";
import { changeView, viewsQueryOptions } from "#lib/query/customers/views.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { type CustomersView, customersViewParams, savedQuery } from "#lib/url-state/customers-view.ts";
import type { CurrentView } from "./use-views.ts";
import { ViewRow } from "./view-row.tsx";
import { ViewSubscriptionButton } from "./view-subscription-button.tsx";
import { viewTexts as texts } from "./view-texts.ts";

/** What the person wants to do in a dialog: save a new view, or edit or delete a view. */
export type Asked = { what: "save" } | { what: "edit" | "delete"; view: SavedView };

/** An action for all customers of a saved view. */
export interface ViewAction {
  label: string;
  icon: IconComponent;
  onPress: (view: SavedView) => void;
}

interface ViewsListProps {
  environment: Environment;
  shown: CustomersView;
  layout: CustomersLayout;
  reading: UseQueryResult<{ views: readonly SavedView[] }>;
  current: CurrentView | undefined;
  isOpen: boolean;
  onApply: (view: SavedView) => void;
  onAsk: (asked: Asked) => void;
  actions: readonly ViewAction[];
}

/** The content of the views menu: the saved views, and the actions for the current view. */
export function ViewsList(props: ViewsListProps) {
  const { environment, shown, layout, reading, current, isOpen, onApply, onAsk, actions } = props;
  const [problem, setProblem] = useState<ShownProblem>();
  const mayWrite = useCanWrite();
  const client = useQueryClient();
  const { preferences, setPreference } = usePreferences();
  const views = reading.data?.views;

  const update = async (view: SavedView) => {
    setProblem(undefined);
    try {
      await changeView(view.viewID, {
        query: savedQuery(shown),
        layout: { ...layout, columns: [...layout.columns] },
      });
      await client.invalidateQueries({ queryKey: viewsQueryOptions.queryKey });
      announce(texts.updated(view.name));
    } catch (error) {
      setProblem(shownProblem(error));
    }
  };
  const makeDefault = (view: SavedView, isDefault: boolean) => {
    setPreference("defaultView", isDefault ? view.viewID : undefined);
    announce(isDefault ? texts.madeDefault(view.name) : texts.defaultRemoved);
  };
  const departed = current !== undefined && (current.changed || current.laidOut);
  const mayChange = (view: SavedView) => (view.shared ? mayWrite : view.mine);
  const part = (title: string, all: readonly SavedView[]) =>
    all.length > 0 && (
      <div>
        <h3 className="px-3 pt-2 font-medium text-fine text-ink-muted">{title}</h3>
        <ul className="px-1 pb-1">
          {all.map((view) => (
            <ViewRow
              key={view.viewID}
              environment={environment}
              view={view}
              current={current?.view.viewID === view.viewID && !current.changed}
              counted={isOpen}
              mayChange={mayChange(view)}
              isDefault={preferences.defaultView === view.viewID}
              onDefault={(isDefault) => makeDefault(view, isDefault)}
              onApply={() => onApply(view)}
              onEdit={() => onAsk({ what: "edit", view })}
              onDelete={() => onAsk({ what: "delete", view })}
            />
          ))}
        </ul>
      </div>
    );
  return (
    <>
      {reading.error && !views && (
        <ProblemPanel
          form="notice"
          problem={shownProblem(reading.error)}
          onRetry={() => void reading.refetch()}
          retrying={reading.isFetching}
          signInHref={pages.signIn(pages.customers(environment, customersViewParams(shown)))}
        />
      )}
      {!views && !reading.error && <p className="p-4 text-ink-muted text-table">{texts.loading}</p>}
      {views?.length === 0 && <p className="p-4 text-ink-muted text-table">{texts.none}</p>}
      {part(texts.own, views?.filter(({ mine }) => mine) ?? [])}
      {part(texts.shared, views?.filter(({ mine }) => !mine) ?? [])}
      {/* Shown only after the list has loaded or failed. Otherwise the loading list would move these buttons while a
          person presses one. */}
      {(views !== undefined || reading.error !== null) && (
        <div className="flex flex-col border-line border-t px-1 py-1">
          {problem && (
            <p role="alert" className="px-2 py-1 text-negative text-table">
              {texts.updateFailed}: {problem.detail}
            </p>
          )}
          {departed && mayChange(current.view) && (
            <Button variant="quiet" className="justify-start" onClick={() => void update(current.view)}>
              <Save aria-hidden className="size-4 shrink-0" />
              <span className="truncate">{texts.update(current.view.name)}</span>
            </Button>
          )}
          {departed && (
            <Button variant="quiet" className="justify-start" onClick={() => onApply(current.view)}>
              <RotateCcw aria-hidden className="size-4 shrink-0" />
              {texts.discard}
            </Button>
          )}
          {/* The server uses the saved filters, so these actions are not offered while the page shows other ones. */}
          {current &&
            !current.changed &&
            actions.map(({ label, icon: Icon, onPress }) => (
              <Button key={label} variant="quiet" className="justify-start" onClick={() => onPress(current.view)}>
                <Icon aria-hidden className="size-4 shrink-0" />
                {label}
              </Button>
            ))}
          {current && !current.changed && (
            <ViewSubscriptionButton key={current.view.viewID} environment={environment} view={current.view} />
          )}
          <Button variant="quiet" className="justify-start" onClick={() => onAsk({ what: "save" })}>
            <BookmarkPlus aria-hidden className="size-4 shrink-0" />
            {texts.save}
          </Button>
        </div>
      )}
    </>
  );
}
