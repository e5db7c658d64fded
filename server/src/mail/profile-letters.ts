import { dayText } from '@bank/contract/date-text'
import { linkTo } from '@bank/contract/pages'
import { roleNames } from '@bank/contract/roles/rights'
import { isStaff, type Role } from '@bank/contract/roles/role'
import { buttons, ifNotYou, letter, type Reader } from './letter.ts'
import type { Mail } from './outgoing-mail.ts'

// These mails name the changed fields and never the values: a mailbox has more readers than the bank's pages.

/** The labels of the changed fields, such as "phone number". */
type Changes = readonly { readonly label: string }[]

/** The link or the code of a mail, and the address that it goes to. */
type EmailLink = { readonly id: string; readonly email: string; readonly expiresAt: Date }

/** Reports contact details that the customer changed. */
export function profileChangedMail(bankName: string, reader: Reader, changes: Changes): Mail {
  return letter(reader, `Your ${bankName} details were changed`, {
    sentences: [`These details of your profile were changed: ${listOf(changes)}.`],
    button: buttons.password,
    advice: ['If this wasn’t you, someone knows your password. Change it and contact us immediately.'],
  })
}

/** Reports details that an administrator corrected, with the reason. */
export function profileCorrectedMail(
  bankName: string,
  reader: Reader,
  { changes, reason }: { changes: Changes; reason: string },
): Mail {
  return letter(reader, `${bankName} corrected your details`, {
    sentences: [`We corrected these details of your profile: ${listOf(changes)}.`],
    facts: [{ label: 'Reason', value: reason }],
    button: { label: 'See your profile', page: linkTo('profile') },
    advice: ['If this isn’t right, contact us immediately.'],
  })
}

/** Reports a pending e-mail to the current address. `until` is the formatted time at which the link expires. */
export function emailChangeAskedMail(
  bankName: string,
  reader: Reader,
  { reason, until }: { reason: string; until: string },
): Mail {
  return letter(reader, `A new email for your ${bankName} account`, {
    sentences: [
      'We entered a new email address for your account. To use it, confirm the link that we sent to the new ' +
        `address by ${until}. Until then, log in with this address.`,
    ],
    facts: [{ label: 'Reason', value: reason }],
    advice: ['If you didn’t ask for this, contact us immediately.'],
  })
}

/** Reports to the current address that the pending e-mail was cancelled. */
export function emailChangeCancelledMail(
  bankName: string,
  reader: Reader,
  { reason }: { reason: string },
): Mail {
  return letter(reader, `Your ${bankName} email stays as it is`, {
    sentences: ['We cancelled the change of your email address. You still log in with this address.'],
    facts: [{ label: 'Reason', value: reason }],
  })
}

/**
 * Carries the link that confirms a new address, which is filled in when the mail is sent. Leaves out the customer's name: the
 * address may be mistyped.
 */
export function emailLinkMail(bankName: string, { id, email, expiresAt }: EmailLink): Mail {
  const mail = letter({ email }, `Confirm your new ${bankName} email`, {
    sentences: [
      `This address was entered as the new email address of a ${bankName} account. Confirm it here within 24 hours.`,
      'The link works once. It logs out every device. After that, log in with this address and your password.',
    ],
    button: { label: 'Confirm email address' },
    advice: [
      'If this isn’t your account, ignore this email: the address will not be used. ' +
        'We will never ask you for this link.',
    ],
  })
  return { ...mail, expiresAt, emailChangeId: id }
}

/**
 * Carries the code that confirms a new address, which is filled in when the mail is sent. Leaves out the customer's name, like the
 * mail with a link.
 */
export function emailCodeMail(bankName: string, { id, email, expiresAt }: EmailLink): Mail {
  const mail = letter({ email }, `Your code for a new ${bankName} email`, {
    sentences: [
      `This address was entered as the new email address of a ${bankName} account. To confirm it, enter this code within 30 minutes.`,
    ],
    button: { label: 'Code' },
    advice: [
      'If this isn’t your account, ignore this email: the address will not be used. ' +
        'We will never ask you for this code.',
    ],
  })
  return { ...mail, expiresAt, emailChangeId: id }
}

/** Carries the link that confirms the present address of a user who asked for another one. */
export function confirmEmailMail(bankName: string, { id, email, expiresAt }: EmailLink): Mail {
  const mail = letter({ email }, `Confirm your ${bankName} email`, {
    sentences: [
      `Confirm that this is the email address of your ${bankName} account. The link works for 7 days, once you are logged in.`,
    ],
    button: { label: 'Confirm email address' },
    advice: [
      'If this isn’t your account, ignore this email: without the password, the link confirms nothing.',
    ],
  })
  return { ...mail, expiresAt, emailChangeId: id }
}

