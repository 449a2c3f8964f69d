import { environmentNames } from "#components/ui/environment/environment-names.ts";
import type { Environment } from "#lib/contract/environment.ts";

export const limitNoticeTexts = {
  reached: (environment: Environment, changed: string) =>
    `You have changed ${changed} customers in ${environmentNames[environment]} in the last hour. That is the limit.`,
  /** Followed by a time. */
  next: "The next one is possible at",
  again: "You can still change the customers that you have changed in this hour.",
  ask: "Ask for more…",
  /** Followed by a time. */
  asked: "A colleague can release more under Attention. You asked at",
} as const;

export const askForMoreTexts = {
  title: "Ask for more changes",
  explained: "Colleagues who may approve see this under Attention. One of them can release more for an hour.",
  reason: "What you need it for",
  submit: "Ask",
  cancel: "Cancel",
  failed: "Nobody was asked",
  done: "Your request is under Attention.",
} as const;
