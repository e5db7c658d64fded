import { activationHours } from '@bank/contract/accounts/state'
import { linkTo } from '@bank/contract/pages'
import { buttons, type Fact, ifNotYou, letter, numberEnd, type Reader } from './letter.ts'
import type { Mail } from './outgoing-mail.ts'

/**
 * Greets a new customer (specification §3, Welcome e-mail; the subject is §9's), without the name: anybody can register with any name
 * and another person's address. With the `link` of a customer who registered, which confirms the address.
 */
export function welcomeMail(
  bankName: string,
  { email }: Pick<Reader, 'email'>,
  link?: { readonly id: string },
): Mail {
  const mail = letter({ email }, `Welcome to ${bankName}`, {
    sentences: [
      `Welcome to ${bankName}. Your account is open, and we’ll activate it within ${activationHours} hours.`,
      ...(link ? ['Confirm your email address within 7 days. You log in first.'] : []),
    ],
    ...(link && { button: { label: 'Confirm email address' } }),
    advice: ['Didn’t open this account? Contact us.'],
  })
  return link ? { ...mail, emailChangeId: link.id } : mail
}

/** Reports that staff activated the customer's account, and says how money reaches it. */
export function accountActiveMail(bankName: string, reader: Reader, number: string): Mail {
  return letter(reader, `Your ${bankName} account is active`, {
    sentences: [
      'Your account is active: you can now send and receive money.',
      'Money gets in by a transfer: the dashboard has your account details to share.',
    ],
    facts: [accountFact(number)],
    button: { label: 'Open your account', page: linkTo('dashboard') },
  })
}

/** Reports that staff declined to activate the customer's account. A null `reason` is read after a login only. */
export function activationDeclinedMail(
  bankName: string,
  reader: Reader,
  { number, reason }: { number: string; reason: string | null },
): Mail {
  return letter(reader, `Your ${bankName} account was not activated`, {
    sentences: [
      'We did not activate your account, so you cannot send money from it.',
      ...(reason === null ? ['Log in to read the reason.'] : []),
    ],
    facts: [...(reason === null ? [] : [{ label: 'Reason', value: reason }]), accountFact(number)],
    button: { label: 'Open your account', page: linkTo('dashboard') },
    advice: ['Contact us if the reason no longer holds: we can still activate your account.'],
  })
}

function accountFact(number: string): Fact {
  return { label: 'Account', value: numberEnd(number) }
}

/** Reports that five wrong PINs have locked transfers. */
export function pinLockedMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Your ${bankName} PIN is locked`, {
    sentences: [
      'A wrong transaction PIN was entered five times in a row, so transfers are locked for 30 minutes. ' +
        'If you forgot your PIN, choose a new one with “Forgot your PIN?” in the settings.',
    ],
    button: buttons.freeze,
    advice: [
      'If this wasn’t you, someone knows your password. Freeze your payments and contact us immediately.',
    ],
  })
}

/** Reports a sign-in from a browser that the customer has not used before. */
export function newDeviceMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `A new device logged in to ${bankName}`, {
    sentences: ['Someone logged in to your account from a new browser.'],
    button: buttons.password,
    advice: [ifNotYou.changePassword],
  })
}

/** Carries the link to choose a new password, which is filled in when the mail is sent. */
export function resetLinkMail(
  bankName: string,
  reader: Reader,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Mail {
  const mail = letter(reader, `Choose a new ${bankName} password`, {
    sentences: ['We received a request to reset your password. Choose a new one here within 15 minutes.'],
    button: { label: 'Choose a new password' },
    advice: [
      'The link works once. If you didn’t request it, ignore this email: your password stays the same. ' +
        'We will never ask you for this link.',
    ],
  })
  return { ...mail, expiresAt, passwordResetId: id }
}

/** Says that no reset link is sent so soon after the e-mail was replaced. `from` is the formatted time from which it is. */
export function resetHeldMail(bankName: string, reader: Reader, { from }: { from: string }): Mail {
  return letter(reader, `Your ${bankName} password cannot be reset yet`, {
    sentences: [
      'We received a request to reset your password. The email address of your account was changed recently, ' +
        `so you can reset the password from ${from}. Please request it again then.`,
      'Until then your present password works. If you can’t wait, contact us.',
    ],
    advice: ['If you didn’t request it, ignore this email: your password stays the same.'],
  })
}

/** Says that no reset link is sent to an e-mail that was never confirmed, and what to do instead. */
export function resetUnconfirmedMail(bankName: string, { email }: Pick<Reader, 'email'>): Mail {
  return letter({ email }, `Your ${bankName} password cannot be reset yet`, {
    sentences: [
      'We received a request to reset your password. This email address was never confirmed, so we can’t send you a link. ' +
        'Contact us: once we have checked that the address is yours, you can request the link again.',
    ],
    advice: ['If you didn’t request it, ignore this email: your password stays the same.'],
  })
}

/** Reports that a new password was chosen with a reset link. */
export function passwordResetMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Your ${bankName} password was reset`, {
    sentences: [
      'Your password was reset with the link we sent to this address, and every device was logged out.',
    ],
    advice: ['If this wasn’t you, someone has access to your mailbox. Contact us immediately.'],
  })
}

/** Reports a changed password. */
export function passwordChangedMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Your ${bankName} password was changed`, {
    sentences: ['Your password was changed, and every other device was logged out.'],
    button: buttons.freeze,
    advice: [ifNotYou.freeze],
  })
}

/** Reports a changed transaction PIN. */
export function pinChangedMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Your ${bankName} PIN was changed`, {
    sentences: ['Your transaction PIN was changed. Use the new PIN for transfers from now on.'],
    button: buttons.freeze,
    advice: [ifNotYou.freeze],
  })
}

/** Reports the first transaction PIN of an account. */
export function pinSetMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Your ${bankName} PIN was set`, {
    sentences: ['A transaction PIN was set for your account. You need it to send transfers.'],
    button: buttons.freeze,
    advice: [ifNotYou.freeze],
  })
}

/** Forwards a message to the bank's support address. */
export function supportMail(
  recipient: string,
  {
    reference,
    email,
    subject,
    message,
  }: { reference: string; email: string; subject: string; message: string },
): Mail {
  return {
    recipient,
    subject: `Support ${reference}: ${subject}`,
    letter: { sentences: [`From ${email}`, message] },
  }
}

/** Answers a message to support. `text` is what an administrator wrote: it quotes nothing of the message. */
export function supportAnswerMail(
  bankName: string,
  reader: Reader | Pick<Reader, 'email'>,
  { reference, subject, text }: { reference: string; subject: string; text: string },
): Mail {
  return letter(reader, `Re: ${subject} (${reference})`, {
    sentences: [text],
    button: { label: `Write to ${bankName}`, page: linkTo('support') },
    advice: [
      `This answers your message with the reference ${reference}. We will never ask you for your password or PIN.`,
    ],
  })
}

/** Tells the operator that a check found wrong books. The row stays out of it: it has balances of customers. */
export function booksWrongMail(bankName: string, email: string, { invariant }: { invariant: string }): Mail {
  return {
    recipient: email,
    subject: `The books of ${bankName} are not in order`,
    letter: {
      sentences: [
        'The daily check of the books has found a row that contradicts the others.',
        `Violated: ${invariant}.`,
        'Run npm run check-books, which names the first wrong row, and follow the section BooksWrong of the ' +
          'runbooks. This email is sent once a day while the check fails.',
      ],
    },
  }
}
