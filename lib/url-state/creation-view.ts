import { againParameter } from "#lib/operation-kinds/create-customer.ts";

/**
 * The view of the page that creates a customer. The step is in the URL, so the browser's Back button leads from the
 * review to the form.
 */
export interface CreationView {
  /** The ID of the operation whose values are reused. */
  again: string | undefined;
  step: "form" | "review";
}

const maxID = 200;

/** Parses the page's URL. An invalid value counts as absent. */
export function parseCreationView(params: URLSearchParams): CreationView {
  const again = params.get(againParameter)?.trim() ?? "";
  return {
    again: again === "" || again.length > maxID ? undefined : again,
    step: params.get("step") === "review" ? "review" : "form",
  };
}

/** Writes the page's URL. The inverse of `parseCreationView`. */
export function creationViewParams({ again, step }: CreationView): URLSearchParams {
  const params = new URLSearchParams();
  if (again !== undefined) params.set(againParameter, again);
  if (step === "review") params.set("step", "review");
  return params;
}
