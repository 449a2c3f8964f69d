import { OpenAPIHono } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import type { Logger } from "pino";
import { type Environment, environmentPrefix, environments } from "#lib/contract/environment.ts";
import { answerError, type ServiceContext } from "./answer-errors.ts";
import { createTokens, requireToken } from "./auth.ts";
import type { ServiceEnv } from "./env.ts";
import { createAuthRoutes } from "./routes/auth.ts";
import { createCustomerRoutes } from "./routes/customers.ts";
import { createHealthRoutes } from "./routes/health.ts";
import type { ProvisioningStore } from "./store/open-store.ts";

export interface ServiceOptions {
  env: Pick<ServiceEnv, "credentials" | "tokenLifetimeSeconds">;
  store: Pick<ProvisioningStore, "customers" | "ping">;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
}

/** One line a request: never a header, a query or a body, where keys, tokens and people's names are. */
function logRequests(log: Logger, clock: () => number) {
  return createMiddleware<ServiceContext>(async (c, next) => {
    const startedMs = clock();
    await next();
    const { status } = c.res;
    const line = {
      requestID: c.get("requestId"),
      method: c.req.method,
      path: c.req.path,
      status,
      durationMs: clock() - startedMs,
    };
    if (status >= 500) log.error({ ...line, err: c.error }, "request failed");
    else log.info(line, "request");
  });
}

const neverStored = createMiddleware(async (c, next) => {
  await next();
  c.header("Cache-Control", "no-store");
});

/**
 * One environment under its prefix, with its own key, tokens and data. The order of registration is
 * the order of refusals: everything but `/auth` asks for the token before it tells which paths exist.
 */
function createEnvironmentRoutes(environment: Environment, { env, store, clock }: ServiceOptions) {
  const tokens = createTokens({
    environment,
    credentials: env.credentials[environment],
    lifetimeSeconds: env.tokenLifetimeSeconds,
    clock,
  });
  const router = new OpenAPIHono<ServiceContext>();
  router.route("/", createAuthRoutes(tokens));
  router.use("*", requireToken(tokens));
  router.route("/", createCustomerRoutes({ environment, store, clock }));
  return router;
}

/** The provisioning service as a web-standard app: `app.fetch(request)` needs no port. */
export function createApp(options: ServiceOptions): OpenAPIHono<ServiceContext> {
  const { store, clock, log } = options;
  const app = new OpenAPIHono<ServiceContext>();
  app.use(requestId({ limitLength: 128, headerName: "X-Request-ID" }));
  app.use(logRequests(log, clock));
  app.use(neverStored);
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        c.json({ message: `This path knows ${methods.join(", ")} only.` }, 405, { Allow: methods.join(", ") }),
    }),
  );
  app.notFound((c) => c.json({ message: "There is nothing at this path." }, 404));
  app.onError(answerError);
  app.openAPIRegistry.registerComponent("securitySchemes", "Bearer", { type: "http", scheme: "bearer" });
  app.route("/", createHealthRoutes(store));
  for (const environment of environments) {
    app.route(environmentPrefix[environment], createEnvironmentRoutes(environment, options));
  }
  return app;
}
