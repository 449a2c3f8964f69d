"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useCustomersLayout } from "#components/customers/layout-provider.tsx";
import { useCustomersView } from "#components/customers/use-customers-view.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { closePopover, Popover } from "#components/ui/dialog/popover.tsx";
import { Bookmark, History } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import type { SavedView } from "#lib/contract/console/view.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { viewsQueryOptions } from "#lib/query/customers/views.ts";
import { openSavedView } from "#lib/url-state/saved-view-address.ts";
import { useViews } from "./use-views.ts";
import type { Asked, ViewAction } from "./views-list.tsx";
import { viewsMenuTexts as texts } from "./views-menu-texts.ts";

const DeleteViewDialog = lazyPart(() => import("./delete-view-dialog.tsx").then((module) => module.DeleteViewDialog));
const ViewsList = lazyPart(() => import("./views-list.tsx").then((module) => module.ViewsList));
const ViewDialog = lazyPart(() => import("./view-dialog.tsx").then((module) => module.ViewDialog));

const menuID = "customers-views";

/** The menu of saved views: open, save, rename, share, update and delete. */
export function ViewsMenu({ environment, actions }: { environment: Environment; actions: readonly ViewAction[] }) {
  const [shown, change] = useCustomersView(environment);
  const { layout } = useCustomersLayout();
  const [open, setOpen] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const client = useQueryClient();
  const opener = useRef<HTMLButtonElement>(null);
  const { preferences, setPreference } = usePreferences();
  const { reading, current, recent } = useViews(shown, layout, open);

  const renew = () => client.invalidateQueries({ queryKey: viewsQueryOptions.queryKey });
  const apply = (view: SavedView) => {
    closePopover(menuID);
    change({ ...openSavedView(view, layout), widenedFrom: undefined });
  };
  /**
   * Closes the popover first, so that the focus returns to the popover's button. The dialog later returns the focus to
   * this button.
   */
  const ask = (what: Asked) => {
    closePopover(menuID);
    setAsked(what);
  };
  return (
    <>
      {recent && (
        <Button
          variant="quiet"
          title={texts.recent}
          className="max-w-48 max-md:hidden"
          onClick={() => {
            apply(recent);
            opener.current?.focus();
          }}
        >
          <History aria-hidden className="size-4 shrink-0" />
          <span className="sr-only">{texts.recent}: </span>
          <bdi className="truncate">{recent.name}</bdi>
        </Button>
      )}
      <Button
        ref={opener}
        variant={current ? "secondary" : "quiet"}
        popoverTarget={menuID}
        {...loadsOnIntent(ViewsList)}
        className="menu-button max-w-[min(100%,20rem)] max-md:px-2"
      >
        <Bookmark aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <bdi className={classNames("truncate", !current && "max-md:sr-only")}>{current?.view.name ?? texts.button}</bdi>
        {current?.changed && <span className="font-normal text-ink-muted">({texts.changed})</span>}
      </Button>
      <Popover
        id={menuID}
        align="end"
        role="group"
        aria-label={texts.menu}
        className="w-96"
        onToggle={({ newState }) => {
          setOpen(newState === "open");
          setOpened(true);
        }}
      >
        {isOpened && (
          <ViewsList
            environment={environment}
            shown={shown}
            layout={layout}
            reading={reading}
            current={current}
            isOpen={open}
            onApply={apply}
            onAsk={ask}
            actions={actions.map((action) => ({
              ...action,
              onPress: (view) => {
                closePopover(menuID);
                action.onPress(view);
              },
            }))}
          />
        )}
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
            for (const name of ["defaultView", "recentView"] as const) {
              if (preferences[name] === asked.view.viewID) setPreference(name, undefined);
            }
            if (shown.viewID === asked.view.viewID) change({ viewID: undefined, offset: shown.offset }, "replace");
            announce(texts.deleted(asked.view.name));
          }}
        />
      )}
    </>
  );
}
