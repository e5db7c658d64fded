import { linkTo } from '@bank/contract/pages'
import type { Mail } from './outgoing-mail.ts'

/** The person to whom a mail is addressed. */
export type Reader = { readonly name: string; readonly email: string }

/** A row of a mail's table. */
export type Fact = { readonly label: string; readonly value: string }

/**
 * What a mail says, below its subject. Both of its parts are drawn from it (`draw-letter.ts`). Where a mail is about another person's
 * act, no text of that person is in it: the bank would mail it, signed.
 */
export type Letter = {
  /** Mails to the bank itself have none. */
  readonly greeting?: string
  /** Paragraphs of text. */
  readonly sentences: readonly string[]
  readonly facts?: readonly Fact[]
  readonly button?: Button
  /** Paragraphs below the button. */
  readonly advice?: readonly string[]
}

/** Opens a page of the bank. One without a `page` stands for what is filled in when the mail is sent: its link, or its code. */
export type Button = { readonly label: string; readonly page?: string }

type Content = Omit<Letter, 'greeting'>

/** A mail to a person. It greets a reader without a name as well. */
export function letter(
  { name, email }: Partial<Reader> & Pick<Reader, 'email'>,
  subject: string,
  content: Content,
): Mail {
  const greeting = name === undefined ? unnamedGreeting : `Dear ${name},`
  return { recipient: email, subject, letter: { greeting, ...content } }
}

export const unnamedGreeting = 'Hello,'

/** The buttons that several mails have. */
export const buttons = {
  freeze: { label: 'Freeze payments', page: linkTo('limits') },
  limits: { label: 'Limits and freeze', page: linkTo('limits') },
  password: { label: 'Change password', page: linkTo('settings', { tab: 'password' }) },
  settings: { label: 'Open settings', page: linkTo('settings') },
} as const satisfies Record<string, Button>

/** What a reader should do about a change that the reader has not made. */
export const ifNotYou = {
  contactUs: 'If this wasn’t you, contact us immediately.',
  freeze: 'If this wasn’t you, freeze your payments and contact us immediately.',
  freezeAndChange:
    'If this wasn’t you, freeze your payments, change your password in the settings, and contact us immediately.',
  changePassword:
    'If this wasn’t you, change your password in the settings, which logs out every other device, and contact us.',
} as const

/** The last digits of an account number, by which its owner recognises it. A mailbox has more readers than the bank's pages. */
export function numberEnd(number: string): string {
  return `··${number.slice(-4)}`
}
