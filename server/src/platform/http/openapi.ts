import type { Endpoint } from '@carillon/contract/endpoint'
import { ErrorBody, errorStatus } from '@carillon/contract/errors'
import { z, type ZodObject, type ZodType } from 'zod'

/** Prints the endpoints of the contract as an OpenAPI 3.1 document. */
export function openApi(endpoints: readonly Endpoint[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carillon',
      version: '1',
      description:
        'Schedule messages to Telegram and WhatsApp groups. Answers are { data } or { error }.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: schema(ErrorBody, 'output') },
    },
  }
}

function operation(endpoint: Endpoint): object {
  const status = String(endpoint.status ?? 200)
  const parameters = [...fields(endpoint.params, 'path'), ...fields(endpoint.query, 'query')]
  return {
    summary: endpoint.summary,
    ...(endpoint.auth === 'user' ? { security: [{ bearer: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(schema(endpoint.body, 'input')) } }
      : {}),
    responses: {
      [status]: {
        description: 'Done.',
        content: json(schema(z.object({ data: endpoint.data }), 'output')),
      },
      default: {
        description: `An error: ${Object.keys(errorStatus).join(', ')}.`,
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    },
  }
}

function fields(object: ZodObject | undefined, place: 'path' | 'query') {
  return Object.entries(object?.shape ?? {}).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || !(type as ZodType).safeParse(undefined).success,
    schema: schema(type as ZodType, 'input'),
  }))
}

const json = (content: object) => ({ 'application/json': { schema: content } })

function schema(type: ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return rest
}
