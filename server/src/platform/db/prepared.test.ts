import { sql } from 'kysely'
import { expect, test } from '../../../test/house.ts'
import { PREPARED } from './prepared.ts'

test('a statement that asks for it is prepared once, and answers as any other', async ({
  house,
}) => {
  const { db } = house.ctx
  const hot = (words: string[]) =>
    sql<{
      word: string
    }>`${sql.raw(PREPARED)} select upper(word) as word from unnest(${words}::text[]) word`
  await db.connection().execute(async (one) => {
    const first = await hot(['a']).execute(one)
    const second = await hot(['b', 'c']).execute(one)
    expect([first.rows, second.rows]).toEqual([[{ word: 'A' }], [{ word: 'B' }, { word: 'C' }]])
    await sql`select 1`.execute(one)
    const { rows } = await sql<{ uses: number }>`
      select generic_plans + custom_plans as uses from pg_prepared_statements`.execute(one)
    expect(rows).toEqual([{ uses: 2 }])
  })
})
