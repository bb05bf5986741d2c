import type { Mail } from './store.ts'

/** The codes of six or ten digits a mail speaks of, in the order they come: subject, text, else the HTML's words. */
export function codesIn({
  subject,
  text,
  html,
}: Pick<Mail, 'subject' | 'text' | 'html'>): string[] {
  const words = `${subject}\n${text || wordsOf(html)}`
  return [...new Set(words.match(/(?<![\w#])(?:\d{6}|\d{10})(?!\w)/g))]
}

const wordsOf = (html: string): string =>
  html.replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
