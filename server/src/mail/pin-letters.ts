import { buttons, ifNotYou, letter, type Reader } from './letter.ts'
import type { Mail } from './outgoing-mail.ts'

/** Carries the link to choose a new PIN, which is filled in when the mail is sent. `isOffered`: staff sent it. */
export function pinLinkMail(
  bankName: string,
  reader: Reader,
  { id, expiresAt, isOffered }: { id: string; expiresAt: Date; isOffered: boolean },
): Mail {
  const cause = isOffered ? `${bankName} sent you this link` : 'We received a request'
  const mail = letter(reader, `Choose a new ${bankName} PIN`, {
    sentences: [`${cause} to choose a new transaction PIN. Log in and choose one here within 15 minutes.`],
    button: { label: 'Choose a new PIN' },
    advice: [
      'The link works once, and you also need your password. If you didn’t ask for it, ignore this email: your PIN stays the same. ' +
        'We will never ask you for this link.',
    ],
  })
  return { ...mail, expiresAt, passwordResetId: id }
}

/** Reports that the bank unlocked the PIN after wrong ones. */
export function pinUnlockedMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Your ${bankName} PIN was unlocked`, {
    sentences: ['We unlocked your transaction PIN, which was locked after wrong PINs. You can use it again.'],
    button: buttons.freeze,
    advice: ['If you didn’t ask for this, freeze your payments and contact us immediately.'],
  })
}

/** Reports that a new PIN was chosen without the old one. `limit` in each currency, until the formatted time `until`. */
export function pinRecoveredMail(
  bankName: string,
  reader: Reader,
  { limit, until }: { limit: string; until: string },
): Mail {
  return letter(reader, `Your ${bankName} PIN was replaced`, {
    sentences: [
      `A new transaction PIN was chosen without the old one, and every other device was logged out. Until ${until} you can send ` +
        `up to ${limit} in each currency.`,
    ],
    button: buttons.freeze,
    advice: [ifNotYou.freezeAndChange],
  })
}
