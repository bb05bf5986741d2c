import type { OwnContent } from './content.ts'
import type { Resolved } from './resolve.ts'

/** Whether the text of a content is sent after its files, as a separate message. */
export const isTextAfter = (content: Pick<OwnContent, 'kind' | 'options'>): boolean =>
  (content.kind === 'media' || content.kind === 'album') && content.options?.textAfter === true

/** The messages that a group gets for a content, in their order: one, or the files and then the text. */
export const messagesOf = (content: Resolved): readonly [Resolved, Resolved?] =>
  isTextAfter(content) ? [filesAlone(content), textAlone(content)] : [content]

/** The text of a content as a separate message, with the buttons below it. */
export function textAlone({ text, buttons, linkCard, options = {}, values }: Resolved): Resolved {
  const { captionAbove: _, textAfter: __, ...own } = options
  return {
    kind: 'text',
    text,
    options: own,
    ...(buttons ? { buttons } : {}),
    ...(linkCard ? { linkCard } : {}),
    ...(values ? { values } : {}),
  }
}

/** The files of a content without its text; they mention nobody, because the text does. */
function filesAlone(content: Resolved): Resolved {
  const { buttons: _, linkCard: _____, options = {}, ...files } = content
  const { captionAbove: __, textAfter: ___, mentionAll: ____, ...own } = options
  return { ...files, text: '', options: own }
}
