import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IDeployment } from "kubernetes-models/apps/v1/Deployment";
import type { IIngress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import type { INetworkPolicyPort } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort";
import type { IPodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import type { IConfigMap } from "kubernetes-models/v1/ConfigMap";
import type { IContainer } from "kubernetes-models/v1/Container";
import type { IEnvVar } from "kubernetes-models/v1/EnvVar";
import type { IPodSpec } from "kubernetes-models/v1/PodSpec";
import type { IResourceRequirements } from "kubernetes-models/v1/ResourceRequirements";
import type { IService } from "kubernetes-models/v1/Service";

/** What differs between two installations. In the chart, each one is an expression of Helm. */
export interface Installation {
  name: string;
  image: string;
  pullPolicy: NonNullable<IContainer["imagePullPolicy"]>;
  secretName: string;
  publicOrigin: string;
  host: string;
  trustedProxies: string;
  replicas: number;
  resources: IResourceRequirements;
  proxyImage: string;
  proxyReplicas: number;
  proxyResources: IResourceRequirements;
  tlsSecretName: string;
  ingressAnnotations: Record<string, string>;
  egressPorts: INetworkPolicyPort[];
  monitoringNamespace: string;
  /** Missing in the plain manifest. */
  env?: IEnvVar;
  ingressClassName?: string;
  pod?: Pick<IPodSpec, "imagePullSecrets" | "nodeSelector" | "tolerations">;
}

export type Resource = IDeployment | IPodDisruptionBudget | IService | IConfigMap | IIngress | INetworkPolicy;

/** A resource with its comments, by the path of the member that each comment explains. */
export interface Described {
  /** The name of its file in the chart. */
  file: string;
  resource: Resource;
  comments?: Readonly<Record<string, string>>;
  /** The value of the chart that switches the resource on or off. Missing: the resource always exists. */
  enabledBy?: string;
}

const proxyConf = readFileSync(join(import.meta.dirname, "proxy.conf"), "utf8");

const securityContext: NonNullable<IContainer["securityContext"]> = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ["ALL"] },
};

const podSecurity = (user: number): NonNullable<IPodSpec["securityContext"]> => ({
  runAsNonRoot: true,
  runAsUser: user,
  runAsGroup: user,
  fsGroup: user,
  seccompProfile: { type: "RuntimeDefault" },
});

const spread = (labels: Record<string, string>): NonNullable<IPodSpec["topologySpreadConstraints"]> => [
  {
    maxSkew: 1,
    topologyKey: "kubernetes.io/hostname",
    whenUnsatisfiable: "ScheduleAnyway",
    labelSelector: { matchLabels: labels },
  },
];

const dns: INetworkPolicyPort[] = [
  { port: 53, protocol: "UDP" },
  { port: 53, protocol: "TCP" },
];

