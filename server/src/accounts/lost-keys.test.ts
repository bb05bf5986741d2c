import { expect, test, type House } from '../../test/house.ts'
import { systemRandom } from '../platform/ids.ts'
import { openSecrets } from '../platform/secrets.ts'
import { readKeyring } from '../platform/setting-readers.ts'
import { giveUpUnreadable } from './lost-keys.ts'

const LOST = readKeyring(`lost:${Buffer.alloc(32, 9).toString('base64')}`)

/** An account with credentials that a keyring sealed; without one, that of the house. */
async function account(house: House, name: string, shared = false, keyring?: typeof LOST) {
  const id = house.ctx.ids.next()
  const secrets = keyring ? openSecrets(keyring, systemRandom) : house.ctx.secrets
  await house.pool.query(
    `insert into accounts (id, channel, external_id, identity, username, name, shared, credentials,
       status, since, created_at, updated_at)
     values ($1, 'telegram-bot', $2, $2, $2, $2, $3, $4, 'connected', now(), now(), now())`,
    [id, name, shared, secrets.seal(`1:${name}`, `accounts.credentials:${id}`)],
  )
}

test('accounts whose key was given up must be connected again, and say why; others go on', async ({
  house,
}) => {
  await account(house, 'kept')
  await account(house, 'lost', false, LOST)
  await account(house, 'shared', true, LOST)
  await giveUpUnreadable(house.ctx)
  const { rows } = await house.pool.query(
    `select name, status, reason, credentials is null as empty from accounts order by name`,
  )
  expect(rows).toEqual([
    { name: 'kept', status: 'connected', reason: null, empty: false },
    {
      name: 'lost',
      status: 'needs_pairing',
      reason: expect.stringContaining('Connect it again'),
      empty: true,
    },
    // The operator's own bot is set up anew from its setting: its users need not do anything.
    { name: 'shared', status: 'connected', reason: null, empty: true },
  ])
})
