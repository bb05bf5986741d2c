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

export const newAddressMail = (code: string): Letter =>
  letter('Your code to confirm your new address', [
    'Enter this code to use this e-mail address for your Carillon account from now on:',
    { code },
    'It is good for 10 minutes and works once. If you did not ask for it, do nothing: nobody can use it without this code.',
  ])

/** To an address that somebody with another account wants to change to. */
export const takenAddressMail = (publicUrl: string): Letter =>
  letter('This address has an account already', [
    'Somebody, probably you, wanted to use this address for another Carillon account. It has an account of its own, so nothing was changed.',
    'To use it for the other account, sign in to this one and delete it, or give it another address.',
    { label: 'Sign in', href: `${publicUrl}/login` },
  ])

/** To the former address. */
export const addressChangedMail = (publicUrl: string, email: string): Letter =>
  letter('Your e-mail address was changed', [
    `Your Carillon account now has the address ${email}. Mail comes there from now on, and you sign in with it.`,
    'If it was not you, somebody knows your password. Write to whoever runs this server: with this mail they can tell that the account was yours.',
    { label: 'Open Carillon', href: publicUrl },
  ])

export const passwordChangedMail = (publicUrl: string): Letter =>
  letter('Your password was changed', [
    'The password of your Carillon account was changed, and its other sessions were ended.',
    'If it was not you, set a new password now:',
    { label: 'Set a new password', href: `${publicUrl}/forgot-password` },
  ])
