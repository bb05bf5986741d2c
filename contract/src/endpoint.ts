import type { z } from 'zod'
import type { ZodMiniType } from 'zod/mini'
import type { SchemaName, Schemas } from './schemas.ts'

/**
 * One call of the API, described once: the server mounts it, the browser calls it, OpenAPI prints it. It
 * holds only the names of its schemas, so the browser knows every call without loading the schemas.
 */
export type Endpoint<Name extends string = string> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  summary: string
  /** Who may call it; `user` asks for a bearer token. */
  auth: 'public' | 'user'
  /**
   * A call with a stricter rate limit: it `asks` a network or sends at once, it is a `heavy` read, a `search`, which
   * counts only if it has a search text (`q`), or a save, which counts only if it asks for the status `sending`.
   */
  cost?: 'asks' | 'heavy' | 'search' | 'sending'
  /** The status of success, 200 unless something was created or only accepted. */
  status?: 200 | 201 | 202
  params?: Name
  query?: Name
  body?: Name
  /** The body is not JSON but a file, or a part of one, of at most so many bytes. */
  bytes?: number
  data: Name
}

/**
 * Preserves the literal types of an endpoint, which `call` and `route` read. The annotation for bundlers removes from
 * a page the calls that it does not make.
 */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const E extends Endpoint<SchemaName>>(definition: E): E => definition

/** A schema of zod, in its full or its small form. */
export type Schema = z.core.$ZodType & Pick<ZodMiniType, 'parse' | 'safeParse'>
export type SchemasByName = Readonly<Record<string, Schema>>

/** The schema that an endpoint names. It throws if there is none; the types of `endpoint` prevent that. */
export function schemaOf(schemas: SchemasByName, name: string): Schema {
  const schema = schemas[name]
  if (!schema) throw new Error(`No schema is called ${name}.`)
  return schema
}

type In<Name, S> = Name extends keyof S ? z.input<S[Name]> : never
type Out<Name, S> = Name extends keyof S ? z.output<S[Name]> : never
type WithoutNever<T> = { [K in keyof T as [T[K]] extends [never] ? never : K]: T[K] }
type RequiredPart<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
type OptionalPart<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: T[K] }
/** A property that may be undefined may also be left out. */
type OptionalIfUndefined<T> = RequiredPart<T> & OptionalPart<T>

/** What a caller passes; a body that may be empty may be left out. */
export type InputOf<E extends Endpoint, S = Schemas> = OptionalIfUndefined<
  WithoutNever<{
    params: In<E['params'], S>
    query: In<E['query'], S>
    body: In<E['body'], S>
  }>
>

/** What a handler receives after validation. */
export type ParsedOf<E extends Endpoint, S = Schemas> = WithoutNever<{
  params: Out<E['params'], S>
  query: Out<E['query'], S>
  body: Out<E['body'], S>
}>

/** What a handler returns, before it is validated and wrapped in `{ data }`. */
export type HandlerResultOf<E extends Endpoint, S = Schemas> = In<E['data'], S>

/** What a caller gets: the `data` of the response. */
export type DataOf<E extends Endpoint, S = Schemas> = Out<E['data'], S>
