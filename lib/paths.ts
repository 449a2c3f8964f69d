import type { Environment } from "./contract/environment.ts";

type Query = URLSearchParams | string;

function withQuery(path: string, query?: Query): string {
  const text = query?.toString() ?? "";
  return text === "" ? path : `${path}?${text}`;
}

/** Every page's address. */
export const pages = {
  signIn: (returnTo?: string) =>
    withQuery("/sign-in", returnTo === undefined ? undefined : new URLSearchParams({ returnTo })),
  overview: (environment: Environment) => `/${environment}`,
  customers: (environment: Environment, query?: Query) => withQuery(`/${environment}/customers`, query),
} as const;

/** Every path of the BFF that the browser calls. */
export const api = {
  session: () => "/api/session",
  customers: (environment: Environment, query?: Query) => withQuery(`/api/${environment}/customers`, query),
} as const;
