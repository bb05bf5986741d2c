import { openWhatsappFixture } from '../../../test/whatsapp.ts'
import { whatsappStories } from '../../../test/whatsapp-stories.ts'
import { conformance } from '../conformance.ts'

const { setup } = whatsappStories()

conformance(() => openWhatsappFixture(setup()))
