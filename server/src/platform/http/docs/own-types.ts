import type { OpenApi, Operation } from '../openapi.ts'
import type { Schema } from '../schemas.ts'

const PLACE = '#/components/schemas/'

/**
 * The document for readers: a type that one call alone takes or answers is written out at that call, and is
 * not among the types that have a name.
 */
export function withOwnTypes(document: OpenApi): OpenApi {
  const text = JSON.stringify(document)
  const named = { ...document.components.schemas }

  function inPlace(schema: Schema): Schema {
    const { $ref } = schema
    const name = $ref?.slice(PLACE.length)
    const type = name === undefined ? undefined : named[name]
    if (name === undefined || !type || text.split(`"${$ref}"`).length > 2) return schema
    delete named[name]
    return type
  }

  function written(operation: Operation): Operation {
    const { requestBody, responses } = structuredClone(operation)
    const content = requestBody?.content
    const body = content && 'application/json' in content && content['application/json']
    if (body) body.schema = inPlace(body.schema)
    for (const answer of Object.values(responses)) {
      if (!('content' in answer)) continue
      const { properties } = answer.content['application/json'].schema
      if (properties?.['data']) properties['data'] = inPlace(properties['data'])
    }
    return { ...operation, responses, ...(requestBody ? { requestBody } : {}) }
  }

  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, written(operation)]),
    ),
  ])
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: named },
  }
}
