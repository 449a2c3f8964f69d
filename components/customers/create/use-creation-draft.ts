"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useSession } from "#components/ui/session.tsx";
import {
  type CreationDraft,
  type CreationValues,
  draftToOpen,
  draftWithChanges,
  dropDraft,
  emptyCreation,
  keepDraft,
  newDraft,
  parseCreationDraft,
  randomKey,
  readDraft as readTabDraft,
} from "#lib/browser-storage/creation-draft.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { createDraftSaver, creationDraftKey, type DraftPlace, readDraft } from "#lib/query/console/drafts.ts";

export interface StoredDraft {
  /** The draft. Undefined until the stored draft is loaded or the person changes something. */
  draft: CreationDraft | undefined;
  /** True once the stored draft is loaded. Before that, the person cannot review the draft. */
  isRead: boolean;
  /** Returns the newest draft, also to asynchronous code that started with an older render. */
  current: () => CreationDraft;
  /** Where the newest change is stored. */
  keptIn: DraftPlace;
  /** Changes the draft, and saves it after a short delay. */
  change: (changes: Partial<CreationDraft>) => void;
  changeValues: (changes: Partial<CreationValues>) => void;
  /** Saves pending changes now. */
  save: () => Promise<void>;
  /** Assigns a new idempotency key to the same values. The next request then counts as a separate creation. */
  renew: () => void;
  /** Deletes the stored draft. Call this when the outcome of its creation is known. */
  settle: () => void;
  /**
   * Resets the form to its first values. If this creation repeats an earlier one, these are the earlier creation's
   * values. Otherwise the form becomes empty.
   */
  startOver: () => void;
}

/**
 * The person's draft of a creation. The console stores the draft, so the draft survives a closed tab, a change of
 * browser and a new sign-in. While the console cannot store the draft, the browser stores it for this tab. An untouched
 * form is not stored.
 */
export function useCreationDraft(
  environment: Environment,
  again: string | undefined,
  begin: CreationValues = emptyCreation,
): StoredDraft {
  const { staffID } = useSession().staff;
  const latest = useRef<CreationDraft>(undefined);
  const [draft, setDraft] = useState<CreationDraft>();
  /** Changes that the person made before the stored draft was loaded. After loading, they are applied to the draft. */
  const early = useRef<Partial<CreationDraft>>({});
  const [isRead, setRead] = useState(false);
  const wasRead = useRef(false);
  const [keptIn, setKeptIn] = useState<DraftPlace>("console");
  const begun = useRef(begin);
  const fresh = useRef(() => newDraft(begin));
  const name = creationDraftKey(environment, again);

  const put = useCallback((next: CreationDraft) => {
    latest.current = next;
    setDraft(next);
  }, []);
  const current = useCallback(() => {
    latest.current ??= fresh.current();
    return latest.current;
  }, []);
  const [saver] = useState(() =>
    createDraftSaver<CreationDraft>({
      key: name,
      keepInTab: (content) => keepDraft(environment, again, staffID, content),
      dropFromTab: () => dropDraft(environment, again, staffID),
      onKept: setKeptIn,
    }),
  );
  const change = useCallback(
    (changes: Partial<CreationDraft>) => {
      const next = { ...current(), ...changes };
      put(next);
      if (wasRead.current) saver.change(next);
      else early.current = { ...early.current, ...changes };
    },
    [current, put, saver],
  );

  useEffect(() => {
    let isHere = true;
    const open = async () => {
      const ofConsole = await readDraft(name).then(
        (found) => parseCreationDraft(found?.content),
        () => undefined,
      );
      if (!isHere) return;
      const ofTab = readTabDraft(environment, again, staffID);
      const kept = draftToOpen(ofTab, ofConsole);
      if (ofTab && kept === ofTab) {
        saver.change(ofTab);
        // This tab's draft is used. It replaces the older draft in the console before the person can continue.
        await saver.save();
        if (!isHere) return;
      } else if (ofTab) dropDraft(environment, again, staffID);
      wasRead.current = true;
      setRead(true);
      const opened = kept ?? fresh.current();
      const changed = draftWithChanges(opened, early.current, begun.current);
      put(changed);
      if (changed !== opened) saver.change(changed);
    };
    void open();
    const leave = () => saver.leave();
    const back = () => void saver.save();
    window.addEventListener("pagehide", leave);
    window.addEventListener("online", back);
    return () => {
      isHere = false;
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("online", back);
      void saver.save();
    };
  }, [environment, again, staffID, name, put, saver]);

  return {
    draft,
    isRead,
    current,
    keptIn,
    change,
    changeValues: useCallback(
      (changes) => change({ values: { ...current().values, ...changes }, despite: undefined }),
      [change, current],
    ),
    save: saver.save,
    renew: useCallback(() => change({ key: randomKey(), sent: undefined }), [change]),
    settle: saver.settle,
    startOver: useCallback(() => {
      saver.settle();
      put(fresh.current());
    }, [saver, put]),
  };
}
