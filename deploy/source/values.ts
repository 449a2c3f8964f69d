import { z } from "zod";

/** Memory and processor. Kubernetes checks the amounts themselves. */
const amounts = z.strictObject({ cpu: z.string().optional(), memory: z.string().optional() });
const resources = (defaults: { requests: z.input<typeof amounts>; limits: z.input<typeof amounts> }) =>
  z.strictObject({ requests: amounts.optional(), limits: amounts.optional() }).default(defaults);

const port = z.int().min(1).max(65_535);

/** The values of the Helm chart: `deploy/helm/values.yaml` and `values.schema.json` beside it are made from them. */
export const chartValuesSchema = z.strictObject({
  publicOrigin: z
    .string()
    .regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/)
    .describe(
      "The address that browsers use, such as https://switchboard.example. Required. The ingress uses its host.",
    ),
  secretName: z
    .string()
    .min(1)
    .default("switchboard")
    .describe(
      "The secret with DATABASE_URL, SESSION_SECRET, AUDIT_CHAIN_KEY, the API's address and keys, and the first administrator. The chart never contains a secret.",
    ),
  image: z
    .strictObject({
      repository: z.string().min(1).default("switchboard").describe("Where the image is."),
      tag: z.string().default("").describe("Empty: the version of the chart."),
      pullPolicy: z.enum(["Always", "IfNotPresent", "Never"]).default("IfNotPresent"),
    })
    .prefault({}),
  imagePullSecrets: z
    .array(z.strictObject({ name: z.string().min(1) }))
    .default([])
    .describe("Secrets for a registry that needs a password."),
  replicas: z
    .int()
    .min(2)
    .default(2)
    .describe("How many consoles. Two or more, so that an upgrade interrupts nobody. All of them use PostgreSQL."),
  trustedProxies: z
    .string()
    .min(1)
    .default("10.0.0.0/8")
    .describe("Must contain the addresses of the ingress controller's pods and of the proxy's pods."),
  env: z
    .record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string())
    .default({})
    .describe('Further variables of the console that are not secret, such as READ_AHEAD: "off".'),
  resources: resources({ requests: { cpu: "250m", memory: "512Mi" }, limits: { memory: "1Gi" } }),
  proxy: z
    .strictObject({
      image: z.string().min(1).default("nginxinc/nginx-unprivileged:stable"),
      replicas: z.int().min(1).default(2),
      resources: resources({ requests: { cpu: "50m", memory: "32Mi" }, limits: { memory: "128Mi" } }),
    })
    .prefault({})
    .describe("The nginx between the ingress and the console."),
  ingress: z
    .strictObject({
      enabled: z.boolean().default(true),
      className: z.string().default("").describe("Empty: the cluster's default class."),
      tlsSecretName: z.string().min(1).default("switchboard-tls").describe("The secret with the certificate."),
      annotations: z
        .record(z.string(), z.string())
        .default({
          "nginx.ingress.kubernetes.io/proxy-body-size": "16m",
          "nginx.ingress.kubernetes.io/proxy-read-timeout": "120",
        })
        .describe(
          "For ingress-nginx, whose defaults are 1 MB and 60 s. Other controllers have no such limits, or name them differently.",
        ),
    })
    .prefault({}),
  networkPolicy: z
    .strictObject({
      enabled: z.boolean().default(true),
      egressPorts: z
        .array(port)
        .min(1)
        .default([443, 5432])
        .describe(
          "The ports of the API, of PostgreSQL, and of everything else that is configured, such as mail (587).",
        ),
      monitoringNamespace: z
        .string()
        .min(1)
        .default("monitoring")
        .describe("The namespace whose pods may read metrics."),
    })
    .prefault({}),
  nodeSelector: z.record(z.string(), z.string()).default({}),
  tolerations: z.array(z.record(z.string(), z.unknown())).default([]),
});

export type ChartValues = z.output<typeof chartValuesSchema>;

/** The values of the plain manifest: those of the chart, with an example address that the operator replaces. */
export const plainValues: ChartValues = chartValuesSchema.parse({
  publicOrigin: "https://switchboard.example",
});
