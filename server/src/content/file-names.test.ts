import { messageInput } from '../../test/message-input.ts'
import { createPosting, giveFile } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { readCalendar } from '../calendar/actions.ts'
import { createMessage, readMessage, updateMessage } from '../messages/actions.ts'
import { listMessages } from '../messages/list.ts'

test('a file without words is told by its name, a photo by its kind', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const send = async (kind: 'document' | 'photo', name: string) => {
    const media = [{ mediaId: await giveFile(app, user, { kind, name }) }]
    const content = { kind: 'media' as const, text: '', media }
    return createMessage(user, messageInput(groupIds, { content }))
  }
  const { id } = await send('document', 'Menu.pdf')
  await send('photo', 'IMG_2034.jpg')
  const { sends } = (await readCalendar(user, { from: '2026-06-01', to: '2026-06-01' })).days[0]!
  expect(sends.map(({ text }) => text).toSorted()).toEqual(['Menu.pdf', 'Photo'])
  const names = async () => {
    const { items } = await listMessages(user, { limit: 9 })
    return items.map(({ content }) => content.kind === 'media' && content.media[0]?.name)
  }
  expect(new Set(await names())).toEqual(new Set(['Menu.pdf', undefined]))
  // A file may get another name, and an answer is saved as it came.
  await app.pool.query(`update media set name = 'Karte.pdf' where name = 'Menu.pdf'`)
  const { content, rev } = await readMessage(user, user, id)
  await updateMessage(user, id, { ...messageInput(groupIds, { content }), rev })
  expect(await names()).toContain('Karte.pdf')
  const { rows } = await app.pool.query(
    `select count(*)::int as n from contents where body::text like '%pdf%'`,
  )
  expect(rows).toEqual([{ n: 0 }])
})
