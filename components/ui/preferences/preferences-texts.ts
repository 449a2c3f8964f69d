import type { Density } from "#lib/table-density.ts";

export const preferencesTexts = {
  notSaved: "Your preferences were not saved",
  explained: "They apply on this page until you leave it. Check the connection, then save them again.",
  retry: "Save again",
  dismiss: "Dismiss",
} as const;

export const densityNames: Readonly<Record<Density, string>> = { comfortable: "Comfortable", compact: "Compact" };

export const onOff = [
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
] as const;
