"use client";

import { type MouseEvent, type ReactNode, useCallback, useState } from "react";
import { Popover } from "#components/ui/dialog/popover.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { RowCopy, RowMenuItems, RowRaw } from "./row-menu-items.tsx";
import { rowMenuTexts as texts } from "./texts.ts";

export type RowMenu<Row> = (row: Row) => RowMenuItems;

/** Returns a value for the row's menu, or nothing if the row does not have the value. */
export const copyOf = (label: string, text: string | undefined): readonly RowCopy[] =>
  text === undefined || text === "" ? [] : [{ label, text }];

const Items = lazyPart(() => import("./row-menu-items.tsx").then((module) => module.RowMenuItemList));
const RawDialog = lazyPart<RowRaw>(() => import("./row-menu-items.tsx").then((module) => module.RowRawDialog));

/** Loads the menu's content at the first sign that a person is about to open a menu. */
export const preloadRowMenu = () => Items.preload();

export type OpenRowMenu = (event: MouseEvent<HTMLButtonElement>, rowID: string) => void;

interface RowMenuButtonProps {
  menuID: string;
  name: string;
  rowID: string;
  onOpen: OpenRowMenu;
}

/** The button that opens a row's menu. CSS draws the three dots, because every row has this button. */
export function RowMenuButton({ menuID, name, rowID, onOpen }: RowMenuButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={menuID}
      aria-label={texts.open(name)}
      title={texts.title}
      onPointerEnter={preloadRowMenu}
      onFocus={preloadRowMenu}
      onClick={(event) => onOpen(event, rowID)}
      className="row-menu-button"
    />
  );
}

/** The ID of the row with the focus. Used if the person pressed the row's button before hydration. */
const focusedRow = () => document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row;

/** Provides one menu for all rows of a table. A separate menu for each row would add many elements to the page. */
export function useRowMenu<Row>(
  menuID: string,
  menu: RowMenu<Row> | undefined,
  rowOf: (rowID: string) => Row | undefined,
): { onOpen: OpenRowMenu; popover: ReactNode } {
  const [openID, setOpenID] = useState<string>();
  const [raw, setRaw] = useState<RowRaw>();
  const onOpen = useCallback<OpenRowMenu>(
    (event, rowID) => {
      const popover = document.getElementById(menuID);
      const isOther = popover?.matches(":popover-open") && popover.dataset.of !== rowID;
      if (popover && isOther) {
        // For the browser, a press on another row's button belongs to the open menu. So the browser would only close
        // the menu.
        event.preventDefault();
        popover.hidePopover();
        popover.showPopover({ source: event.currentTarget });
      }
      setOpenID(rowID);
    },
    [menuID],
  );
  const row = openID === undefined ? undefined : rowOf(openID);
  const items = row !== undefined && menu ? menu(row) : undefined;
  const popover = menu && (
    <>
      <Popover
        id={menuID}
        align="end"
        role="group"
        aria-label={texts.title}
        data-of={openID}
        className="w-80 p-1"
        onToggle={({ newState }) => newState === "open" && setOpenID((known) => known ?? focusedRow())}
      >
        {items && (
          <Items
            {...items}
            onRaw={(shown) => {
              document.getElementById(menuID)?.hidePopover();
              setRaw({ ...shown, onClose: () => setRaw(undefined) });
            }}
          />
        )}
      </Popover>
      {raw && <RawDialog {...raw} />}
    </>
  );
  return { onOpen, popover };
}
