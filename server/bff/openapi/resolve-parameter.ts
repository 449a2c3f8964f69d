// The console uses this module while it runs. So it must not load the modules that make the document, because these
// need TypeScript, which a production folder does not have.
import type { OpenApiDocument, Parameter } from "./build-document.ts";

/** The parameter itself, if a route has a reference to a shared parameter. */
export function resolveParameter(
  { components }: Pick<OpenApiDocument, "components">,
  parameter: Parameter | { $ref: string },
): Parameter {
  if (!("$ref" in parameter)) return parameter as Parameter;
  return components.parameters?.[String(parameter.$ref).split("/").at(-1) ?? ""] as Parameter;
}
