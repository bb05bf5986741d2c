import { type ESTree, type Plugin, Visitor } from 'vite'

/** What a call takes of an endpoint; the rest describes it to the server and to readers. */
const NEEDED = ['method', 'path', 'auth']

/**
 * Leaves of the contract what the browser runs. The server alone judges what goes over the wire, yet
 * every endpoint names its schemas, and to make them all holds up a phone for a third of a second: so
 * endpoints lose them here, and what nobody uses then is left out, whatever it is made by. A page that
 * judges what was typed takes its schemas by their own names.
 */
export function callable(): Plugin {
  return {
    name: 'callable',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/]/ },
      handler(code) {
        const program = this.parse(code)
        return written(code, [...program.body.flatMap(spared), ...shortened(program)])
      },
    },
  }
}

/** One change of the text: what stands between these places gives way. */
type Edit = { from: number; to: number; by: string }

/** Says of a constant that to make it changes nothing else. */
function spared(statement: ESTree.Directive | ESTree.Statement): Edit[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ init }) =>
    !init || isPlain(init)
      ? []
      : [
          { from: init.start, to: init.start, by: '/* @__PURE__ */ (() => (' },
          { from: init.end, to: init.end, by: '))()' },
        ],
  )
}

/** Whether everybody sees that to make it changes nothing else. */
const isPlain = (init: ESTree.Expression) =>
  init.type === 'ArrowFunctionExpression' || init.type === 'Literal' || isEndpoint(init)

const isEndpoint = (node: ESTree.Expression): node is ESTree.CallExpression =>
  node.type === 'CallExpression' &&
  node.callee.type === 'Identifier' &&
  node.callee.name === 'endpoint'

/** Takes from every endpoint what no call needs. */
function shortened(program: ESTree.Program): Edit[] {
  const edits: Edit[] = []
  const visitor = new Visitor({
    CallExpression(call) {
      if (!isEndpoint(call)) return
      const [definition] = call.arguments
      if (definition?.type !== 'ObjectExpression') throw new Error('An endpoint is a literal.')
      edits.push({ from: call.start, to: definition.start, by: '(' })
      for (const [at, property] of definition.properties.entries()) {
        const name =
          property.type === 'Property' && property.key.type === 'Identifier' && property.key.name
        if (name && NEEDED.includes(name)) continue
        const to = definition.properties[at + 1]?.start ?? definition.end - 1
        edits.push({ from: property.start, to, by: '' })
      }
    },
  })
  visitor.visit(program)
  return edits
}

function written(code: string, edits: Edit[]): string {
  let text = code
  for (const { from, to, by } of edits.toSorted((a, b) => b.from - a.from)) {
    text = text.slice(0, from) + by + text.slice(to)
  }
  return text
}
