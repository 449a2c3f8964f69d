import { jsxDEV as createElement } from "react/jsx-dev-runtime";
import { inertProps } from "./inert-props.ts";

// biome-ignore lint/performance/noBarrelFile: the compiler imports Fragment and jsxDEV from the same module
export { Fragment, type JSX } from "react/jsx-dev-runtime";

export const jsxDEV: typeof createElement = (type, props, key, isStatic, source, self) =>
  createElement(type, inertProps(type, props), key, isStatic, source, self);
