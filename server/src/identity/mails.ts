/** The mails of the identity service: plain and short, as text and as HTML. */

type Letter = { subject: string; text: string; html: string }

export const verificationMail = (code: string): Letter =>
  letter('Your code to confirm this address', [
    'Welcome to Carillon. Enter this code to confirm your e-mail address:',
    { code },
    'It is good for 10 minutes. If you did not sign up, do nothing: without the code there is no account.',
  ])

export const resetMail = (code: string): Letter =>
  letter('Your code to set a new password', [
    'Enter this code to set a new password for Carillon:',
    { code },
    'It is good for 10 minutes and works once. If you did not ask for it, do nothing: your password stays as it is.',
  ])

export const knownAddressMail = (publicUrl: string): Letter =>
  letter('You already have an account', [
    'Somebody, probably you, tried to sign up to Carillon with this address. There is an account with it already, so nothing was changed.',
    { label: 'Sign in', href: `${publicUrl}/login` },
    { label: 'Set a new password', href: `${publicUrl}/forgot-password` },
  ])

export const passwordChangedMail = (publicUrl: string): Letter =>
  letter('Your password was changed', [
    'The password of your Carillon account was changed, and its other sessions were ended.',
    'If it was not you, set a new password now:',
    { label: 'Set a new password', href: `${publicUrl}/forgot-password` },
  ])

type Part = string | { code: string } | { label: string; href: string }

function letter(subject: string, parts: Part[]): Letter {
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
