import type { Draft } from "#lib/contract/draft.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { fetchJson, sendJson } from "#lib/requests/fetch-json.ts";

/**
 * The key of the draft of a new customer. `again`: the ID of the operation whose values are reused. Undefined if no
 * values are reused.
 */
export const creationDraftKey = (environment: Environment, again: string | undefined): string =>
  `creation.${environment}.${again ?? "new"}`;

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

/** Where a draft is stored: on the server, in this tab while the server cannot be reached, or not at all. */
export type DraftPlace = "console" | "tab" | "nowhere";

export interface DraftSaver<Content> {
  /** Saves this content shortly after the last change, and at most two seconds after the first unsaved change. */
  change(content: Content): void;
  /** Saves pending changes immediately. Resolves when they are saved or saving has failed. */
  save(): Promise<void>;
  /** Deletes the stored draft, after waiting for a save that is in progress. */
  settle(): void;
  /** Call when the page closes. The tab stores pending changes too, because the request to the server may fail. */
  leave(): void;
}

interface DraftSaverOptions<Content> {
  key: string;
  keepInTab: (content: Content) => boolean;
  dropFromTab: () => void;
  onKept: (place: DraftPlace) => void;
  /** The requests to the server. Tests replace them. */
  requests?: typeof send;
}

const quietMs = 600;
const longestMs = 2_000;

/**
 * Saves a draft on the server while the person types. Only one request is sent at a time, and the last request contains
 * the latest content.
 */
export function createDraftSaver<Content>(options: DraftSaverOptions<Content>): DraftSaver<Content> {
  const { key, keepInTab, dropFromTab, onKept, requests = send } = options;
  let unsaved: { content: Content } | undefined;
  /** The time of the first change that is not saved yet. */
  let sinceMs: number | undefined;
  /**
   * True when the page is closing. Requests are then sent with `keepalive`. Earlier requests are sent without
   * `keepalive`, because `keepalive` limits the size of a request.
   */
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
      // If the person changed the draft during the request, the newer content is still unsaved.
      if (unsaved !== saving) return;
      unsaved = undefined;
      dropFromTab();
    } catch {
      // If the draft was deleted during the request, there is nothing to store.
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
        // If the draft cannot be deleted, the next form opens the draft and reports that it was already sent.
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
