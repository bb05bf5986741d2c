/** A paragraph, a code to copy, or a link. */
export type Part = string | { code: string } | { label: string; href: string }

export type Letter = { subject: string; text: string; html: string }

/** A plain and short mail, as text and as HTML. */
export function letter(subject: string, parts: readonly Part[]): Letter {
  return {
    subject,
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c1917">${parts.map(asHtml).join('')}</body></html>`,
  }
}

function asText(part: Part): string {
  if (typeof part === 'string') return part
  return 'code' in part ? part.code : `${part.label}: ${part.href}`
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p>${escape(part)}</p>`
  return 'code' in part
    ? `<p style="font-size:28px;letter-spacing:4px"><strong>${escape(part.code)}</strong></p>`
    : `<p><a href="${escape(part.href)}">${escape(part.label)}</a></p>`
}

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
