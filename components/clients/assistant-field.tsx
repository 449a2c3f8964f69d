"use client";

import type { ApiClient } from "#lib/contract/access/clients.ts";
import { mayPropose } from "#lib/contract/access/permissions.ts";
import { type AssistantMode, assistantModes } from "#lib/contract/values/access/assistant-modes.ts";
import { assistantModeTexts, clientTexts as texts } from "./texts.ts";

interface AssistantFieldProps {
  id: string;
  client: ApiClient;
  value: AssistantMode;
  onValue: (mode: AssistantMode) => void;
  error: string | undefined;
}

/**
 * Asks what an assistant may do with a key. If the key's role may not change contracts, the mode `proposals` is not
 * offered. A key that an assistant may have cannot be off again, because it could then send changes by itself.
 */
export function AssistantField({ id, client, value, onValue, error }: AssistantFieldProps) {
  const noteID = `${id}-note`;
  const errorID = `${id}-error`;
  const offered = assistantModes.filter((mode) =>
    mode === "proposals"
      ? mayPropose({ assistant: mode, role: client.role })
      : mode === "reading" || client.assistant === "off",
  );
  return (
    <fieldset aria-describedby={error === undefined ? noteID : `${noteID} ${errorID}`}>
      <legend className="mb-1 font-medium text-table">{texts.assistant}</legend>
      <p id={noteID} className="mb-2 text-fine text-ink-muted">
        {texts.assistantNote} {client.assistant !== "off" && texts.assistantStays}
      </p>
      {offered.map((mode, index) => (
        <label key={mode} className="flex gap-2 py-1">
          <input
            id={index === 0 ? id : undefined}
            type="radio"
            name={`${id}-mode`}
            className="mt-1 shrink-0 self-start"
            checked={value === mode}
            onChange={() => onValue(mode)}
          />
          <span>
            {assistantModeTexts[mode].name}
            <span className="block text-fine text-ink-muted">{assistantModeTexts[mode].meaning}</span>
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p id={errorID} className="mt-1 text-fine text-negative">
          {error}
        </p>
      )}
    </fieldset>
  );
}
