"use client";

import Link from "next/link";
import { useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { closePopover, Popover } from "#components/ui/dialog/popover.tsx";
import { Pin, PinOff, Plus, Tag, X } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { markTexts as texts } from "./texts.ts";
import { useMarks } from "./use-marks.ts";

const NewTag = lazyPart(() => import("./new-tag.tsx").then((module) => module.NewTag));

const popoverID = "customer-new-tag";

/** A customer's tags and the person's pin. Each tag links to all customers with this tag. */
export function CustomerMarks({ environment, customerID }: { environment: Environment; customerID: string }) {
  const marks = useMarks(environment, customerID);
  const mayWrite = useCanWrite();
  const [isOpen, setOpen] = useState(false);
  if (!marks.isKnown) return null;
  const { tags, pinned, problem, isBusy } = marks;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1.5">
      {(tags.length > 0 || mayWrite) && (
        <ul aria-label={texts.tags} className="contents">
          {tags.map((tag) => (
            <li key={tag} className="flex h-6 items-center rounded-full border border-line bg-surface text-fine">
              <Link
                href={pages.customers(environment, new URLSearchParams({ tag }))}
                prefetch={false}
                title={texts.showTag(tag)}
                className={classNames("flex items-center gap-1 ps-2 hover:underline", !mayWrite && "pe-2")}
              >
                <Tag aria-hidden className="size-3 text-ink-muted" />
                <bdi>{tag}</bdi>
              </Link>
              {mayWrite && (
                <IconButton
                  label={texts.removeTag(tag)}
                  size="small"
                  aria-disabled={isBusy}
                  onClick={() => !isBusy && marks.removeTag(tag)}
                  className="print:hidden"
                >
                  <X aria-hidden className="size-3" />
                </IconButton>
              )}
            </li>
          ))}
          {mayWrite && (
            <li className="print:hidden">
              <Button variant="quiet" size="small" popoverTarget={popoverID} {...loadsOnIntent(NewTag)}>
                <Plus aria-hidden className="size-3.5" />
                {texts.addTag}
              </Button>
              <Popover
                id={popoverID}
                className="w-72 max-w-[calc(100vw-1rem)] p-3"
                aria-label={texts.addTag}
                role="group"
                onToggle={({ newState }) => setOpen(newState === "open")}
              >
                {isOpen && (
                  <NewTag
                    environment={environment}
                    tags={tags}
                    isBusy={isBusy}
                    onAdd={(tag) => marks.addTag(tag, () => closePopover(popoverID))}
                  />
                )}
              </Popover>
            </li>
          )}
        </ul>
      )}
      <Button
        variant="quiet"
        size="small"
        title={texts.pinHint}
        aria-disabled={isBusy}
        onClick={() => !isBusy && marks.pin(!pinned)}
        className="print:hidden"
      >
        {pinned ? <PinOff aria-hidden className="size-3.5" /> : <Pin aria-hidden className="size-3.5" />}
        {pinned ? texts.unpin : texts.pin}
      </Button>
      {problem && (
        <p role="alert" className="basis-full text-negative text-table">
          {problem.errors[0]?.message ?? problem.detail}
        </p>
      )}
    </div>
  );
}
