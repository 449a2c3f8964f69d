import { jsx as createElement, jsxs as createStaticElement } from "react/jsx-runtime";
import { inertProps } from "./inert-props.ts";

/*
 * What JSX is compiled to (`jsxImportSource` in tsconfig.json; docs/decisions/0043-inert-text.md), so that no page has
 * to remember that names come from outside. A `key` stands before a spread: behind one, the compiler asks for
 * `createElement`, which is not here.
 */

// biome-ignore lint/performance/noBarrelFile: the compiler asks one module for all three
export { Fragment, type JSX } from "react/jsx-runtime";

export const jsx: typeof createElement = (type, props, key) => createElement(type, inertProps(type, props), key);

export const jsxs: typeof createStaticElement = (type, props, key) =>
  createStaticElement(type, inertProps(type, props), key);
