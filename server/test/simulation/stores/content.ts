import type * as real from '../../../src/content/actions.ts'
import { rowsOf } from '../rows.ts'

export const readContents: typeof real.readContents = async (reading, ids) => {
  const { contents } = rowsOf(reading)
  return new Map(
    ids.flatMap((id) => {
      const row = contents.get(id)
      return row ? [[id, row.body] as const] : []
    }),
  )
}
