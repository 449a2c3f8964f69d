"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { ArrowRight, Braces, Check, Copy } from "#components/ui/icon/icons.tsx";
import { useCopying } from "#components/ui/record/copy-button.tsx";
import { RawRecord } from "#components/ui/record/raw-record.tsx";
import { rowMenuTexts as texts } from "./texts.ts";

/** A value of a row that a person can copy. The row's menu shows the whole value. */
export interface RowCopy {
  /** The label, such as "Copy customer ID". */
  label: string;
  text: string;
}

/** A page that a row's menu opens. */
export interface RowLink {
  label: string;
  href: string;
}

/** The content of a row's menu. The menu shows values in full that the row may shorten or omit. */
export interface RowMenuItems {
  /** The row's name, in full. */
  name: string;
  copies: readonly RowCopy[];
  links?: readonly RowLink[];
  /** Further items of the menu, which need data that the row does not have. Each item is an `<li>`. */
  more?: ReactNode;
  /** The record as the API sent it. */
  raw?: Readonly<Record<string, unknown>> | undefined;
}

/** The classes of an item of a menu, and of its icon. */
export const itemClass =
  "flex min-h-8 w-full items-start gap-2 rounded-small px-2 py-1.5 text-start text-table -outline-offset-1 hover:bg-accent-soft";
export const iconClass = "mt-0.5 size-4 shrink-0";

/** Opens a page. */
export function RowMenuLink({ label, href }: RowLink) {
  return (
    <li>
      <Link href={href} prefetch={false} className={itemClass}>
        <ArrowRight aria-hidden className={`${iconClass} text-ink-muted`} />
        {label}
      </Link>
    </li>
  );
}

/** Shows a value in full, and copies the value when the person presses it. The menu stays open. */
function CopyItem({ label, text }: RowCopy) {
  const { button, copied, copy, byHand } = useCopying(label);
  const Icon = copied ? Check : Copy;
  return (
    <li>
      <button ref={button} type="button" onClick={() => copy(text)} className={itemClass}>
        <Icon aria-hidden className={`${iconClass} ${copied ? "text-positive" : "text-ink-muted"}`} />
        <span className="min-w-0">
          {label}
          <bdi className="block text-fine text-ink-muted wrap-anywhere">{text}</bdi>
        </span>
      </button>
      {byHand}
    </li>
  );
}

interface RowMenuItemListProps extends RowMenuItems {
  onRaw: (raw: Pick<RowRaw, "name" | "record">) => void;
}

/** The content of a row's menu. */
export function RowMenuItemList({ name, copies, links = [], more, raw, onRaw }: RowMenuItemListProps) {
  return (
    <>
      <p className="px-2 py-1 font-medium text-table wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <ul>
        {copies.map((one) => (
          // The key contains the value. So after a copy, the menu of another row does not say "copied".
          <CopyItem key={`${one.label} ${one.text}`} {...one} />
        ))}
        {links.map((link) => (
          <RowMenuLink key={link.label} {...link} />
        ))}
        {more}
        {raw && (
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onRaw({ name, record: raw })}
              className={itemClass}
            >
              <Braces aria-hidden className={`${iconClass} text-ink-muted`} />
              {texts.raw}
            </button>
          </li>
        )}
      </ul>
    </>
  );
}

/** The record of a row as the API sent it. */
export interface RowRaw {
  name: string;
  record: Readonly<Record<string, unknown>>;
  onClose: () => void;
}

/** A dialog with the raw data of a row. The raw data includes members that have no column in the table. */
export function RowRawDialog({ name, record, onClose }: RowRaw) {
  return (
    <Dialog title={texts.raw} detail={<bdi>{name}</bdi>} onClose={onClose} className="max-w-3xl">
      <div className="-mx-4 -mt-4 -mb-2">
        <RawRecord record={record} />
      </div>
    </Dialog>
  );
}
