import { expect, test, type TestApp } from '../../test/test-app.ts'
import { systemRandom } from '../platform/ids.ts'
import { openSecrets } from '../platform/secrets.ts'
import { readKeyring } from '../platform/setting-readers.ts'
import { giveUpUnreadable } from './lost-keys.ts'

const LOST = readKeyring(`lost:${Buffer.alloc(32, 9).toString('base64')}`)

/** An account with credentials that a keyring sealed; without one, that of the test app. */
async function account(app: TestApp, name: string, shared = false, keyring?: typeof LOST) {
  const id = app.ctx.ids.next()
  const secrets = keyring ? openSecrets(keyring, systemRandom) : app.ctx.secrets
  await app.pool.query(
    `insert into accounts (id, channel, external_id, identity, username, name, shared, credentials,
       status, since, created_at, updated_at)
     values ($1, 'telegram-bot', $2, $2, $2, $2, $3, $4, 'connected', now(), now(), now())`,
    [id, name, shared, secrets.seal(`1:${name}`, `accounts.credentials:${id}`)],
  )
}

test('accounts whose key was given up must be connected again, and say why; others go on', async ({
  app,
}) => {
  await account(app, 'kept')
  await account(app, 'lost', false, LOST)
  await account(app, 'shared', true, LOST)
  await giveUpUnreadable(app.ctx)
  const { rows } = await app.pool.query(
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
