import { channelFacts, networkOf } from '@carillon/contract/channels'
import type { ChannelKind } from '@carillon/contract/config'
import type { Content, OwnContent } from '@carillon/contract/content/content'
import { ownOf, resolve } from '@carillon/contract/content/resolve'
import { isTextAfter } from '@carillon/contract/content/text-after'
import { changeEach, mediaOf } from '../../content/rules.ts'
import type { Run } from '../../occurrences/port.ts'
import { invalid } from '../../platform/errors.ts'

/** The content as a run sent it: with the variant that was chosen for the run, for each network. */
export const contentAsSent = (content: Content, run: Run | null): Content =>
  changeEach(content, (own) => {
    const { text } = resolve(own, { draw: run?.draw })
    const { variants: _, ...rest } = own
    return { ...(rest as typeof own), text }
  })

/** Throws unless an edit changes only the words, on each of these channels. */
export function checkSame(
  before: Content,
  content: Content,
  channels: readonly ChannelKind[],
): void {
  const asSent = 'Only the words of what was sent can be changed.'
  for (const network of new Set(channels.map((channel) => networkOf(channelFacts[channel])))) {
    const path = content.overrides?.[network] ? `content.overrides.${network}` : 'content'
    const [was, is] = [ownOf(before, network), ownOf(content, network)]
    if (is.kind !== was.kind) throw invalid(`${path}.kind`, asSent)
    if (filesOf(is) !== filesOf(was)) {
      throw invalid(`${path}.media`, `${asSent} Its files stay as they are.`)
    }
    if (isTextAfter(is) !== isTextAfter(was)) {
      const stands = isTextAfter(was) ? 'after its files' : 'with its files'
      throw invalid(`${path}.options.textAfter`, `${asSent} The text stays ${stands}.`)
    }
  }
}

/**
 * All of a content that members of a channel see and an edit can change, as a run said it: its variables are not filled
 * in. Field by field, because a stored content has its fields in another order than one that was just sent.
 */
export function writtenFor(content: Content, run: Run | null, channel: ChannelKind): string {
  const network = networkOf(channelFacts[channel])
  const { text, buttons = [], linkCard, options = {} } = ownOf(contentAsSent(content, run), network)
  const hasPreview = options.linkPreview !== 'off'
  const looks = {
    telegram: () => [options.captionAbove ?? false, hasPreview],
    whatsapp: () =>
      linkCard && hasPreview ? [linkCard.title, linkCard.description ?? '', linkCard.mediaId] : [],
  }
  const links = buttons.map((row) => row.map((button) => [button.text, button.url]))
  return JSON.stringify([text.trim(), links, looks[network]()])
}

const filesOf = (own: OwnContent): string =>
  mediaOf(own)
    .map(({ mediaId }) => mediaId)
    .join()
