import { type Document, isMap, isNode, Document as YamlDocument } from "yaml";
import { z } from "zod";
import { type Described, type Installation, resourcesOf } from "./resources.ts";
import { type ChartValues, chartValuesSchema } from "./values.ts";

/** The plain manifest and the chart, as texts. A test compares them with the files (and writes them if it is run with `-u`). */

const yamlOptions = { lineWidth: 0 } as const;

/** Sets the comment above a member or an item. */
function comment(document: Document, path: string, text: string): void {
  const keys = path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  const last = keys.at(-1);
  const parent = keys.length === 1 ? document.contents : document.getIn(keys.slice(0, -1), true);
  const above = ` ${text}`;
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => String(key) === String(last));
    if (!pair || !isNode(pair.key)) throw new Error(`There is no ${path} to comment`);
    pair.key.commentBefore = above;
    return;
  }
  const item = document.getIn(keys, true);
  if (!isNode(item)) throw new Error(`There is no ${path} to comment`);
  item.commentBefore = above;
}

function yamlOf({ resource, comments = {} }: Described): string {
  // Anchors and aliases are valid YAML, but people read the manifest.
  const document = new YamlDocument(resource, { aliasDuplicateObjects: false });
  for (const [path, text] of Object.entries(comments)) comment(document, path, text);
  return document.toString(yamlOptions);
}

const manifestHead = `# The console on PostgreSQL, two replicas. The ingress controller needs no sticky sessions. Behind it, a proxy closes
# /api/metrics, lets large imports through, and shows a page of our own while no replica is ready.
#   kubectl create secret generic switchboard --from-env-file=console.env
#   kubectl apply -f deploy/kubernetes/switchboard.yaml
# Set the image, the host and PUBLIC_ORIGIN. \`console.env\` holds DATABASE_URL, SESSION_SECRET, AUDIT_CHAIN_KEY, the keys
# of the API and the first administrator: docs/guide/deployment.md. This file and the Helm chart are made from
# deploy/source/resources.ts.
`;

/** The text of deploy/kubernetes/switchboard.yaml. `version`: the tag of the image, as in the chart. */
export function plainManifest(values: ChartValues, version: string): string {
  const installation: Installation = {
    name: "switchboard",
    image: `${values.image.repository}:${values.image.tag || version}`,
    pullPolicy: values.image.pullPolicy,
    secretName: values.secretName,
    publicOrigin: values.publicOrigin,
    host: new URL(values.publicOrigin).hostname,
    trustedProxies: values.trustedProxies,
    replicas: values.replicas,
    resources: values.resources as Installation["resources"],
    proxyImage: values.proxy.image,
    proxyReplicas: values.proxy.replicas,
    proxyResources: values.proxy.resources as Installation["resources"],
    tlsSecretName: values.ingress.tlsSecretName,
    ingressAnnotations: values.ingress.annotations,
    egressPorts: values.networkPolicy.egressPorts.map((port) => ({ port, protocol: "TCP" })),
    monitoringNamespace: values.networkPolicy.monitoringNamespace,
  };
  return manifestHead + resourcesOf(installation).map(yamlOf).join("---\n");
}

/** Helm's expression for each text and number of an installation. */
const expressions = {
  name: ".Release.Name",
  image: 'printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion)',
  pullPolicy: ".Values.image.pullPolicy",
  secretName: ".Values.secretName",
  publicOrigin: ".Values.publicOrigin",
  host: "(urlParse .Values.publicOrigin).hostname",
  trustedProxies: ".Values.trustedProxies",
  replicas: ".Values.replicas",
  proxyImage: ".Values.proxy.image",
  proxyReplicas: ".Values.proxy.replicas",
  tlsSecretName: ".Values.ingress.tlsSecretName",
  monitoringNamespace: ".Values.networkPolicy.monitoringNamespace",
} satisfies Partial<Record<keyof Installation, string>>;

const numbers = new Set(["replicas", "proxyReplicas"]);

/** Helm's value for each member that is a list or a map. An empty one is left out together with its name. */
const blocks: Readonly<Record<string, string>> = {
  resources: ".Values.resources",
  proxyResources: ".Values.proxy.resources",
  ingressAnnotations: ".Values.ingress.annotations",
  imagePullSecrets: ".Values.imagePullSecrets",
  nodeSelector: ".Values.nodeSelector",
  tolerations: ".Values.tolerations",
};

