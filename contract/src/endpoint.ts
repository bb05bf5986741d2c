import type { z } from 'zod'

/** One call of the API, described once: the server mounts it, the browser calls it, OpenAPI prints it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  summary: string
  /** Who may call it; `user` asks for a bearer token. */
  auth: 'public' | 'user'
  /**
   * What makes a call dear, so that one user may make fewer of them than of others: it `asks` a network or
   * sends at once, or it is a `heavy` read. Of a list that can be searched only a search is (its `q`).
   */
  cost?: 'asks' | 'heavy'
  /** The status of success, 200 unless something was created or only accepted. */
  status?: 200 | 201 | 202
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  data: z.ZodType
}

/** Keeps the literal types of an endpoint, which `call` and `route` read. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type In<S> = S extends z.ZodType ? z.input<S> : never
type Out<S> = S extends z.ZodType ? z.output<S> : never
type Present<T> = { [K in keyof T as [T[K]] extends [never] ? never : K]: T[K] }
type Needed<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
type Spared<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: T[K] }
type Given<T> = Needed<T> & Spared<T>

/** What a caller passes; a body that may be empty may be left out. */
export type InputOf<E extends Endpoint> = Given<
  Present<{
    params: In<E['params']>
    query: In<E['query']>
    body: In<E['body']>
  }>
>

/** What a handler receives after validation. */
export type ParsedOf<E extends Endpoint> = Present<{
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
}>

/** What a handler answers, before it is wrapped in `{ data }`. */
export type AnswerOf<E extends Endpoint> = z.input<E['data']>

/** What a caller gets back. */
export type DataOf<E extends Endpoint> = z.output<E['data']>
