import type { Draft } from "#lib/contract/draft.ts";
import { api } from "#lib/paths.ts";
import { fetchJson, sendJson } from "#lib/requests/fetch-json.ts";

/** The person's own draft; null where none is kept. */
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

/** Where a draft is kept: by the console, by this tab while the console cannot be reached, or not at all. */
export type DraftPlace = "console" | "tab" | "nowhere";

export interface DraftSaver<Content> {
  /** Keeps this content a moment after the last change, at most two seconds after the first. */
  change(content: Content): void;
  /** Keeps at once what has changed or could not be kept before; ends when it is kept, or cannot be. */
  save(): Promise<void>;
  /** Takes away what is kept, after whatever is being kept. */
  settle(): void;
  /** The page goes away: the tab keeps what may not reach the console any more. */
  leave(): void;
}

interface DraftSaverOptions<Content> {
  key: string;
  keepInTab: (content: Content) => boolean;
  dropFromTab: () => void;
  onKept: (place: DraftPlace) => void;
  /** How the console is asked; tests have their own. */
  requests?: typeof send;
}

const quietMs = 600;
const longestMs = 2_000;

/** Keeps a draft with the console while somebody types, one request after the other and the newest last. */
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
