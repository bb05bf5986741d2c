import { expect, test } from 'vitest'
import { openWhatsappStage } from '../../../test/whatsapp.ts'
import { whatsappStories } from '../../../test/whatsapp-stories.ts'
import { conformance } from '../conformance.ts'

const { sandbox, house } = whatsappStories()

conformance(() => openWhatsappStage(house()))

test('nothing was asked that the stand-in does not answer', async () => {
  expect((await sandbox().whatsapp.world()).violations).toEqual([])
})
