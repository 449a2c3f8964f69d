"use client";

import { usePathname, useRouter } from "next/navigation";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { DialogAnnouncer } from "#components/ui/announcer.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { Search, X } from "#components/ui/icon/icons.tsx";
import { KeyboardKey } from "#components/ui/keyboard/key.tsx";
import { readPageCommands } from "#components/ui/page-commands.ts";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { useSession } from "#components/ui/session.tsx";
import { recentCustomers, rememberCustomer } from "#lib/browser-storage/recent-customers.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { ChoiceList, elementID, resultAnnouncement } from "./choice-list.tsx";
import { type Choice, type ChoiceGroup, choiceForEnter, commandGroup, lookupGroup, recentGroup } from "./choices.ts";
import { type Command, commandsFor, matchingCommands } from "./commands.ts";
import { takeLookupBox } from "./lookup-box.tsx";
import { openTexts } from "./open-texts.ts";
import { lookupTexts as texts } from "./texts.ts";
import { useLookups } from "./use-lookups.ts";
import { useRunCommand } from "./use-run-command.ts";
import { useTypedTerm } from "./use-typed-term.ts";

/** The maximum number of commands shown below hits. */
const maxCommands = 6;

/**
 * Suggestions while the input is empty: recently opened customers, and commands that belong to this environment or to
 * no environment. Omits commands that only change a setting to one value.
 */
function useSuggestions(environment: Environment, commands: readonly Command[]): ChoiceGroup[] {
  const { staff, environments } = useSession();
  return useMemo(() => {
    const order = [environment, ...environments.filter((other) => other !== environment)];
    const recent = order.map((one) => recentGroup(one, recentCustomers(staff.staffID, one)));
    const here = commands.filter(
      ({ environment: of, action: { kind } }) =>
        (of === undefined || of === environment) && kind !== "window" && kind !== "density",
    );
    return [...recent.filter(({ choices }) => choices.length > 0), commandGroup(here)];
  }, [environment, environments, staff.staffID, commands]);
}

/** All lines for the typed text, in groups. */
function useGroups(environment: Environment, text: string, term: string): ChoiceGroup[] {
  const session = useSession();
  const { preferences, theme } = usePreferences();
  const pathname = usePathname();
  const [pageCommands] = useState(() => readPageCommands(document));
  const commands = useMemo(
    () => commandsFor({ session, environment, preferences, theme, pathname, pageCommands }),
    [session, environment, preferences, theme, pathname, pageCommands],
  );
  const suggestions = useSuggestions(environment, commands);
  const readings = useLookups(term, environment, session.environments);
  if (text.trim() === "") return suggestions;
  const found = matchingCommands(commands, text).slice(0, maxCommands);
  return [...(term === "" ? [] : readings.map(lookupGroup)), ...(found.length === 0 ? [] : [commandGroup(found)])];
}

interface LookupDialogProps {
  environment: Environment;
  /** A text that another part of the page asks to look up. Empty if the person opened the lookup. */
  initialText: string;
  /** A message above the results. The dialog covers the page's own message. */
  notice?: ReactNode;
  onClose: () => void;
}

/**
 * The lookup: a combobox that accepts any text. It searches the data of the person's environments, and the commands
 * that the person's role may use. On a narrow screen, it covers the whole screen.
 */
