import { badRequest } from './refusal.ts'

export type Form = { [name: string]: string | Form }

/** More than any request of ours has; a name nests as deep as Stripe's own do. */
const PAIRS_MAX = 200
const DEPTH_MAX = 6

/** A form as Stripe reads it: `line_items[0][price]=x` is a list in a list. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null)
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > PAIRS_MAX) throw badRequest('Too many parameters.')
  for (const [name, value] of pairs) {
    const path = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
    const inner = [...(path?.[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, part]) => part ?? '')
    if (!path?.[1] || inner.length > DEPTH_MAX) throw badRequest(`Invalid parameter name: ${name}`)
    put(form, [path[1], ...inner], value)
  }
  return form
}

function put(form: Form, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    form[name] = value
    return
  }
  const known = form[name]
  const inner: Form = typeof known === 'object' ? known : Object.create(null)
  form[name] = inner
  put(inner, rest, value)
}
