import type { HistoryMember } from "./history-members.ts";

/** The changes outside Switchboard that appear under Attention and are sent as notifications. */
export const elsewhereAlerts = ["none", "contract", "every"] as const;

export type ElsewhereAlerts = (typeof elsewhereAlerts)[number];

/** For how many days a change outside Switchboard is listed under Attention. */
export const elsewhereDays = 7;

/** True if a change of this member appears under Attention. */
export const isAlerted = (alerts: ElsewhereAlerts, member: HistoryMember): boolean =>
  alerts === "every" || (alerts === "contract" && (member === "plan" || member === "term"));
