import { type DataOf, type Endpoint, type InputOf, schemaOf } from '@carillon/contract/endpoint'
import { getToken, signIn, signUp, verifyEmail } from '@carillon/contract/identity'
import { schemas } from '@carillon/contract/schemas'
import { ErrorBody } from '@carillon/contract/schemas/errors'

/** A person who uses the API of a running product, as a program of theirs would. */
export type Person = {
  email: string
  /** Their session, for a browser to go on with: `name=value`, one for each. */
  cookies: readonly string[]
  /** A fresh bearer token, for what is not a call. */
  token(): Promise<string>
  /** Calls as this person; throws `CallError` with the server's words. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<DataOf<E>>
}

export class CallError extends Error {
  readonly status: number
  readonly error: ErrorBody['error']
  constructor(status: number, error: ErrorBody['error']) {
    super(`${status} ${error.code}: ${error.message}`)
    this.name = 'CallError'
    this.status = status
    this.error = error
  }
}

/** The password of everybody who is signed up here. */
export const PASSWORD = 'correct horse battery'

let people = 0

/**
 * Signs up somebody new at the product that answers at `url`. `mailedCode` answers what was mailed to
 * them, for a product that has addresses proved. Throws `CallError` when the address is taken.
 */
export async function newPerson(
  url: string,
  email: string,
  mailedCode?: () => Promise<string>,
): Promise<Person> {
  people += 1
  // Thirty may sign up from one network in an hour. Where a proxy is trusted, each has one of their own.
  const network = { 'x-forwarded-for': `10.0.${people >> 8}.${people & 255}` }
  const person = { email, password: PASSWORD, name: '' }
  let entered = await send(url, signUp, { body: person }, network)
  const { signedIn } = await dataOf(signUp, entered)
  if (!signedIn) {
    if (!mailedCode) throw new Error('This product wants the address proved by a mailed code.')
    const body = { email, otp: await mailedCode() }
    // A code proves an address only where somebody signed up with it.
    entered = await send(url, verifyEmail, { body }, { cookie: cookiesOf(entered).join('; ') })
    await dataOf(verifyEmail, entered)
  }
  return personOf(url, email, entered)
}

/** Signs in somebody who has an account; throws `CallError` when the password is wrong. */
export async function signInAs(url: string, email: string, password: string): Promise<Person> {
  const entered = await send(url, signIn, { body: { email, password } })
  await dataOf(signIn, entered)
  return personOf(url, email, entered)
}

/** Whoever the cookies of an answer belong to. */
async function personOf(url: string, email: string, entered: Response): Promise<Person> {
  const cookies = cookiesOf(entered)
  const cookie = cookies.join('; ')
  const token = async () =>
    (await dataOf(getToken, await send(url, getToken, {}, { cookie }))).token
  const authorization = async () => `Bearer ${await token()}`
  let bearer = await authorization()
  return {
    email,
    cookies,
    token,
    async call(endpoint, input) {
      const answer = await send(url, endpoint, input, { authorization: bearer })
      if (answer.status !== 401) return dataOf(endpoint, answer)
      bearer = await authorization()
      return dataOf(endpoint, await send(url, endpoint, input, { authorization: bearer }))
    },
  }
}

/** The cookies that an answer sets, as a browser sends them back. */
const cookiesOf = ({ headers }: Response): string[] =>
  headers.getSetCookie().map((set) => set.split(';')[0] ?? '')

/** Calls what needs nobody signed in; throws `CallError` with the server's words. */
export async function callPublic<E extends Endpoint & { auth: 'public' }>(
  url: string,
  endpoint: E,
  input: InputOf<E>,
): Promise<DataOf<E>> {
  return dataOf(endpoint, await send(url, endpoint, input))
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
  const { data } = body as { data: unknown }
  return schemaOf(schemas, endpoint.data).parse(data) as DataOf<E>
}