/** Reports to the old address that the customer changed it, with the link that takes it back. */
export function emailChangedByOwnerMail(bankName: string, { id, email, expiresAt }: EmailLink): Mail {
  const mail = letter({ email }, `Your ${bankName} email was changed`, {
    sentences: [
      'Your account now uses another email address, and you can no longer log in with this one. If you changed it, there is nothing left to do.',
      'If this wasn’t you, someone knows your password. Take this address back within 72 hours.',
    ],
    button: { label: 'Take this address back' },
    advice: ['This logs out every device. Then choose a new password immediately.'],
  })
  return { ...mail, expiresAt, emailChangeId: id, isProven: true }
}

/** Reports to the restored address what to do next. */
export function emailRestoredMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Your ${bankName} email is this one again`, {
    sentences: [
      'You took this address back, and every device was logged out. The person who changed it may know your password: choose a new one now, ' +
        'with “Forgot your password?” on the login page.',
    ],
    button: { label: 'Choose a new password', page: linkTo('resetPassword') },
    advice: [
      'Then look at your recent activity in the settings, and contact us about anything that wasn’t you.',
    ],
  })
}

/** Reports to the replaced address that the earlier one was taken back. */
export function emailTakenBackMail(bankName: string, { email }: Pick<Reader, 'email'>): Mail {
  return letter({ email }, `Your ${bankName} email was changed back`, {
    sentences: [
      'The earlier email address of your account was taken back with the link that we sent to it, and every device was logged out. ' +
        'You can no longer log in with this address.',
    ],
    advice: [ifNotYou.contactUs],
  })
}

/** Reports a changed e-mail to the old address. */
export function emailChangedMail(bankName: string, reader: Partial<Reader> & Pick<Reader, 'email'>): Mail {
  return letter(reader, `Your ${bankName} email was changed`, {
    sentences: [
      'Your account now uses another email address, and every device was logged out. ' +
        'You can no longer log in with this address.',
    ],
    advice: [ifNotYou.contactUs],
  })
}

/** Reports to an administrator's new address that an operator replaced the old one. */
export function administratorEmailMail(bankName: string, reader: Reader): Mail {
  return letter(reader, `Your ${bankName} email was changed`, {
    sentences: [
      'An operator replaced the email address of your account with this one. Every device was logged out. ' +
        'Log in with this address and your password.',
    ],
    advice: ['If this isn’t your account, contact us immediately.'],
  })
}

/** A change of a role of the staff. `by` is the administrator who made it. */
type RoleChange = {
  readonly user: Reader
  readonly by: Reader | 'command' | 'time'
  readonly before: Role
  readonly after: Role
  /** The last day of the new role; null for one without an end. */
  readonly lastDay: string | null
}

/** Reports to every administrator that a user got or lost a role of the staff. */
export function roleChangedMail(bankName: string, reader: Reader, change: RoleChange): Mail {
  const { after, lastDay } = change
  const given = isStaff(after) && after
  return letter(reader, given ? `A new role at ${bankName}` : `A role at ${bankName} ended`, {
    sentences: [
      roleSentence(change),
      ...(given === 'administrator' ? ['With the passcode, they can see and manage every account.'] : []),
    ],
    ...(given && {
      facts: [
        { label: 'Role', value: roleNames[given] },
        { label: 'Until', value: lastDay === null ? 'Without an end' : dayText(lastDay, 'long') },
      ],
    }),
    advice: [
      'If you don’t know why, look at the page “Administrators” in the Admin Panel, and ask the other administrators.',
    ],
  })
}

function roleSentence({ user, by, before, after }: RoleChange): string {
  const who = `${user.name} (${user.email})`
  const earlier = isStaff(before) ? roleNames[before] : undefined
  if (by === 'time') return `The role ${earlier} of ${who} ended on its last day.`
  const actor = by === 'command' ? 'An operator on the bank’s command line' : `${by.name} (${by.email})`
  if (!isStaff(after)) return `${actor} took the role ${earlier} from ${who}.`
  const instead = earlier && before !== after ? ` in place of ${earlier}` : ''
  return `${actor} gave ${who} the role ${roleNames[after]}${instead}.`
}

function listOf(changes: Changes): string {
  return changes.map(({ label }) => label).join(', ')
}
