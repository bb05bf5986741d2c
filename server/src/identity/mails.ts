import type { Context } from '../platform/context.ts'
import { letter, type Letter } from '../platform/mail/letter.ts'
import { sendMail } from '../platform/mail/mail.ts'

/** Mails are jobs: the answer does not wait for a mail server, nor tell by its time that one was asked. */
export const mail = (ctx: Context, to: string, what: Letter): Promise<void> =>
  ctx.transaction((tx) => sendMail(ctx, tx, { to, ...what }))

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
