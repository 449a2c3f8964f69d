import { jsxDEV as createElement } from "react/jsx-dev-runtime";
import { inertProps } from "./inert-props.ts";

// biome-ignore lint/performance/noBarrelFile: the compiler asks one module for all three
export { Fragment, type JSX } from "react/jsx-dev-runtime";

export const jsxDEV: typeof createElement = (type, props, key, isStatic, source, self) =>
  createElement(type, inertProps(type, props), key, isStatic, source, self);
