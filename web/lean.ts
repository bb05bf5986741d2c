import type { Plugin } from 'vite'

/**
 * Leaves out of libraries what no page ever calls, and what tree-shaking must keep since something
 * refers to it: zod's way to JSON Schema, which the server alone goes, and the words of date-fns for
 * dates, which we take from Intl.
 */
export function lean(): Plugin {
  return {
    name: 'lean',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/](zod|date-fns)[\\/]/ },
      handler(code, id) {
        const path = id.replaceAll('\\', '/')
        if (/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(path))
          return absent(code)
        if (path.endsWith('/date-fns/_lib/defaultLocale.js')) return DISTANCE_ALONE
        return null
      },
    },
  }
}

/** The same names, and nothing behind them. */
function absent(code: string): string {
  const names = [...code.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name)
  if (names.length === 0) throw new Error('zod is built in another way now: nothing to leave out.')
  return [
    "const absent = () => { throw new Error('Only the server makes a JSON Schema.') }",
    // These answer a method, which nobody calls.
    ...names.map(
      (name) => `export const ${name} = ${name?.endsWith('Method') ? '() => ' : ''}absent`,
    ),
  ].join('\n')
}

const DISTANCE_ALONE = `
import { formatDistance } from '../locale/en-US/_lib/formatDistance.js'
export const defaultLocale = { formatDistance }
`
