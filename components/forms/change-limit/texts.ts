import { environmentNames } from "#components/ui/environment/environment-names.ts";
import type { Environment } from "#lib/contract/environment.ts";

export const limitNoticeTexts = {
  reached: (environment: Environment, changed: string) =>
    `You have reached the change limit in ${environmentNames[environment]}. Customers that you changed in the last hour: ${changed}.`,
  /** Followed by a time. */
  next: "You can change another one at",
  again: "You can still change these customers again.",
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
