import { createMessage, getMessage, sendMessageNow } from '@carillon/contract/messages'
import type { Pool } from '../../server/src/platform/db/database.ts'
import { PASSWORD } from '../client.ts'
import { openCommunity } from '../community.ts'
import type { Product } from '../product.ts'
import type { AttackerAccount } from './attacks.ts'

/** The amount of an attacker's data: minute-series, messages, accounts to delete and the sent messages of each. */
export type AttackerData = {
  series: number
  messages: number
  accountsToDelete: number
  sent: number
}

/** The first and the last day of the calendar that the series fill: no request can return more than a minute-series has in it. */
const FROM = '2099-12-01'
const TO = '2100-01-31'

/** Repeats a draft with other words; $1 is the draft, $2 how often. */
const REPEAT_MESSAGE = `
  with made as (
    select gen_random_uuid() as id, gen_random_uuid() as content_id, n
      from generate_series(1, $2::int) as n),
  said as (
    insert into contents (id, user_id, body, created_at)
    select made.content_id, o.user_id,
           jsonb_build_object('kind', 'text', 'text', repeat(md5(made.n::text) || ' ', 120)), o.created_at
      from made, messages o where o.id = $1)
  insert into messages (id, user_id, kind, title, status, content_id, catch_up_minutes,
                        on_unconfirmed, created_at, updated_at)
  select made.id, o.user_id, o.kind, o.title, o.status, made.content_id, o.catch_up_minutes,
         o.on_unconfirmed, o.created_at, o.updated_at
    from made, messages o where o.id = $1`

/** Repeats an occurrence that was sent, with its deliveries; $1 is the occurrence, $2 how often. */
const REPEAT_SENT = `
  with made as (select gen_random_uuid() as id from generate_series(1, $2::int)),
  again as (
    insert into occurrences
    select (jsonb_populate_record(o, jsonb_build_object('id', made.id, 'slot_at', null))).*
      from made, occurrences o where o.id = $1)
  insert into deliveries
  select (jsonb_populate_record(d, jsonb_build_object(
           'id', gen_random_uuid(), 'occurrence_id', made.id))).*
    from made, deliveries d where d.occurrence_id = $1`

/** Signs up the attacker and creates as much data as allowed; what is slow by the API is inserted as rows. */
export async function openAttackerAccount(
  product: Product,
  pool: Pool,
  data: AttackerData,
): Promise<AttackerAccount> {
  const accountsToDelete: string[] = []
  for (let n = 0; n < data.accountsToDelete; n++) {
    const { person, messageId, groupId, sandbox } = await settleOne(product, `to-delete-${n}`)
    const last = (await sandbox.ledger()).at(-1)?.seq ?? 0
    await person.call(sendMessageNow, { params: { id: messageId } })
    await sandbox.waitForLedger(1, { since: last })
    const { occurrence } = await person.call(getMessage, { params: { id: messageId } })
    if (!occurrence) throw new Error('What was sent has no occurrence.')
    await pool.query(REPEAT_SENT, [occurrence.id, data.sent])
    await pool.query(REPEAT_MESSAGE, [await draft(person, groupId), data.sent / 20])
    accountsToDelete.push(await person.token())
    sandbox.close()
  }
  const { person, messageId, groupId, sandbox } = await settleOne(product, 'attacker')
  sandbox.close()
  for (let n = 0; n < data.series; n++) {
    const rule = { kind: 'every' as const, n: 1, unit: 'minute' as const, anchor: `${FROM}T00:00` }
    await person.call(createMessage, {
      body: {
        kind: 'automated',
        title: `Series ${n}`,
        content: { text: 'Every minute.' },
        groupIds: [groupId],
        schedule: { timeZone: 'Europe/Berlin', starts: FROM, rule },
        status: 'active',
      },
    })
  }
  await pool.query(REPEAT_MESSAGE, [messageId, data.messages])
  const accounts = await pool.query<{ id: string }>(
    'select account_id as id from connections where id = (select connection_id from groups where id = $1)',
    [groupId],
  )
  await pool.query('analyze')
  return {
    token: await person.token(),
    groupId,
    accountsToDelete,
    from: FROM,
    to: TO,
    password: PASSWORD,
    accountId: accounts.rows[0]?.id ?? '',
  }
}

async function settleOne(product: Product, name: string) {
  const { person, groups, sandbox } = await openCommunity(product, {
    bots: 1,
    groupsPerBot: 1,
    email: `${name}@example.org`,
  })
  const groupId = groups[0]?.id ?? ''
  return { person, sandbox, groupId, messageId: await draft(person, groupId) }
}

type Draft = Awaited<ReturnType<typeof openCommunity>>['person']

async function draft(person: Draft, groupId: string): Promise<string> {
  const body = {
    kind: 'scheduled',
    content: { text: 'Nobody sends this.' },
    status: 'draft',
  } as const
  return (await person.call(createMessage, { body: { ...body, groupIds: [groupId] } })).id
}
