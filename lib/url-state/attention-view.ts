import { attentionKinds } from "#lib/contract/values/console/attention-kinds.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { declareView, flag, oneOf } from "./declared-view.ts";

/** The view of the attention page. */
const view = declareView({
  mine: flag(),
  environment: oneOf(environments),
  kind: oneOf(attentionKinds),
  /** Postponed items instead of the others. */
  snoozed: flag(),
});

export type AttentionView = ReturnType<typeof view.parse>;

/** The page's URL is the query of its route as well. */
export const { initial: defaultAttentionView, parse: parseAttentionView, params: attentionViewParams } = view;
