import type { DataOf, Endpoint, InputOf } from '@carillon/contract/endpoint'
import { ErrorBody } from '@carillon/contract/errors'
import { getToken, signUp } from '@carillon/contract/identity'

/** A person who uses the API of a running product, as a program of theirs would. */
export type Person = {
  email: string
  /** A fresh bearer token, for what is not a call. */
  token(): Promise<string>
  /** Calls as this person; throws `CallError` with the server's words. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<DataOf<E>>
}

class CallError extends Error {
  readonly status: number
  readonly error: ErrorBody['error']
  constructor(status: number, error: ErrorBody['error']) {
    super(`${status} ${error.code}: ${error.message}`)
    this.name = 'CallError'
    this.status = status
    this.error = error
  }
}

/** Signs up somebody new at the product that answers at `url`. */
export async function newPerson(url: string, email: string): Promise<Person> {
  const entered = await send(url, signUp, {
    body: { email, password: 'correct horse battery', name: '' },
  })
  const cookie = entered.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const token = async () =>
    (await dataOf(getToken, await send(url, getToken, {}, { cookie }))).token
  const authorization = async () => `Bearer ${await token()}`
  let bearer = await authorization()
  return {
    email,
    token,
    async call(endpoint, input) {
      const answer = await send(url, endpoint, input, { authorization: bearer })
      if (answer.status !== 401) return dataOf(endpoint, answer)
      bearer = await authorization()
      return dataOf(endpoint, await send(url, endpoint, input, { authorization: bearer }))
    },
  }
}

async function send(
  url: string,
  endpoint: Endpoint,
  input: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { params = {}, query = {}, body } = input as Record<string, Record<string, string>>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(query).toString()
  return fetch(`${url}${path}${search ? `?${search}` : ''}`, {
    method: endpoint.method,
    headers: { origin: url, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

async function dataOf<E extends Endpoint>(endpoint: E, answer: Response): Promise<DataOf<E>> {
  const body: unknown = await answer.json()
  if (!answer.ok) throw new CallError(answer.status, ErrorBody.parse(body).error)
  return endpoint.data.parse((body as { data: unknown }).data) as DataOf<E>
}
