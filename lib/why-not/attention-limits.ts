import { type AttentionView, defaultAttentionView } from "#lib/url-state/attention-view.ts";
import { eachAndAll, filterLimit } from "./each-and-all.ts";
import type { ListLimit } from "./list-limit.ts";

/** The limits that may explain an empty attention list. */
export const attentionLimits = (view: AttentionView): ListLimit<AttentionView>[] =>
  eachAndAll(
    view,
    [
      filterLimit<AttentionView>("mine"),
      filterLimit<AttentionView>("environment"),
      filterLimit<AttentionView>("kinds"),
      filterLimit<AttentionView>("snoozed"),
      filterLimit<AttentionView>("handled"),
    ],
    defaultAttentionView,
  );
