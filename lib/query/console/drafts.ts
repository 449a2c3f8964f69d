import type { Draft } from "#lib/contract/draft.ts";
import { api } from "#lib/paths.ts";
import { fetchJson, sendJson } from "#lib/requests/fetch-json.ts";

/** The person's draft; null if none is stored. */
export async function readDraft(key: string): Promise<Draft | null> {
  return (await fetchJson<{ draft: Draft | null }>(api.draft(key), {}, { quiet: true })).draft;
}

const send = {
  put: async (key: string, content: unknown, keepalive: boolean) => {
    await sendJson("PUT", api.draft(key), { content }, {}, { keepalive });
  },
  remove: async (key: string) => {
    await sendJson("DELETE", api.draft(key), undefined, {}, { keepalive: true });
  },
};

/** Where a draft is stored: in the console, in this tab while the console cannot be reached, or not at all. */
export type DraftPlace = "console" | "tab" | "nowhere";

export interface DraftSaver<Content> {
  /** Saves this content a moment after the last change, at most two seconds after the first. */
  change(content: Content): void;
  /** Saves pending changes immediately; resolves when they are saved or cannot be. */
  save(): Promise<void>;
  /** Deletes the stored draft, after a running save. */
  settle(): void;
  /** Called when the page closes: the tab stores changes that may no longer reach the console. */
  leave(): void;
}

interface DraftSaverOptions<Content> {
  key: string;
  keepInTab: (content: Content) => boolean;
  dropFromTab: () => void;
  onKept: (place: DraftPlace) => void;
  /** The requests to the console; replaced in tests. */
  requests?: typeof send;
}

const quietMs = 600;
const longestMs = 2_000;

/** Saves a draft in the console while the person types, one request after the other, the newest last. */
export function createDraftSaver<Content>(options: DraftSaverOptions<Content>): DraftSaver<Content> {
  const { key, keepInTab, dropFromTab, onKept, requests = send } = options;
  let unsaved: { content: Content } | undefined;
  /** When the first change came that waits to be saved. */
  let sinceMs: number | undefined;
  /** Requests of a page that goes away are bounded: only then they are made so. */
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Promise.resolve();

  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work);
    return last;
  };
  const saveNow = async () => {
    clearTimeout(timer);
    sinceMs = undefined;
    if (!unsaved) return;
    const saving = unsaved;
    try {
      await requests.put(key, saving.content, isLeaving);
      onKept("console");
      // A change that came meanwhile is still to be saved.
      if (unsaved !== saving) return;
      unsaved = undefined;
      dropFromTab();
    } catch {
      // Settled meanwhile: nothing is to be kept.
      if (unsaved) onKept(keepInTab(unsaved.content) ? "tab" : "nowhere");
    }
  };
  const save = () => inTurn(saveNow);
  return {
    change(content) {
      const nowMs = performance.now();
      unsaved = { content };
      sinceMs ??= nowMs;
      isLeaving = false;
      clearTimeout(timer);
      timer = setTimeout(save, Math.max(0, Math.min(quietMs, sinceMs + longestMs - nowMs)));
    },
    save,
    settle() {
      clearTimeout(timer);
      unsaved = undefined;
      dropFromTab();
      void inTurn(async () => {
        // A draft that stays is opened once more, and says that it was sent.
        await requests.remove(key).catch(() => {});
      });
    },
    leave() {
      if (!unsaved) return;
      keepInTab(unsaved.content);
      isLeaving = true;
      void save();
    },
  };
}
