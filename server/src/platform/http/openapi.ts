import { takesKey } from './idempotency.ts'
import type { Api } from '@carillon/contract/api'
import { type Endpoint, schemaOf } from '@carillon/contract/endpoint'
import { errorMeaning, errorStatus, type ErrorCode } from '@carillon/contract/errors'
import { ErrorBody } from '@carillon/contract/schemas/errors'
import { z } from 'zod'
import { schemaPrinter, type Schema, type SchemaPrinter } from './schemas.ts'

/** The part of OpenAPI 3.1 that we write. */
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: object }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: object
    schemas: Record<string, Schema>
    responses: Record<string, Answer>
  }
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { required: true; content: Taken }
  responses: Record<string, Answer | { $ref: string }>
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

export type Answer = { description: string; content: Content }

type Content = { 'application/json': { schema: Schema } }

/** What a call takes: JSON, or a file. */
type Taken = Content | { 'application/octet-stream': { schema: Schema } }

/** Prints an API as an OpenAPI 3.1 document. */
export function openApi(api: Api): OpenApi {
  const printer = schemaPrinter({ ErrorBody, ...api.schemas })
  const paths: OpenApi['paths'] = {}
  for (const { name: room, endpoints } of api.rooms) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      const operations = (paths[path] ??= {})
      operations[endpoint.method.toLowerCase()] = operation(api, printer, room, name, endpoint)
    }
  }
  const responses = errorResponses(printer)
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: api.version,
      description: api.introduction.join('\n\n'),
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    tags: api.rooms.map(({ name }) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: printer.named(),
      responses,
    },
  }
}

function operation(
  { schemas }: Api,
  printer: SchemaPrinter,
  room: string,
  name: string,
  endpoint: Endpoint,
): Operation {
  const signedIn = endpoint.auth === 'user'
  const named = (schema?: string) => (schema ? schemaOf(schemas, schema) : undefined)
  const body = named(endpoint.body)
  const parameters = [
    ...fields(printer, named(endpoint.params), 'path'),
    ...fields(printer, named(endpoint.query), 'query'),
    ...(takesKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: name,
    tags: [room],
    summary: endpoint.summary,
    ...(signedIn ? { security: [{ bearer: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: json(printer.print(body, 'input')) } }
      : {}),
    ...(endpoint.bytes ? { requestBody: { required: true, content: OCTETS } } : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'Done.',
        content: json(
          printer.print(z.object({ data: schemaOf(schemas, endpoint.data) }), 'output'),
        ),
      },
      ...Object.fromEntries(
        expectedErrors(endpoint).map((code) => [String(errorStatus[code]), answer(code)]),
      ),
      default: answer('error'),
    },
  }
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
}

function fields(
  printer: SchemaPrinter,
  object: z.core.$ZodType | undefined,
  place: 'path' | 'query',
): Parameter[] {
  const shape = object instanceof z.ZodObject ? object.shape : {}
  return Object.entries(shape).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(type, undefined).success,
    schema: printer.print(type, 'input'),
  }))
}

/** The error codes that follow from the definition of a call; any call may also answer others. */
function expectedErrors({ auth, bytes, cost, params, query, body }: Endpoint): ErrorCode[] {
  return [
    ...((body ?? query) ? (['invalid'] as const) : []),
    ...(auth === 'user' ? (['unauthenticated'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(bytes ? (['too_large'] as const) : []),
    ...(cost ? (['rate_limited'] as const) : []),
  ]
}

function errorResponses(printer: SchemaPrinter): Record<string, Answer> {
  const content = json(printer.print(ErrorBody, 'output'))
  const told = Object.entries(errorMeaning).map(([code, description]) => [
    code,
    { description, content },
  ])
  return { ...Object.fromEntries(told), error: { description: 'Any other error.', content } }
}

const answer = (name: string) => ({ $ref: `#/components/responses/${name}` })

const OCTETS: Taken = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
}

const json = (schema: Schema): Content => ({ 'application/json': { schema } })
