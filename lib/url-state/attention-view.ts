import { attentionKinds } from "#lib/contract/values/console/attention-kinds.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { declareView, flag, oneOf } from "./declared-view.ts";

/** The view of the attention page. */
const view = declareView({
  mine: flag(),
  environment: oneOf(environments),
  kind: oneOf(attentionKinds),
  /** True to show the postponed items. Otherwise the items that are not postponed are shown. */
  snoozed: flag(),
  /** True to show the items that are marked as handled. */
  handled: flag(),
});

export type AttentionView = ReturnType<typeof view.parse>;

/** `attentionViewParams` writes the query of the page's URL, and also the query of the page's request. */
export const { initial: defaultAttentionView, parse: parseAttentionView, params: attentionViewParams } = view;
