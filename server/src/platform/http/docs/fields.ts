import type { Schema } from '../schemas.ts'
import { html, joined, type Html } from './html.ts'

type Field = { name: string; schema: Schema; required: boolean }

/** The fields of an object as a list, those of the objects in it below each. */
export function fieldList(fields: readonly Field[]): Html {
  return html`<ul class="fields">
    ${fields.map(fieldItem)}
  </ul>`
}

/** A type as it is: its fields if it is an object, else one line. */
export function typeBlock(schema: Schema): Html {
  const inside = nested(schema)
  const line = inside.length > 0 && schema.properties ? undefined : html`<p>${typeLine(schema)}</p>`
  return html`${line}${inside}`
}

/** The fields of an object schema. */
export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }))
}

function fieldItem({ name, schema, required }: Field): Html {
  return html`<li>
    <code class="name">${name}</code>
    <span class="type">${typeLine(schema, required ? [] : ['optional'])}</span>
    ${nested(schema)}
  </li> `
}

function typeLine(schema: Schema, more: string[] = []): Html {
  return html`${joined([html`${words(schema)}`, ...[...limitsOf(schema), ...more].map((text) => html`${text}`)], ', ')}`
}

/** What a type is, in words: `list of Message or null`. */
function words(schema: Schema): Html[] {
  const { $ref, type, format, items, propertyNames, additionalProperties } = schema
  const alternatives = schema.anyOf ?? schema.oneOf
  if ($ref) return [reference($ref)]
  if (schema.const !== undefined) return [value(schema.const)]
  if (schema.enum) return joined(schema.enum.map(value), ' | ')
  if (alternatives)
    return joined(
      alternatives.map((one) => html`${words(one)}`),
      ' or ',
    )
  if (items) return [html`list of `, ...words(items)]
  if (additionalProperties) {
    const name = propertyNames?.$ref ? reference(propertyNames.$ref) : html`name`
    return [html`map of ${name} to `, ...words(additionalProperties)]
  }
  return [html`${format ?? (type ? [type].flat().join(' or ') : 'anything')}`]
}

function reference($ref: string): Html {
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  return html`<a href="#${name}">${name}</a>`
}

const value = (one: unknown): Html => html`<code>${JSON.stringify(one)}</code>`

function limitsOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema
  return [
    ...range(minLength, maxLength, ' characters'),
    ...range(minimum, maximum, ''),
    ...range(minItems, maxItems, ' items'),
    ...(pattern ? [`matching ${pattern}`] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
}

function range(from: number | undefined, to: number | undefined, unit: string): string[] {
  const [low, high] = [from, to].map((limit) => limit?.toLocaleString('en'))
  if (low && high) return [`${low} to ${high}${unit}`]
  if (low) return [`at least ${low}${unit}`]
  return high ? [`at most ${high}${unit}`] : []
}

/** The fields of the objects that a type consists of. */
function nested(schema: Schema): Html[] {
  const objects = [schema, schema.items, schema.additionalProperties]
    .flatMap((one) => [one, ...(one?.anyOf ?? []), ...(one?.oneOf ?? [])])
    .filter((one) => one?.properties)
    .flatMap((one) => one ?? [])
  return joined(
    objects.map((one) => fieldList(fieldsOf(one))),
    'or',
  )
}
