import { join, normalize } from 'node:path/posix'
import { parseSync, Visitor } from 'oxc-parser'

/** A file of the repository, its path from the root with forward slashes. */
export type SourceFile = { path: string; source: string }

/** What a file imports: another file of ours, or a package; `node:` modules are left out. */
export type Target = { file: string } | { package: string }

/** Everything a file imports, re-exports, loads later or names in a type; throws on what cannot be read. */
export function targetsOf({ path, source }: SourceFile): Target[] {
  const parsed = parseSync(path, source)
  const { module, errors } = parsed
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)

  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ]
  // To read the tree of a program takes ten times as long as to parse it, and few load anything later.
  if (CALLS_IMPORT.test(source)) {
    new Visitor({
      ImportExpression: ({ source: name }) => void names.push(...literal(name)),
      TSImportType: ({ source: name }) => void names.push(name.value),
    }).visit(parsed.program)
  }
  return [...new Set(names)].filter((name) => !name.startsWith('node:')).map(targetFrom(path))
}

const CALLS_IMPORT = /\bimport\s*\(/

// A computed import cannot be checked here; only a review can.
const literal = (name: { type: string; value?: unknown }): string[] =>
  name.type === 'Literal' && typeof name.value === 'string' ? [name.value] : []

const targetFrom =
  (path: string) =>
  (name: string): Target => {
    if (name.startsWith('.')) return { file: normalize(join(path, '..', name)) }
    const ours = /^@carillon\/([^/]+)\/(.+)$/.exec(name)
    return ours ? { file: `${ours[1]}/src/${ours[2]}.ts` } : { package: packageOf(name) }
  }

/** `@scope/name/part` and `name/part` without the part. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
