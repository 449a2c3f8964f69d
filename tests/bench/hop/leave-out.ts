import { registerHooks } from "node:module";

/** The modules that can be left out, each with the module that replaces it. */
const substitutes: Readonly<Record<string, string>> = {
  "call-recorder": "no-recorder.ts",
  "profile-learner": "no-learner.ts",
  "compile-once": "no-compile-once.ts",
  "list-memo": "no-list-memo.ts",
  "parsed-answers": "no-parsed-answers.ts",
  "bff/known/known-customers": "no-known-customers.ts",
};

/**
 * This module is loaded before the console, for example as `leave-out.ts?call-recorder+list-memo`. The named parts of
 * the console then do nothing. In this way, the bench measures what these parts cost or save.
 */
const replacements: { ending: string; substitute: string }[] = [];
for (const name of new URL(import.meta.url).search.slice(1).split("+")) {
  const substitute = substitutes[name];
  if (substitute === undefined) throw new Error(`There is no ${name} to leave out`);
  replacements.push({ ending: `/${name}.ts`, substitute });
}

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const found = replacements.find(({ ending }) => resolved.url.endsWith(ending));
    return found ? { url: new URL(found.substitute, import.meta.url).href, shortCircuit: true } : resolved;
  },
});
