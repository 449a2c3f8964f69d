import { operationKinds } from "#lib/operation-kinds/operation-kinds.ts";
import { places } from "#lib/places.ts";

/** The names of panels, by the route that a panel reads. If a panel fills a whole page, it has the page's title. */
export const panelNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(places).map(({ pattern, title }) => [
      `GET /api${pattern.replace("[environment]", ":environment")}`,
      title,
    ]),
  ),
  ...Object.fromEntries(operationKinds.map(({ route, noun }) => [route, noun])),
  "GET /api/:environment/customers": "Customers",
  "GET /api/:environment/customers/:customerID": "Customer",
  "GET /api/:environment/customers/:customerID/numbers": "Numbers",
  "GET /api/:environment/customers/:customerID/jobs": "Running jobs",
  "GET /api/:environment/customers/:customerID/activities": "Activities",
  "GET /api/:environment/customers/:customerID/activities/summary": "Activities by day",
  "GET /api/:environment/customers/export": "Export",
  "GET /api/:environment/overview": "Overview",
  "GET /api/:environment/jobs/:jobID": "Job",
  "GET /api/:environment/lookup": "Lookup",
  "GET /api/:environment/contract-values": "Plans and terms",
  "GET /api/:environment/operations/:operationID": "Operation",
};

const pathOf = (route: string) => route.slice(route.indexOf("/"));

/**
 * The name of the panel that a route belongs to. If no panel reads exactly this route, uses the panel with the longest
 * path that is a prefix of the route's path.
 */
export function routeName(route: string): string | undefined {
  const continued = Object.keys(panelNames)
    .filter((known) => `${pathOf(route)}/`.startsWith(`${pathOf(known)}/`))
    .sort((one, other) => pathOf(other).length - pathOf(one).length)[0];
  return panelNames[route] ?? (continued === undefined ? undefined : panelNames[continued]);
}
