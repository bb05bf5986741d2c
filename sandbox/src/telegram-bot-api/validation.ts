import { isObject, type Args } from './arguments.ts'
import type { Form } from './request.ts'
import { objects, type Fields } from './spec-objects.ts'
import { methods } from './spec.ts'

/**
 * What is wrong with a request by the published specification, in words; empty when nothing is. The
 * real server ignores most of these, so the answer does not depend on them; tests fail because of them.
 */
export function problemsOf(method: string, args: Args, form: Form): string[] {
  const fields = methods[method]
  if (!fields) return [`the sandbox has no method ${method}`]
  return fieldProblems(fields, withoutAttached(args), '', form)
}

/** Parts of a multipart body that another parameter names by `attach://` are no parameters themselves. */
function withoutAttached(args: Args): Args {
  if (!Object.values(args).some((value) => value instanceof Blob)) return args
  const named = Object.values(args).flatMap((value) =>
    typeof value === 'string'
      ? [...value.matchAll(/attach:\/\/([^"\\\s]+)/g)].map(([, name]) => name)
      : [],
  )
  const isAttached = (name: string) => args[name] instanceof Blob && named.includes(name)
  return Object.fromEntries(Object.entries(args).filter(([name]) => !isAttached(name)))
}

function fieldProblems(fields: Fields, given: Args, path: string, form: Form): string[] {
  const problems: string[] = []
  for (const name in given) {
    const type = fields[name]
    if (type === undefined) problems.push(`${path}${name} is unknown`)
    else problems.push(...valueProblems(alternatives(type), given[name], path + name, form))
  }
  for (const name of required(fields)) {
    if (given[name] === undefined) problems.push(`${path}${name} is missing`)
  }
  return problems
}

function valueProblems(types: readonly string[], value: unknown, path: string, form: Form) {
  let first: string[] | undefined
  for (const type of types) {
    const problems = problemsAs(type, value, path, form)
    if (problems.length === 0) return problems
    first ??= problems
  }
  return first ?? []
}

function problemsAs(type: string, value: unknown, path: string, form: Form): string[] {
  const wrong = [`${path} is not ${type.startsWith('[]') ? `an array of ${type.slice(2)}` : type}`]
  if (form === 'text') return textProblemsAs(type, value, path, wrong)
  switch (type) {
    case 'Integer':
      return Number.isSafeInteger(value) ? [] : wrong
    case 'Float':
      return typeof value === 'number' ? [] : wrong
    case 'String':
      return typeof value === 'string' ? [] : wrong
    case 'Boolean':
    case 'True':
      return typeof value === 'boolean' ? [] : wrong
    case 'InputFile':
      return value instanceof Blob ? [] : wrong
  }
  if (type.startsWith('[]')) {
    if (!Array.isArray(value)) return wrong
    const inner = [type.slice(2)]
    return value.flatMap((item, i) => valueProblems(inner, item, `${path}[${i}]`, form))
  }
  if (!isObject(value)) return wrong
  const fields = objects[type] ?? objects[`${type}.${String(value['type'])}`]
  return fields ? fieldProblems(fields, value, `${path}.`, form) : []
}

/** In a query or a form all values are text; objects and arrays are JSON in it. */
function textProblemsAs(type: string, value: unknown, path: string, wrong: string[]): string[] {
  if (type === 'InputFile') return value instanceof Blob ? [] : wrong
  if (typeof value !== 'string') return wrong
  switch (type) {
    case 'String':
      return []
    case 'Integer':
      return /^-?\d+$/.test(value) ? [] : wrong
    case 'Float':
      return Number.isFinite(Number(value)) && value !== '' ? [] : wrong
    case 'Boolean':
    case 'True':
      return /^(true|false)$/i.test(value) ? [] : wrong
  }
  try {
    return problemsAs(type, JSON.parse(value), path, 'json')
  } catch {
    return wrong
  }
}

const typesCache = new Map<string, readonly string[]>()

function alternatives(type: string): readonly string[] {
  const known = typesCache.get(type)
  if (known) return known
  const types = type.replace('!', '').split('|')
  typesCache.set(type, types)
  return types
}

const requiredCache = new Map<Fields, readonly string[]>()

function required(fields: Fields): readonly string[] {
  const known = requiredCache.get(fields)
  if (known) return known
  const names = Object.keys(fields).filter((name) => fields[name]?.endsWith('!'))
  requiredCache.set(fields, names)
  return names
}
