// Divides a module of a library in two, so that what the first picture does without can be part of a later chunk:
// a bundler puts a module into a chunk as a whole.

/**
 * Moves exports out of a module, with the declarations that nothing but them needs. `program` is the syntax tree of
 * `code`, `id` what the module is called. Answers what stays, and what moved, which imports from what stays.
 */
export function splitModule({ code, program, names, id }) {
  const parts = program.body.map((node) => ({ node, declared: declaredBy(node), used: namesIn(node) }));
  const exported = parts.filter(({ node }) => isList(node)).flatMap(({ node }) => node.specifiers);
  const moved = exported.filter((specifier) => names.includes(specifier.exported.name));
  const missing = names.filter((name) => !moved.some((specifier) => specifier.exported.name === name));
  const wanted = new Set(moved.map(({ local }) => local.name));
  const leaving = closureOf(parts, wanted);
  const gone = new Set(leaving.flatMap(({ declared }) => declared));
  missing.push(...[...wanted].filter((name) => !gone.has(name)));
  if (missing.length > 0) throw new Error(`${id} does not declare, or needs itself: ${missing.join(', ')}`);

  const staying = parts.filter((part) => !leaving.includes(part));
  const needed = usedBy(leaving);
  const shared = staying.flatMap(({ declared }) => declared).filter((name) => needed.has(name));
  const textOf = ({ node }) => code.slice(node.start, node.end);
  const textWith = (used) => (part) => (isImport(part.node) ? importOf(part.node, used) : textOf(part));
  const remaining = exported.filter(({ local }) => !gone.has(local.name));
  const stayingCode = staying.filter(({ node }) => !isList(node));
  return {
    stay: [
      ...stayingCode.map(
        textWith(
          usedBy(
            stayingCode.filter(({ node }) => !isImport(node)),
            remaining,
          ),
        ),
      ),
      `export { ${[...remaining.map(asExport), ...shared.map((name) => `${name} as ${inner(name)}`)].join(', ')} };`,
    ].join('\n'),
    moved: [
      ...staying.filter(({ node }) => isImport(node)).map(textWith(needed)),
      `import { ${shared.map((name) => `${inner(name)} as ${name}`).join(', ')} } from ${JSON.stringify(id)};`,
      ...leaving.map(textOf),
      `export { ${moved.map(asExport).join(', ')} };`,
    ].join('\n'),
  };
}

/** The declarations that nothing else needs than what is wanted, and each other. */
function closureOf(parts, wanted) {
  const kept = new Set();
  const keep = (names) => names.forEach((name) => kept.add(name));
  let leaving = parts.filter(({ node }) => DECLARATIONS.includes(node.type));
  for (const part of parts) {
    if (isList(part.node))
      keep(part.node.specifiers.map(({ local }) => local.name).filter((name) => !wanted.has(name)));
    else if (!leaving.includes(part)) keep(part.used);
  }
  for (;;) {
    const staying = leaving.filter(({ declared }) => declared.some((name) => kept.has(name)));
    if (staying.length === 0) return leaving;
    staying.forEach(({ used }) => keep(used));
    leaving = leaving.filter((part) => !staying.includes(part));
  }
}

const DECLARATIONS = ['VariableDeclaration', 'FunctionDeclaration', 'ClassDeclaration'];

/** `export { a, b };`, of what the module itself declares. */
const isList = ({ type, source, declaration }) => type === 'ExportNamedDeclaration' && !source && !declaration;

const isImport = ({ type }) => type === 'ImportDeclaration';

const asExport = ({ local, exported }) => `${local.name} as ${exported.name}`;

function usedBy(parts, specifiers = []) {
  return new Set([...parts.flatMap(({ used }) => [...used]), ...specifiers.map(({ local }) => local.name)]);
}

/** An import of what is used of it: the rest may have moved out of the module that it names. */
function importOf({ specifiers, source }, used) {
  const names = specifiers.filter(({ local }) => used.has(local.name));
  return `import { ${names.map(({ imported, local }) => `${imported.name} as ${local.name}`).join(', ')} } from ${source.raw};`;
}

/** What a declaration that stays is called for the one that moved. */
const inner = (name) => `${name}$inner`;

function declaredBy(node) {
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => [...namesIn(id)]);
  return DECLARATIONS.includes(node.type) ? [node.id.name] : [];
}

/** All names in a part of the tree, but those of properties. A local one of the same name counts too: it harms nothing. */
function namesIn(node, names = new Set()) {
  if (node.type === 'Identifier') names.add(node.name);
  for (const [key, value] of Object.entries(node)) {
    const isProperty = !node.computed && ((key === 'property' && node.type === 'MemberExpression') || key === 'key');
    if (isProperty || typeof value !== 'object' || value === null) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (child?.type) namesIn(child, names);
  }
  return names;
}
