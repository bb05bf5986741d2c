import type { OwnContents, OwnFields, ContentFormValues } from '../content/options.ts'
import { copyFiles } from '../media/uploads.ts'
import type { Network } from '../networks.ts'

/** The first own content of a network: a copy of what it gets until now, without what the network cannot show. */
export function ownCopy(said: OwnFields, network: Network['id']): OwnFields {
  const { text, says, variants, files, poll, buttons } = said
  const { captionAbove, textAfter, silent, protect, linkPreview, mentionAll, linkCard } = said
  const has = network === 'telegram'
  return {
    text,
    says,
    variants,
    files: copyFiles(files),
    poll,
    // On WhatsApp they are lines below the text.
    buttons,
    captionAbove: has && captionAbove,
    textAfter,
    silent: has && silent,
    protect: has && protect,
    linkPreview,
    mentionAll: !has && mentionAll,
    linkCard: has ? null : linkCard,
    beside: undefined,
  }
}

/** The same content once more, with its files. */
export const copyOfContent = <S extends ContentFormValues>(said: S): S => ({
  ...said,
  files: copyFiles(said.files),
  own: copyOfOwn(said.own),
})

const copyOfOwn = ({ telegram, whatsapp }: OwnContents): OwnContents => ({
  telegram: telegram && { ...telegram, files: copyFiles(telegram.files) },
  whatsapp: whatsapp && { ...whatsapp, files: copyFiles(whatsapp.files) },
})
