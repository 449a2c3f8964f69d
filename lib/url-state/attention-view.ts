import { attentionKinds } from "#lib/contract/values/console/attention-kinds.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { declareView, flag, oneOf } from "./declared-view.ts";

/** The view of the attention page. */
const view = declareView({
  mine: flag(),
  environment: oneOf(environments),
  kind: oneOf(attentionKinds),
  /** True for postponed items instead of the others. */
  snoozed: flag(),
});

export type AttentionView = ReturnType<typeof view.parse>;

/** The page and its route have the same query. */
export const { initial: defaultAttentionView, parse: parseAttentionView, params: attentionViewParams } = view;
