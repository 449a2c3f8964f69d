import { OpenAPIHono } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import type { Logger } from "pino";
import type { Environment } from "#lib/contract/environment.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { environmentPrefix, environments } from "#lib/contract/values/environments.ts";
import { createAnswerError, type ServiceContext } from "./answer-errors.ts";
import { createTokens, requireToken } from "./auth.ts";
import { boundedUrl } from "./bounded-url.ts";
import { createDocsRoutes } from "./docs-page.ts";
import type { ServiceEnv } from "./env.ts";
import type { JobEngine } from "./jobs/engine.ts";
import { describeService } from "./openapi.ts";
import { refuseOverload } from "./overload.ts";
import { createRateLimit, limitRate } from "./rate-limit.ts";
import { createAuthRoutes } from "./routes/auth.ts";
import { createCustomerRoutes } from "./routes/customers.ts";
import { createHealthRoutes } from "./routes/health.ts";
import { createResourceRoutes } from "./routes/resources.ts";
import type { ProvisioningStore } from "./store/open-store.ts";

export interface ServiceOptions {
  /** The configuration. If `rateLimitPerMinute` or `maxRequests` is missing, there is no such limit. */
  env: Pick<ServiceEnv, "credentials" | "tokenLifetimeSeconds"> &
    Partial<Pick<ServiceEnv, "rateLimitPerMinute" | "maxRequests">>;
  store: Omit<ProvisioningStore, "close">;
  /** Runs the jobs that creations start. */
  engine: Pick<JobEngine, "schedule" | "wake">;
  /** The current time, in milliseconds since 1970. */
  clock: () => number;
  log: Logger;
  /** True while the event loop is delayed too much. All requests are then refused. */
  isLate?: () => boolean;
  /** True after the process got the signal to stop. */
  isDraining?: () => boolean;
}

/**
 * True for an intended 503. It is caused by overload or by a sandbox value. It is not logged as an error and has no
 * stack in the log.
 */
const isIntended = (error: Error | undefined) =>
  error === undefined || (isAppError(error) && error.cause === undefined);

/**
 * Logs one line per request. The line contains no headers, no query and no body, because these may contain keys, tokens
 * and names.
 */
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
    if (status < 500) log.info(line, "request");
    else if (isIntended(c.error)) log.warn(line, "request refused");
    else log.error({ ...line, err: c.error }, "request failed");
  });
}

/**
 * Disables caching. The files of the reference page override this header with their own value. The header is set before
 * the response exists. Adding it to a finished response would copy the response and read its body as a stream.
 */
const neverStored = createMiddleware((c, next) => {
  c.header("Cache-Control", "no-store");
  return next();
});

/**
 * Creates the routes of one environment, which has its own prefix, key, tokens and data. Checks run in the order in
 * which they are registered. Every route except `/auth` checks the token first. So a client without a token cannot find
 * out which paths exist.
 */
function createEnvironmentRoutes(environment: Environment, { env, store, engine, clock }: ServiceOptions) {
  const tokens = createTokens({
    environment,
    credentials: env.credentials[environment],
    lifetimeSeconds: env.tokenLifetimeSeconds,
    clock,
  });
  const limitOf = () => createRateLimit(env.rateLimitPerMinute ?? 0);
  const router = new OpenAPIHono<ServiceContext>();
  router.route("/", createAuthRoutes({ tokens, limit: limitOf() }));
  router.use("*", requireToken(tokens), limitRate(limitOf(), "key"));
  router.route("/", createCustomerRoutes({ environment, store, clock }));
  router.route("/", createResourceRoutes({ environment, store, engine, clock }));
  return router;
}

/** Creates the provisioning service as a web-standard app. Tests can call `app.fetch(request)` without a port. */
export function createApp(options: ServiceOptions): OpenAPIHono<ServiceContext> {
  const { env, store, clock, log } = options;
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
  app.onError(createAnswerError(clock));
  app.use(boundedUrl);
  // The health routes come before the overload check. Otherwise a supervisor would get a 503 from an overloaded
  // process, and would kill the process.
  const healthRoutes = createHealthRoutes({ store, isDraining: options.isDraining ?? (() => false) });
  app.route("/", healthRoutes);
  app.use(refuseOverload({ maxRequests: env.maxRequests ?? 0, isLate: options.isLate ?? (() => false) }));
  const routers = {
    production: createEnvironmentRoutes("production", options),
    sandbox: createEnvironmentRoutes("sandbox", options),
  };
  for (const environment of environments) app.route(environmentPrefix[environment], routers[environment]);
  app.route("/", createDocsRoutes());
  // Both environments have the same routes, so the description contains them only once.
  const description = describeService({ routes: routers.production, outside: healthRoutes });
  app.get("/openapi.json", (c) => c.json(description));
  return app;
}
