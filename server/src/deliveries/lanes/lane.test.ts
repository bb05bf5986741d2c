import { expect, onTestFinished, test } from 'vitest'
import { openSending, type Sending } from '../../../test/sending.ts'
import { seconds } from '../../platform/clock.ts'

async function open(): Promise<Sending> {
  const sending = await openSending()
  onTestFinished(() => sending.close())
  return sending
}

test.each(['removed', 'muted', 'suspended', 'lost'])(
  'what waits for its turn in memory is not sent to a group that is %s meanwhile',
  async (status) => {
    const { house, sandbox, posting, plan, carry, sent, row } = await open()
    const choir = await posting()
    // A chat takes three at once; the fourth has been read as well and waits a second.
    for (let n = 0; n < 4; n++) await plan(choir)
    await carry()
    await sent(3)
    const { rows } = await house.pool.query(`select id from deliveries where status <> 'sent'`)
    await house.pool.query('update groups set status = $1', [status])

    // Its turn comes; then, at the next reading of the lanes, its end is told.
    const passed = () => (house.clock.advance(seconds(5)), row(rows[0].id))
    await expect.poll(passed).toMatchObject({ status: 'skipped', code: `group_${status}` })
    expect(await sandbox.ledger()).toHaveLength(3)
  },
)
