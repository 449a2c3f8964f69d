import type { AttentionKind } from "#lib/contract/console/attention.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { attentionKinds } from "#lib/contract/values/console/attention-kinds.ts";
import { environments } from "#lib/contract/values/environments.ts";

/** What of the attention page is shown; all of it stands in the URL. */
export interface AttentionView {
  mine: boolean;
  environment: Environment | undefined;
  kind: AttentionKind | undefined;
  /** Those that are put off, in place of those that are not. */
  snoozed: boolean;
}

export const defaultAttentionView: Readonly<AttentionView> = {
  ...{ mine: false, environment: undefined, kind: undefined, snoozed: false },
};

/** Reads a page's URL; an invalid value counts as not given. */
export function parseAttentionView(params: URLSearchParams): AttentionView {
  return {
    mine: params.get("mine") === "true",
    environment: environments.find((one) => one === params.get("environment")),
    kind: attentionKinds.find((one) => one === params.get("kind")),
    snoozed: params.get("snoozed") === "true",
  };
}

/** Writes the page's URL, which is the query of its route as well. The inverse of `parseAttentionView`. */
export function attentionViewParams({ mine, environment, kind, snoozed }: AttentionView): URLSearchParams {
  return new URLSearchParams({
    ...(mine && { mine: "true" }),
    ...(environment !== undefined && { environment }),
    ...(kind !== undefined && { kind }),
    ...(snoozed && { snoozed: "true" }),
  });
}
