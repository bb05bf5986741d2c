import { z } from 'zod'

/** The part of JSON Schema that zod prints. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema
  propertyNames?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

export type Direction = 'input' | 'output'

export type SchemaPrinter = {
  /** Prints a type; what has a name of its own is referred to by it. */
  print(type: z.core.$ZodType, direction: Direction): Schema
  /** All named types that were referred to so far, by name. */
  named(): Record<string, Schema>
}

const PLACE = '#/components/schemas/'

/**
 * Prints zod types as JSON Schema. A name stands for one shape: of a type that takes something else than
 * it gives (it fills in defaults) only what it gives has the name; what it takes is written out in place.
 */
export function schemaPrinter(names: Readonly<Record<string, z.core.$ZodType>>): SchemaPrinter {
  const registries = { input: registry(), output: registry() }
  for (const [id, type] of Object.entries(names)) {
    registries.output.add(type, { id })
    const [takes, gives] = [inFull(type, 'input'), inFull(type, 'output')].map((shape) =>
      JSON.stringify(shape),
    )
    if (takes === gives) registries.input.add(type, { id })
  }
  const named = new Map<string, Schema>()
  return {
    print(type, direction) {
      // A type with a name is printed whole at the root: below one it is referred to.
      const { properties, $defs } = toJson(z.object({ type }), direction, registries[direction])
      for (const [name, shape] of Object.entries($defs ?? {})) named.set(name, shape)
      return properties?.['type'] ?? {}
    },
    named: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

const registry = () => z.registry<{ id: string }>()

const inFull = (type: z.core.$ZodType, direction: Direction) => toJson(type, direction, registry())

type Registry = ReturnType<typeof registry>

function toJson(type: z.core.$ZodType, io: Direction, metadata: Registry) {
  const printed = z.toJSONSchema(type, {
    io,
    metadata,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema as Schema),
  })
  const placed = JSON.stringify(printed).replaceAll('"#/$defs/', `"${PLACE}`)
  return JSON.parse(placed) as Schema & { $defs?: Record<string, Schema> }
}

/** Leaves out what says nothing to a reader, and what would forbid answers to grow. */
function tidy(schema: Omit<Schema, 'additionalProperties'> & { additionalProperties?: unknown }) {
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format) delete schema.pattern
}
