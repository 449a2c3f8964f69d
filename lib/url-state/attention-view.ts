import { attentionKinds } from "#lib/contract/values/console/attention-kinds.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { declareView, flag, oneOf, someOf } from "./declared-view.ts";

/** The view of the attention page. */
const view = declareView({
  mine: flag(),
  environment: oneOf(environments),
  kinds: someOf(attentionKinds, "kind"),
  /** True to show only postponed items. False: only items that are not postponed. Ignored with `handled`. */
  snoozed: flag(),
  /** True to show only items that are marked as handled. */
  handled: flag(),
});

export type AttentionView = ReturnType<typeof view.parse>;

/** `attentionViewParams` writes the query of the page's URL. The page's request uses the same query. */
export const { initial: defaultAttentionView, parse: parseAttentionView, params: attentionViewParams } = view;
