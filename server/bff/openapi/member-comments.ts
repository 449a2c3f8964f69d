import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { commonMembers } from "./common-members.ts";

/** What the comments in lib/contract say about the members of a schema, by the member's name. */
export type MemberComments = ReadonlyMap<string, { text?: string; inner: MemberComments }>;

const nothing: MemberComments = new Map();

/**
 * Reads the comments on members of schemas in lib/contract. They describe these members in the document too, so that no
 * text is written twice. `root` is the folder of the program.
 */
export function createCommentReader(root: string) {
  const files = new Map<string, Map<string, ts.Expression>>();
  const done = new Map<string, MemberComments>();

  function constantsOf(file: string): Map<string, ts.Expression> {
    const present = files.get(file);
    if (present) return present;
    const constants = new Map<string, ts.Expression>();
    files.set(file, constants);
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
      }
    }
    return constants;
  }

  /** The file from which `file` imports a name. */
  function importedFrom(source: ts.SourceFile, name: string): string | undefined {
    for (const statement of source.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const named = statement.importClause?.namedBindings;
      if (!named || !ts.isNamedImports(named) || !named.elements.some((one) => one.name.text === name)) continue;
      const from = statement.moduleSpecifier.text;
      const file = from.startsWith("#lib/") ? join(root, from.slice(1)) : join(dirname(source.fileName), from);
      return from.startsWith("#lib/contract/") || from.startsWith(".") ? file : undefined;
    }
    return undefined;
  }

  function ofConstant(file: string, name: string): MemberComments {
    const key = `${file} ${name}`;
    const present = done.get(key);
    if (present) return present;
    // Where a schema contains itself, the inner schema gets no comments.
    done.set(key, nothing);
    const constant = existsSync(file) ? constantsOf(file).get(name) : undefined;
    const comments = constant ? ofExpression(constant) : nothing;
    done.set(key, comments);
    return comments;
  }

  function ofExpression(node: ts.Node): MemberComments {
    if (ts.isIdentifier(node)) {
      const source = node.getSourceFile();
      const from = importedFrom(source, node.text);
      return ofConstant(from ?? source.fileName, node.text);
    }
    if (ts.isObjectLiteralExpression(node)) return joined(node.properties.map(ofProperty));
    if (ts.isCallExpression(node)) return joined([ofExpression(node.expression), ...node.arguments.map(ofExpression)]);
    if (ts.isPropertyAccessExpression(node)) {
      const { expression, name } = node;
      // `customerSchema.shape.contract` has the comments of this one member.
      const isMember = ts.isPropertyAccessExpression(expression) && expression.name.text === "shape";
      return isMember ? (ofExpression(expression).get(name.text)?.inner ?? nothing) : ofExpression(expression);
    }
    if (ts.isArrayLiteralExpression(node)) return joined(node.elements.map(ofExpression));
    if (ts.isArrowFunction(node)) return ofExpression(node.body);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
      return ofExpression(node.expression);
    }
    return nothing;
  }

  function ofProperty(property: ts.ObjectLiteralElementLike): MemberComments {
    if (ts.isSpreadAssignment(property)) return ofExpression(property.expression);
    const name =
      property.name && (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name)) && property.name;
    if (!name) return nothing;
    const text = commentBefore(property);
    const inner = ts.isPropertyAssignment(property)
      ? ofExpression(property.initializer)
      : ts.isShorthandPropertyAssignment(property)
        ? ofExpression(property.name)
        : nothing;
    return new Map([[name.text, { inner, ...(text !== undefined && { text }) }]]);
  }

  return { ofConstant };
}

/** The comment on a member as one paragraph. References to files of the program are left out. */
function commentBefore(node: ts.Node): string | undefined {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comment?.comment);
  return text
    ?.replaceAll(/\s+/g, " ")
    .replaceAll(/ ?\([^()]*(?:docs|lib|server|components)\/[^()]*\)/g, "")
    .replaceAll(/ ?See [\w./-]+\.ts\./g, "")
    .replaceAll(/, like (all times in this file|`\w+`)/g, "")
    .trim();
}

/** All comments. If several parts describe the same member, the last one counts, as with members of an object. */
function joined(parts: readonly MemberComments[]): MemberComments {
  const all = new Map<string, { text?: string; inner: MemberComments }>();
  for (const part of parts) {
    for (const [name, { text = all.get(name)?.text, inner }] of part) {
      const merged = joinedPair(all.get(name)?.inner ?? nothing, inner);
      all.set(name, { inner: merged, ...(text !== undefined && { text }) });
    }
  }
  return all;
}

const joinedPair = (first: MemberComments, second: MemberComments): MemberComments => {
  if (first.size === 0 || first === second) return second;
  return second.size === 0 ? first : joined([first, second]);
};

const ownText = (name: string) => (Object.hasOwn(commonMembers, name) ? commonMembers[name] : undefined);

/** A comment that says only the format needs a sentence before it that says what the member is. */
const onlyFormat = /^ISO 8601/;

/**
 * Adds the comments as descriptions of the members of a schema. A member without a comment gets the text for members of
 * this name (common-members.ts). `schemaName` is the name of the schema in the document.
 */
export function addDescriptions(schema: unknown, comments: MemberComments, schemaName: string): void {
  if (typeof schema !== "object" || schema === null) return;
  const { properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema as Record<string, unknown>;
  for (const [name, member] of Object.entries(properties as Record<string, Record<string, unknown>>)) {
    const { text: comment, inner = nothing } = comments.get(name) ?? {};
    const common = commonMembers[`${schemaName}.${name}`] ?? ownText(name);
    const text = comment === undefined || (common && onlyFormat.test(comment)) ? common : comment;
    addDescriptions(member, inner, schemaName);
    if (text !== undefined) member.description ??= text;
  }
  for (const part of [items, additionalProperties, anyOf, oneOf, allOf].flat())
    addDescriptions(part, comments, schemaName);
}
