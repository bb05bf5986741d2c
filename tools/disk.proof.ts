import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMessage } from '@carillon/contract/messages'
import { expect, onTestFinished, test } from 'vitest'
import { CallError, type Person } from './client.ts'
import { openCommunity } from './community.ts'
import { crash } from './crash.ts'
import { smallDisk } from './disk.ts'
import { startProduct } from './product.ts'

const BOTS = 4
const GROUPS = 200

/** Room for a new database and what the test writes; a few hundred megabytes of memory. */
const DISK_MB = 320

/** Messages that still find room in pages that the database has already. */
const FIT_MAX = 200

test('a database whose disk is full says so, sends nothing that it has not noted, and goes on by itself once there is room', async ({
  skip,
}) => {
  const disk = await smallDisk(DISK_MB)
  if (!disk) return skip('A disk to fill can only be mounted by root.')
  // The outside world has a disk of its own: what is on the wire when ours is full it still takes and notes.
  const sandboxDir = await mkdtemp(join(tmpdir(), 'carillon-outside-'))
  onTestFinished(() => rm(sandboxDir, { recursive: true, force: true }))
  const env = { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' }
  try {
    const product = await startProduct({ env, dataDir: disk.path, sandboxDir })
    try {
      const community = await openCommunity(product, { bots: BOTS, groupsPerBot: GROUPS / BOTS })
      let refusal: CallError | undefined
      const fill = async () => {
        await disk.fill()
        refusal = await refused(community.person)
        await disk.free()
      }
      const crashed = await crash(product, community, [{ to: fill, after: 40 }])
      community.sandbox.close()
      expect(refusal).toMatchObject({
        status: 503,
        error: {
          code: 'unavailable',
          message:
            'The database has no room left on its disk. Nothing was changed; it works again once there is room.',
        },
      })
      expect(crashed).toEqual({ twice: 0, lost: 0, sent: GROUPS, unconfirmed: 0 })
    } finally {
      await product.stop()
    }
  } finally {
    await disk.remove()
  }
}, 240_000)

/** The first answer of a server that has no room for one more message. */
async function refused(person: Person): Promise<CallError | undefined> {
  for (let n = 0; n < FIT_MAX; n++) {
    // Random bytes cannot be compressed, so they take their full size.
    const text = randomBytes(2_000).toString('hex')
    try {
      await person.call(createMessage, {
        body: { kind: 'scheduled', content: { text }, groupIds: [], status: 'draft' },
      })
    } catch (error) {
      if (error instanceof CallError) return error
      throw error
    }
  }
  return undefined
}