/** A placeholder for a value while the YAML is written. Afterwards, Helm's expression replaces it. */
const slot = (name: string) => `__${name}__` as never;

const chartInstallation: Installation = {
  ...(Object.fromEntries(Object.keys(expressions).map((name) => [name, slot(name)])) as unknown as Installation),
  resources: slot("resources"),
  proxyResources: slot("proxyResources"),
  ingressAnnotations: slot("ingressAnnotations"),
  egressPorts: slot("egressPorts"),
  env: slot("env"),
  ingressClassName: slot("ingressClassName"),
  pod: {
    imagePullSecrets: slot("imagePullSecrets"),
    nodeSelector: slot("nodeSelector"),
    tolerations: slot("tolerations"),
  },
};

function templateLine(line: string): string {
  const [, indent = "", key = "", name = ""] = /^( *)(?:([\w./-]+): |- )__(\w+)__$/.exec(line) ?? [];
  const block = blocks[name];
  if (block !== undefined) {
    const deeper = indent.length + 2;
    return `${indent}{{- with ${block} }}\n${indent}${key}:\n${" ".repeat(deeper)}{{- toYaml . | nindent ${deeper} }}\n${indent}{{- end }}`;
  }
  if (name === "env") {
    return `${indent}{{- range $name, $value := .Values.env }}\n${indent}- name: {{ $name }}\n${indent}  value: {{ $value | quote }}\n${indent}{{- end }}`;
  }
  if (name === "egressPorts") {
    return `${indent}${key}:\n${indent}  {{- range .Values.networkPolicy.egressPorts }}\n${indent}  - port: {{ . }}\n${indent}    protocol: TCP\n${indent}  {{- end }}`;
  }
  if (name === "ingressClassName") {
    return `${indent}{{- with .Values.ingress.className }}\n${indent}${key}: {{ . | quote }}\n${indent}{{- end }}`;
  }
  // A whole value is quoted, so that a text such as "1.0" stays a text. Within a longer text, it is only inserted.
  const isWhole = name in expressions;
  return line.replace(/__(\w+)__/g, (_, part: keyof typeof expressions) => {
    const quote = isWhole && !numbers.has(part) ? " | quote" : "";
    return `{{ ${expressions[part]}${quote} }}`;
  });
}

const templateHead = "{{- /* Made from deploy/source/resources.ts: change that file. */ -}}\n";

/** The texts of the chart's templates, by the names of their files. */
export function chartTemplates(): Record<string, string> {
  return Object.fromEntries(
    resourcesOf(chartInstallation).map((described) => {
      const body = yamlOf(described).trimEnd().split("\n").map(templateLine).join("\n");
      const { enabledBy } = described;
      const text = enabledBy === undefined ? `${body}\n` : `{{- if ${enabledBy} }}\n${body}\n{{- end }}\n`;
      return [described.file, templateHead + text];
    }),
  );
}

/** The text of deploy/helm/values.schema.json, with which Helm checks the values of an operator. */
export function chartValuesJsonSchema(): string {
  const schema = z.toJSONSchema(chartValuesSchema, { target: "draft-7", io: "input" });
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The text of deploy/helm/values.yaml: every value with its default and its description. */
export function chartValuesYaml(): string {
  const { publicOrigin: _, ...defaults } = chartValuesSchema.parse({ publicOrigin: "https://switchboard.example" });
  const document = new YamlDocument({ publicOrigin: null, ...defaults });
  const explain = (schema: z.ZodObject, before: string) => {
    for (const [name, member] of Object.entries(schema.shape)) {
      const { description } = member as z.ZodType;
      if (description !== undefined) comment(document, `${before}${name}`, description);
      const inner = member instanceof z.ZodPrefault ? member.unwrap() : member;
      if (inner instanceof z.ZodObject) explain(inner, `${before}${name}.`);
    }
  };
  explain(chartValuesSchema, "");
  return `# The values of the chart. Made from deploy/source/values.ts: change that file.\n\n${document.toString(yamlOptions)}`;
}

/** The text of deploy/helm/Chart.yaml. */
export function chartFile({ version, description }: { version: string; description: string }): string {
  const chart = {
    apiVersion: "v2",
    name: "switchboard",
    description,
    type: "application",
    version,
    appVersion: version,
    kubeVersion: ">=1.25.0-0",
  };
  return new YamlDocument(chart).toString(yamlOptions);
}
