import { Fragment } from "react/jsx-runtime";
import { showBidiControls } from "./show-bidi-controls.ts";

/**
 * The attributes whose text people see or hear. `value` is not included, because a text that a person edits must be
 * sent unchanged.
 */
const shownAttributes = ["title", "aria-label", "aria-description", "alt", "placeholder", "label"];

function inertChildren(children: unknown): unknown {
  if (typeof children === "string") return showBidiControls(children);
  if (!Array.isArray(children)) return children;
  let copy: unknown[] | undefined;
  for (const [index, child] of children.entries()) {
    const inert = inertChildren(child);
    if (inert === child) continue;
    copy ??= [...children];
    copy[index] = inert;
  }
  return copy ?? children;
}

/**
 * Replaces invisible direction characters in all text that an HTML element shows. The props of a component stay
 * unchanged, because the component may need the original text. If the component shows the text, an inner HTML element
 * shows it, and this function handles that element.
 */
export function inertProps(type: unknown, props: unknown): unknown {
  if ((typeof type !== "string" && type !== Fragment) || typeof props !== "object" || props === null) return props;
  const record = props as Record<string, unknown>;
  const changed: Record<string, unknown> = {};
  const children = inertChildren(record.children);
  if (children !== record.children) changed.children = children;
  for (const name of shownAttributes) {
    const value = record[name];
    if (typeof value !== "string") continue;
    const inert = showBidiControls(value);
    if (inert !== value) changed[name] = inert;
  }
  for (const _ in changed) return { ...record, ...changed };
  return props;
}
