import { parseSync, Visitor, type TSInterfaceBody, type TSType } from 'oxc-parser'

/** A column as an interface in a tables.ts claims it to be. */
export type ClaimedColumn = {
  /** As in the database: `next_slot_at`. */
  name: string
  /** What a read gives, without its null: `string`, `Date`, `Date[]`; the name of a type of ours otherwise. */
  type: string
  nullable: boolean
  /** Whether an insert may leave it to the database. */
  generated: boolean
}

export type ClaimedTable = { name: string; columns: ClaimedColumn[] }

/** The tables that a tables.ts adds to `Tables`; throws when it cannot be read or names what it does not declare. */
export function claimedTables(path: string, source: string): ClaimedTable[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const interfaces = new Map<string, TSInterfaceBody>()
  new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => void interfaces.set(id.name, body),
  }).visit(program)

  return fieldsOf(interfaces.get('Tables')).map(({ name, type }) => {
    const row = interfaces.get(textOf(type, source))
    if (!row) throw new Error(`${path} declares no interface for its table ${name}.`)
    return { name, columns: fieldsOf(row).map((field) => columnOf(field, source)) }
  })
}

type Field = { name: string; type: TSType; optional: boolean }

function fieldsOf(body: TSInterfaceBody | undefined): Field[] {
  return (body?.body ?? []).flatMap((member) => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return []
    const type = member.typeAnnotation?.typeAnnotation
    return type ? [{ name: snakeCase(member.key.name), type, optional: member.optional }] : []
  })
}

function columnOf({ name, type, optional }: Field, source: string): ClaimedColumn {
  const [wrapper = '', parameters] = wrapperOf(type)
  const [read = type, insert] = parameters
  const alternatives = alternativesOf(read)
  const present = alternatives.filter((one) => one.type !== 'TSNullKeyword')
  return {
    name,
    type: present.every((one) => one.type === 'TSLiteralType')
      ? 'string'
      : present.map((one) => textOf(one, source)).join(' | '),
    nullable: present.length < alternatives.length,
    generated:
      optional ||
      wrapper.startsWith('Generated') ||
      (insert ? alternativesOf(insert).some((one) => one.type === 'TSUndefinedKeyword') : false),
  }
}

/** Of `Generated<number>` the word and the types in it. */
function wrapperOf(type: TSType): [name: string | undefined, parameters: TSType[]] {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return [undefined, []]
  return [type.typeName.name, type.typeArguments?.params ?? []]
}

const alternativesOf = (type: TSType): TSType[] =>
  type.type === 'TSUnionType' ? type.types : [type]

const textOf = ({ start, end }: TSType, source: string): string => source.slice(start, end)

/** As Kysely's plugin writes the names of columns. */
const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
