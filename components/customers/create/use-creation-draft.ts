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
import { createDraftSaver, type DraftPlace, readDraft } from "#lib/query/console/drafts.ts";

export interface StoredDraft {
  /** Undefined until it is known what is kept, or something was changed. */
  draft: CreationDraft | undefined;
  /** Whether it is known what is kept: only then may it be reviewed. */
  isRead: boolean;
  /** The draft of this very moment, for what goes on while the page changes. */
  current: () => CreationDraft;
  /** Where the last change is kept. */
  keptIn: DraftPlace;
  /** Changes the draft, and keeps it a moment later. */
  change: (changes: Partial<CreationDraft>) => void;
  changeValues: (changes: Partial<CreationValues>) => void;
  /** Keeps what has changed now. */
  save: () => Promise<void>;
  /** The same values with a key of their own: what is sent next is another creation. */
  renew: () => void;
  /** Takes away what is kept: it is settled. */
  settle: () => void;
  /** Begins with an empty form, or with the values that are taken up again. */
  startOver: () => void;
}

/**
 * The person's draft, which the console keeps for them: a closed tab, another browser and a sign-in leave it
 * alone. While the server cannot store it, this tab keeps it. An untouched form is not kept.
 */
export function useCreationDraft(
  environment: Environment,
  again: string | undefined,
  begin: CreationValues = emptyCreation,
): StoredDraft {
  const { staffID } = useSession().staff;
  const latest = useRef<CreationDraft>(undefined);
  const [draft, setDraft] = useState<CreationDraft>();
  /** What was changed before it was known what is kept: that is put over it. */
  const early = useRef<Partial<CreationDraft>>({});
  const [isRead, setRead] = useState(false);
  const wasRead = useRef(false);
  const [keptIn, setKeptIn] = useState<DraftPlace>("console");
  const begun = useRef(begin);
  const fresh = useRef(() => newDraft(begin));
  const name = `creation.${environment}.${again ?? "new"}`;

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
        // Before anything is done with it: the copy in another tab must not take the place of what is done here.
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
