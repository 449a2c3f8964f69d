import { jsx as createElement, jsxs as createStaticElement } from "react/jsx-runtime";
import { inertProps } from "./inert-props.ts";

/*
 * The compiler turns JSX into calls of these functions (`jsxImportSource` in tsconfig.json;
 * docs/decisions/0043-inert-text.md). They replace dangerous characters in every text, so pages need no extra code
 * for names from the API. In JSX, write a `key` before a spread. With the `key` after a spread, the compiler needs
 * `createElement`, which this module does not have.
 */

// biome-ignore lint/performance/noBarrelFile: the compiler imports Fragment, jsx and jsxs from the same module
export { Fragment, type JSX } from "react/jsx-runtime";

export const jsx: typeof createElement = (type, props, key) => createElement(type, inertProps(type, props), key);

export const jsxs: typeof createStaticElement = (type, props, key) =>
  createStaticElement(type, inertProps(type, props), key);
