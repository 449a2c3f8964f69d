"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Bookmark, BookmarkPlus, ChevronDown, RotateCcw, Save } from "lucide-react";
import { useId, useState } from "react";
import { useCustomersLayout } from "#components/customers/list/layout-provider.tsx";
import { useCustomersView } from "#components/customers/list/use-customers-view.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { closePopover, Popover } from "#components/ui/popover.tsx";
import { ProblemPanel } from "#components/ui/problem-panel.tsx";
import { useMayWrite } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { SavedView } from "#lib/contract/view.ts";
import { pages } from "#lib/paths.ts";
import { changeView, viewsQueryOptions } from "#lib/query/views.ts";
import { type ShownProblem, shownProblem } from "#lib/shown-problem.ts";
import { customersViewParams, savedQuery } from "#lib/url-state/customers-view.ts";
import { openSavedView } from "#lib/url-state/saved-view-address.ts";
import { DeleteViewDialog } from "./delete-view-dialog.tsx";
import { useViews } from "./use-views.ts";
import { ViewDialog } from "./view-dialog.tsx";
import { ViewRow } from "./view-row.tsx";
import { viewTexts as texts } from "./view-texts.ts";

const menuID = "customers-views";

type Asked = { what: "save" } | { what: "edit" | "delete"; view: SavedView };

/** Saved views: to go to, to save, to rename, to share, to update and to delete. */
export function ViewsMenu({ environment }: { environment: Environment }) {
  const [shown, change] = useCustomersView(environment);
  const { layout } = useCustomersLayout();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState<ShownProblem>();
  const mayWrite = useMayWrite();
  const client = useQueryClient();
  const headingID = useId();
  const { reading, views, current } = useViews(shown, layout, open);

  const renew = () => client.invalidateQueries({ queryKey: viewsQueryOptions.queryKey });
  const apply = (view: SavedView) => {
    closePopover(menuID);
    change({ ...openSavedView(view, layout), widenedFrom: undefined });
  };
  const update = async (view: SavedView) => {
    setProblem(undefined);
    try {
      await changeView(view.viewID, {
        query: savedQuery(shown),
        layout: { ...layout, columns: [...layout.columns] },
      });
      await renew();
      announce(texts.updated(view.name));
    } catch (error) {
      setProblem(shownProblem(error));
    }
  };
  /** The popover gives the focus back first, so that the dialog can give it back there too. */
  const ask = (what: Asked) => {
    closePopover(menuID);
    setAsked(what);
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
              counted={open}
              mayChange={mayChange(view)}
              onApply={() => apply(view)}
              onEdit={() => ask({ what: "edit", view })}
              onDelete={() => ask({ what: "delete", view })}
            />
          ))}
        </ul>
      </div>
    );
  return (
    <>
      <Button popoverTarget={menuID} className="max-w-[min(100%,20rem)]">
        <Bookmark aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <bdi className="truncate">{current?.view.name ?? texts.button}</bdi>
        {current?.changed && <span className="font-normal text-ink-muted">({texts.changed})</span>}
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
      </Button>
      <Popover
        id={menuID}
        align="end"
        role="group"
        aria-labelledby={headingID}
        className="w-92"
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        <h2 id={headingID} className="sr-only">
          {texts.menu}
        </h2>
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
        <div className="flex flex-col border-line border-t px-0.5 py-1">
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
            <Button variant="quiet" className="justify-start" onClick={() => apply(current.view)}>
              <RotateCcw aria-hidden className="size-4 shrink-0" />
              {texts.discard}
            </Button>
          )}
          <Button variant="quiet" className="justify-start" onClick={() => ask({ what: "save" })}>
            <BookmarkPlus aria-hidden className="size-4 shrink-0" />
            {texts.save}
          </Button>
        </div>
      </Popover>
      {asked && asked.what !== "delete" && (
        <ViewDialog
          shown={shown}
          layout={layout}
          view={asked.what === "edit" ? asked.view : undefined}
          onClose={() => setAsked(undefined)}
          onSaved={async (view) => {
            await renew();
            setAsked(undefined);
            if (asked.what === "save") change({ viewID: view.viewID, layout, offset: shown.offset });
            announce(texts.saved(view.name));
          }}
        />
      )}
      {asked?.what === "delete" && (
        <DeleteViewDialog
          view={asked.view}
          onClose={() => setAsked(undefined)}
          onDeleted={async () => {
            await renew();
            setAsked(undefined);
            if (shown.viewID === asked.view.viewID) change({ viewID: undefined, offset: shown.offset }, "replace");
            announce(texts.deleted(asked.view.name));
          }}
        />
      )}
    </>
  );
}