/** Every resource of an installation in Kubernetes. The plain manifest and the Helm chart are both made from this. */
export function resourcesOf(installation: Installation): Described[] {
  const { name, pod, env, ingressClassName } = installation;
  const proxyName = `${name}-proxy`;
  const labels = { "app.kubernetes.io/name": "switchboard", "app.kubernetes.io/instance": name };
  const proxyLabels = { "app.kubernetes.io/name": "switchboard-proxy", "app.kubernetes.io/instance": name };

  const console: IDeployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels },
    spec: {
      replicas: installation.replicas,
      selector: { matchLabels: labels },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          terminationGracePeriodSeconds: 45,
          ...pod,
          securityContext: podSecurity(10_001),
          topologySpreadConstraints: spread(labels),
          containers: [
            {
              name: "console",
              image: installation.image,
              imagePullPolicy: installation.pullPolicy,
              ports: [{ name: "http", containerPort: 3000 }],
              envFrom: [{ secretRef: { name: installation.secretName } }],
              env: [
                { name: "PUBLIC_ORIGIN", value: installation.publicOrigin },
                { name: "TRUSTED_PROXIES", value: installation.trustedProxies },
                { name: "DRAIN_PAUSE", value: "10" },
                ...(env ? [env] : []),
              ],
              readinessProbe: {
                httpGet: { path: "/api/ready", port: "http" },
                periodSeconds: 2,
                timeoutSeconds: 3,
                failureThreshold: 1,
              },
              livenessProbe: {
                httpGet: { path: "/api/health", port: "http" },
                periodSeconds: 10,
                timeoutSeconds: 5,
                failureThreshold: 3,
              },
              startupProbe: {
                httpGet: { path: "/api/health", port: "http" },
                periodSeconds: 2,
                failureThreshold: 60,
              },
              resources: installation.resources,
              securityContext,
              volumeMounts: [
                { name: "data", mountPath: "/data" },
                { name: "tmp", mountPath: "/tmp" },
              ],
            },
          ],
          volumes: [
            { name: "data", emptyDir: {} },
            { name: "tmp", emptyDir: {} },
          ],
        },
      },
    },
  };

  const proxy: IDeployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: proxyName, labels: proxyLabels },
    spec: {
      replicas: installation.proxyReplicas,
      selector: { matchLabels: proxyLabels },
      template: {
        metadata: { labels: proxyLabels },
        spec: {
          automountServiceAccountToken: false,
          ...pod,
          securityContext: podSecurity(101),
          topologySpreadConstraints: spread(proxyLabels),
          containers: [
            {
              name: "nginx",
              image: installation.proxyImage,
              ports: [{ name: "http", containerPort: 8080 }],
              readinessProbe: { httpGet: { path: "/proxy-health", port: "http" }, periodSeconds: 2 },
              lifecycle: { preStop: { exec: { command: ["sleep", "10"] } } },
              resources: installation.proxyResources,
              securityContext,
              volumeMounts: [
                { name: "configuration", mountPath: "/etc/nginx/conf.d" },
                { name: "tmp", mountPath: "/tmp" },
              ],
            },
          ],
          volumes: [
            { name: "configuration", configMap: { name: proxyName } },
            { name: "tmp", emptyDir: {} },
          ],
        },
      },
    },
  };

  const budget = (of: string, matchLabels: Record<string, string>): IPodDisruptionBudget => ({
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: of, labels: matchLabels },
    spec: { maxUnavailable: 1, selector: { matchLabels } },
  });

  const service = (of: string, selector: Record<string, string>): IService => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: of, labels: selector },
    spec: { selector, ports: [{ name: "http", port: 80, targetPort: "http" }] },
  });

  const configMap: IConfigMap = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: proxyName, labels: proxyLabels },
    data: { "default.conf": proxyConf.replaceAll(/\bSERVICE\b/g, name) },
  };

  const ingress: IIngress = {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name, labels, annotations: installation.ingressAnnotations },
    spec: {
      ...(ingressClassName === undefined ? {} : { ingressClassName }),
      tls: [{ hosts: [installation.host], secretName: installation.tlsSecretName }],
      rules: [
        {
          host: installation.host,
          http: {
            paths: [
              { path: "/", pathType: "Prefix", backend: { service: { name: proxyName, port: { name: "http" } } } },
            ],
          },
        },
      ],
    },
  };

  const consolePolicy: INetworkPolicy = {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name, labels },
    spec: {
      podSelector: { matchLabels: labels },
      policyTypes: ["Ingress", "Egress"],
      ingress: [
        {
          from: [
            { podSelector: { matchLabels: proxyLabels } },
            {
              namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": installation.monitoringNamespace } },
            },
          ],
          ports: [{ port: 3000, protocol: "TCP" }],
        },
      ],
      egress: [{ ports: dns }, { ports: installation.egressPorts }],
    },
  };

  const proxyPolicy: INetworkPolicy = {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: proxyName, labels: proxyLabels },
    spec: {
      podSelector: { matchLabels: proxyLabels },
      policyTypes: ["Ingress", "Egress"],
      ingress: [{ ports: [{ port: 8080, protocol: "TCP" }] }],
      egress: [
        { ports: dns },
        {
          to: [{ podSelector: { matchLabels: labels } }],
          ports: [{ port: 3000, protocol: "TCP" }],
        },
      ],
    },
  };

  return [
    {
      file: "console.yaml",
      resource: console,
      comments: {
        "spec.template.spec.terminationGracePeriodSeconds":
          "DRAIN_PAUSE, and about 30 s for requests that are still running.",
        "spec.template.spec.containers.0.env.1":
          "Must contain the addresses of the ingress controller's pods and of the proxy's pods below.",
      },
    },
    { file: "console-budget.yaml", resource: budget(name, labels) },
    { file: "console-service.yaml", resource: service(name, labels) },
    { file: "proxy-configuration.yaml", resource: configMap },
    {
      file: "proxy.yaml",
      resource: proxy,
      comments: {
        "spec.template.spec.containers.0.lifecycle.preStop.exec.command":
          "Kubernetes removes the pod from the endpoints before the listener closes.",
      },
    },
    { file: "proxy-budget.yaml", resource: budget(proxyName, proxyLabels) },
    { file: "proxy-service.yaml", resource: service(proxyName, proxyLabels) },
    {
      file: "ingress.yaml",
      resource: ingress,
      comments: {
        "metadata.annotations":
          "For ingress-nginx, whose defaults are 1 MB and 60 s. Other controllers have no such limits, or name them differently.",
      },
      enabledBy: ".Values.ingress.enabled",
    },
    {
      file: "console-network.yaml",
      resource: consolePolicy,
      comments: {
        "spec.ingress":
          "Only the proxy and the monitoring reach the console. The probes of Kubernetes are not affected.",
        "spec.egress.1.ports":
          "The API, PostgreSQL, and what else is configured. Narrow this to your addresses if you know them.",
      },
      enabledBy: ".Values.networkPolicy.enabled",
    },
    {
      file: "proxy-network.yaml",
      resource: proxyPolicy,
      comments: { "spec.ingress": "The namespace of the ingress controller differs between clusters." },
      enabledBy: ".Values.networkPolicy.enabled",
    },
  ];
}
