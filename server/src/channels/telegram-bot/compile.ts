import type { Content, TextContent } from '@carillon/contract/content/content'
import { TELEGRAM_TEXT_MAX, withinEntityLimit } from '@carillon/contract/content/entities'
import { parse } from '@carillon/contract/content/markup'
import type { Compiled } from '../port/sending.ts'

/** What members will see of a content, by its kind. */
export function compile(content: Content): Compiled {
  switch (content.kind) {
    case 'text':
      return compileText(content)
  }
}

/**
 * Text and entities, never a parse mode: Telegram then cannot stumble over a
 * character that it takes for markup. The text is trimmed as Telegram trims it, so that what we count
 * and show is what arrives.
 */
function compileText(content: TextContent): Compiled {
  const { rich, dropped } = withinEntityLimit(trimmed(parse(content.text)))
  const warnings =
    dropped > 0
      ? [`Telegram shows at most 100 formatted places in one message; ${dropped} will be plain.`]
      : []
  const compiled = { text: rich.text, entities: rich.entities, warnings }
  if (rich.text === '') {
    return { ...compiled, refusal: { code: 'text_empty', reason: 'There is no text to send.' } }
  }
  if (rich.text.length > TELEGRAM_TEXT_MAX) {
    const over = rich.text.length - TELEGRAM_TEXT_MAX
    const reason = `The text is ${over} ${over === 1 ? 'character' : 'characters'} longer than the ${TELEGRAM_TEXT_MAX} that Telegram accepts.`
    return { ...compiled, refusal: { code: 'text_too_long', reason } }
  }
  return compiled
}

function trimmed({ text, entities }: ReturnType<typeof parse>): ReturnType<typeof parse> {
  const start = text.length - text.trimStart().length
  const end = Math.max(text.trimEnd().length, start)
  if (start === 0 && end === text.length) return { text, entities }
  const kept = entities.flatMap((entity) => {
    const from = Math.max(entity.offset, start)
    const to = Math.min(entity.offset + entity.length, end)
    return to > from ? [{ ...entity, offset: from - start, length: to - from }] : []
  })
  return { text: text.slice(start, end), entities: kept }
}
