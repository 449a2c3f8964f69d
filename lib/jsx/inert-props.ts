import { Fragment } from "react/jsx-runtime";
import { showBidiControls } from "./show-bidi-controls.ts";

/** Attributes whose text a person sees or hears. Not `value`: what somebody edits is sent as it is. */
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
 * The props of an element with all text that it shows made inert. Those of a component are left alone: it can need
 * the text as it is, and what it shows becomes an element of the page.
 */
export function inertProps(type: unknown, props: unknown): unknown {
  if ((typeof type !== "string" && type !== Fragment) || typeof props !== "object" || props === null) return props;
  const record = props as Record<string, unknown>;
  const changed: Record<string, unknown> = {};
  const children = inertChildren(record["children"]);
  if (children !== record["children"]) changed["children"] = children;
  for (const name of shownAttributes) {
    const value = record[name];
    if (typeof value !== "string") continue;
    const inert = showBidiControls(value);
    if (inert !== value) changed[name] = inert;
  }
  for (const _ in changed) return { ...record, ...changed };
  return props;
}
