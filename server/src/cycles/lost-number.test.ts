import { cycleInput } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { createPostingFor } from '../../test/posting.ts'
import { openSending } from '../../test/sending.ts'
import { expect, test } from '../../test/test-app.ts'
import { loseAccount } from '../accounts/actions.ts'
import { seconds } from '../platform/clock.ts'
import * as cycles from './actions.ts'

/** However busy the machine is. */
const PATIENT = { timeout: seconds(20), interval: 20 }

const TOKEN = '15550000001:none'

const LOCKED = 'WhatsApp has locked this account. Link it again.'
const BANNED = 'WhatsApp has banned this number. Ask for a review, or link another number.'

test.for([
  ['logged_out', LOCKED, { code: 'unauthorized', reason: `${LOCKED} Then send it again.` }],
  ['banned', BANNED, { code: 'banned', reason: BANNED }],
] as const)(
  'a number that is lost (%s) fails at once, with the way back, and its cycle goes on for Telegram',
  async ([code, reason, told]) => {
    const sending = await openSending({ env: { WHATSAPP: 'on' } })
    const { app, sandbox } = sending
    const { user, groupIds, chatIds } = await sending.posting({ groups: 1 })
    const number = await createPostingFor(app, user, { channel: 'whatsapp', token: TOKEN })
    await app.ctx.transaction((tx) =>
      loseAccount(app.ctx, tx, number.accountId, code, reason, TOKEN),
    )
    const all = [...groupIds, ...number.groupIds]
    const cycle = await cycles.createCycle(user, cycleInput(all, {}))
    const { occurrencesChanged } = app.ctx
    await sending.startSending({ ctx: { occurrencesChanged } })

    for (const time of ['08:30', '09:30', '10:30']) {
      app.clock.moveTo(`2026-06-01T${time}:00Z`)
      await plan(app)
      const open = async () => {
        app.clock.advance(100)
        const { rows } = await app.pool.query('select from occurrences where finished_at is null')
        return rows.length
      }
      await expect.poll(open, PATIENT).toBe(0)
    }
    const said = (await sandbox.ledger({ chat: chatIds[0]! })).map(({ text }) => text)
    expect(said).toEqual(['One', 'Two', 'Three'])
    const { rows } = await app.pool.query(
      'select status, code, reason from deliveries where group_id = $1',
      [number.groupIds[0]],
    )
    const lost = { status: 'failed', ...told }
    expect(rows).toEqual([lost, lost, lost])
    expect(await cycles.readCycle(user, user, cycle.id)).toMatchObject({
      status: 'active',
      nextAt: '2026-06-01T11:30:00.000Z',
      progress: { sends: 3 },
      occurrence: { total: 2, sent: 1, failed: 1 },
    })
  },
)