export function LookupDialog({ environment, initialText, notice, onClose }: LookupDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listID = useId();
  const router = useRouter();
  const { staff } = useSession();
  const { text, term, isBehind, type } = useTypedTerm(initialText);
  const groups = useGroups(environment, text, term);
  const runCommand = useRunCommand(onClose);
  const [moved, setMoved] = useState<string>();
  /**
   * Set if the person pressed Enter during a search: the first hit at that time, and whether to open the result in a
   * new tab.
   */
  const [awaited, setAwaited] = useState<{ top?: string | undefined; newTab: boolean }>();
  const [failed, setFailed] = useState<string>();
  const { preferences, setPreference } = usePreferences();
  const isHintOpen = !preferences.lookupHintDismissed;
  const leavesFor = useRef(false);
  const pasted = useRef(false);

  const isSearching = isBehind || groups.some(({ searching }) => searching);
  const choices = groups.flatMap((group) => group.choices);
  const active = choices.find(({ id }) => id === moved) ?? choices[0];

  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only once, when the dialog opens
  useEffect(() => {
    const element = dialog.current;
    // Closes the early box first, so that this dialog can later return the focus to the right element.
    const early = takeLookupBox();
    const opener = document.activeElement;
    element?.showModal();
    input.current?.focus();
    if (early && early.text !== initialText) {
      type(early.text, true);
      // Sets the value immediately, because the next key may come before React renders the text.
      if (input.current) input.current.value = early.text;
    }
    if (early?.isEntered && early.text.trim() !== "") setAwaited({ newTab: false });
    return () => {
      element?.close();
      const target = leavesFor.current ? document.getElementById("content") : opener;
      if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true });
    };
  }, []);
  // A person who has opened the lookup in any way does not need the hint about it.
  useEffect(() => {
    if (isHintOpen) setPreference("lookupHintDismissed", true);
  }, [isHintOpen, setPreference]);
  useEffect(() => {
    if (active) document.getElementById(elementID(listID, active))?.scrollIntoView({ block: "nearest" });
  }, [active, listID]);

  const remember = (choice: Choice) => {
    if (choice.kind === "hit" && choice.hit.kind === "customer") {
      rememberCustomer(staff.staffID, choice.environment, {
        customerID: choice.hit.id,
        companyName: choice.hit.label,
      });
    }
  };
  const leave = (choice: Choice) => {
    remember(choice);
    leavesFor.current = true;
    onClose();
  };
  const act = async (choice: Choice) => {
    setFailed(undefined);
    if (choice.kind === "further" || choice.kind === "retry") choice.run();
    else if (choice.kind === "command") setFailed(await runCommand(choice.command));
  };
  const open = (choice: Choice, newTab: boolean) => {
    if (!("href" in choice) || choice.href === undefined) return void act(choice);
    if (newTab) {
      remember(choice);
      window.open(choice.href, "_blank", "noopener");
      return;
    }
    leave(choice);
    router.push(choice.href);
  };
  const choose = (choice: Choice, event: MouseEvent) => {
    const isStale = groups.some((group) => group.searching && group.choices.includes(choice));
    if (isStale) return event.preventDefault();
    if (!("href" in choice) || choice.href === undefined) return void act(choice);
    // With a modifier key, the browser opens a new tab. So this page stays open, and only stores the hit as opened.
    if (event.ctrlKey || event.metaKey || event.shiftKey) remember(choice);
    else leave(choice);
  };

  // Runs when all searches have ended, if the person pressed Enter before. Opens the hit that was first at that time,
  // if this hit is still first. `choiceForEnter` describes the other cases.
  useEffect(() => {
    if (!awaited || isSearching) return;
    setAwaited(undefined);
    const chosen = choiceForEnter(choices, environment, awaited.top);
    if (chosen) open(chosen, awaited.newTab);
  });

  const move = (to: number) => {
    const next = choices[(to + choices.length) % choices.length];
    if (next) setMoved(next.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const at = active ? choices.indexOf(active) : -1;
    if (event.key === "ArrowDown") move(at + 1);
    else if (event.key === "ArrowUp") move(at - 1);
    else if (event.key === "PageDown") move(Math.min(at + 8, choices.length - 1));
    else if (event.key === "PageUp") move(Math.max(at - 8, 0));
    else if (event.key === "Enter") {
      const isStale = isBehind || groups.some((group) => group.searching && active && group.choices.includes(active));
      const newTab = event.ctrlKey || event.metaKey;
      if ((isSearching && moved === undefined) || isStale)
        setAwaited({ top: isStale ? undefined : active?.id, newTab });
      else if (active) open(active, newTab);
    } else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users press Escape, which sends the event "cancel"
    <dialog
      ref={dialog}
      aria-label={openTexts.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className="dialog lookup-dialog max-sm:h-[calc(100dvh-0.25rem)] max-sm:max-h-none"
    >
      <div className="flex h-full max-h-[76vh] flex-col max-sm:max-h-none">
        <div className="relative flex items-center gap-2 border-line border-b pe-2">
          <Search aria-hidden className="lookup-icon" />
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-label={openTexts.dialog}
            aria-expanded={choices.length > 0}
            aria-controls={listID}
            aria-activedescendant={active && elementID(listID, active)}
            aria-autocomplete="list"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={openTexts.placeholder}
            value={text}
            onPaste={() => {
              pasted.current = true;
            }}
            onChange={(event) => {
              type(event.target.value, pasted.current);
              pasted.current = false;
              setMoved(undefined);
              setAwaited(undefined);
              setFailed(undefined);
            }}
            onKeyDown={onKeyDown}
            className="lookup-input"
          />
          <IconButton label={texts.close} onClick={onClose}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
        {notice}
        <div className="min-h-0 flex-1 overflow-auto overscroll-contain">
          {failed !== undefined && (
            <p role="alert" className="mx-4 mt-3 text-negative text-table">
              {failed}
            </p>
          )}
          {groups.length === 0 && !isBehind && (
            <p className="px-4 py-6 text-center text-ink-muted text-table">{texts.noCommand}</p>
          )}
          <ChoiceList
            id={listID}
            groups={groups}
            activeID={active?.id}
            onPoint={({ id }) => setMoved(id)}
            onChoose={choose}
          />
        </div>
        <p role="status" className="sr-only">
          {term === "" ? "" : isBehind ? texts.searching : resultAnnouncement(groups)}
        </p>
        <div className="flex items-center gap-4 border-line border-t px-4 py-2 text-fine text-ink-muted max-sm:hidden">
          <span className="flex items-center gap-1">
            <KeyboardKey>↑</KeyboardKey>
            <KeyboardKey>↓</KeyboardKey> {texts.hintMove}
          </span>
          <span className="flex items-center gap-1">
            <KeyboardKey>{texts.keyOpen}</KeyboardKey> {texts.hintOpen}
          </span>
          <span className="flex items-center gap-1">
            <KeyboardKey>{texts.keyNewTab}</KeyboardKey> {texts.hintNewTab}
          </span>
          <span className="ms-auto flex items-center gap-1">
            <KeyboardKey>{texts.keyClose}</KeyboardKey> {texts.hintClose}
          </span>
        </div>
      </div>
      <DialogAnnouncer />
    </dialog>
  );
}
