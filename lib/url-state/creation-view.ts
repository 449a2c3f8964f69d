import { againParameter, likeParameter } from "#lib/operation-kinds/create-customer.ts";

/**
 * The view of the page that creates a customer. The step is in the URL, so the browser's Back button leads from the
 * review to the form.
 */
export interface CreationView {
  /** The ID of the operation whose values are reused. */
  again: string | undefined;
  /**
   * The ID of a deleted customer whose values are reused. The job that should have created this customer has failed.
   */
  like: string | undefined;
  step: "form" | "review";
}

const maxID = 200;

/** Parses the page's URL. An invalid value counts as absent. */
export function parseCreationView(params: URLSearchParams): CreationView {
  const idOf = (name: string) => {
    const id = params.get(name)?.trim() ?? "";
    return id === "" || id.length > maxID ? undefined : id;
  };
  const again = idOf(againParameter);
  return {
    again,
    like: again === undefined ? idOf(likeParameter) : undefined,
    step: params.get("step") === "review" ? "review" : "form",
  };
}

/** Writes the page's URL. The inverse of `parseCreationView`. */
export function creationViewParams({ again, like, step }: CreationView): URLSearchParams {
  const params = new URLSearchParams();
  if (again !== undefined) params.set(againParameter, again);
  if (like !== undefined) params.set(likeParameter, like);
  if (step === "review") params.set("step", "review");
  return params;
}
