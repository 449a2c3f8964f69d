"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useSession } from "#components/ui/session.tsx";
import {
  type CreationDraft,
  type CreationValues,
  dropDraft,
  emptyCreation,
  keepDraft,
  newDraft,
  randomKey,
  readDraft,
} from "#lib/browser-storage/creation-draft.ts";
import type { Environment } from "#lib/contract/environment.ts";

export interface KeptDraft {
  /** Undefined until the browser has looked what it keeps. */
  draft: CreationDraft | undefined;
  /** The draft of this very moment, for what goes on while the page changes. */
  current: () => CreationDraft;
  /** False where the browser keeps nothing. */
  isKept: boolean;
  /** Changes the draft, and keeps it at once. */
  change: (changes: Partial<CreationDraft>) => void;
  changeValues: (changes: Partial<CreationValues>) => void;
  /** The same values with a key of their own: what is sent next is another creation. */
  renew: () => void;
  /** Takes away what is kept: it is settled. */
  settle: () => void;
  /** Begins with an empty form, or with the values that are taken up again. */
  startOver: () => void;
}

/**
 * The draft of this tab, which a reload and a sign-in leave alone. A form that nobody has touched is not
 * kept, so that a copy of its tab has a key of its own.
 */
export function useCreationDraft(
  environment: Environment,
  again: string | undefined,
  begin: CreationValues = emptyCreation,
): KeptDraft {
  const { staffID } = useSession().staff;
  const latest = useRef<CreationDraft>(undefined);
  const [draft, setDraft] = useState<CreationDraft>();
  const [isKept, setIsKept] = useState(true);
  const fresh = useRef(() => newDraft(begin));

  const put = useCallback((next: CreationDraft) => {
    latest.current = next;
    setDraft(next);
  }, []);
  const current = useCallback(() => {
    latest.current ??= fresh.current();
    return latest.current;
  }, []);
  const change = useCallback(
    (changes: Partial<CreationDraft>) => {
      const next = { ...current(), ...changes };
      put(next);
      setIsKept(keepDraft(environment, again, staffID, next));
    },
    [environment, again, staffID, current, put],
  );
  const settle = useCallback(() => {
    dropDraft(environment, again, staffID);
  }, [environment, again, staffID]);

  useEffect(() => {
    put(readDraft(environment, again, staffID) ?? fresh.current());
  }, [environment, again, staffID, put]);

  return {
    draft,
    current,
    isKept,
    change,
    changeValues: useCallback(
      (changes) => change({ values: { ...current().values, ...changes }, despite: undefined }),
      [change, current],
    ),
    renew: useCallback(() => change({ key: randomKey(), sent: undefined }), [change]),
    settle,
    startOver: useCallback(() => {
      settle();
      put(fresh.current());
    }, [settle, put]),
  };
}
