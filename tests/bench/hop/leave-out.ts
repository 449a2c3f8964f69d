import { registerHooks } from "node:module";

/** What can be left out, by the name of its module, and what stands in its place. */
const substitutes: Readonly<Record<string, string>> = {
  "call-recorder": "no-recorder.ts",
  "profile-learner": "no-learner.ts",
};

/**
 * Loaded before the console as `leave-out.ts?call-recorder`: that part of it does nothing then, so that its cost can be
 * measured.
 */
const name = new URL(import.meta.url).search.slice(1);
const substitute = substitutes[name];
if (substitute === undefined) throw new Error(`There is no ${name} to leave out`);

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith(`/${name}.ts`)
      ? { url: new URL(substitute, import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
